//! The catalogue as orders need it: prices, areas and what is sold out, for a handful of ids with few statements.

use super::{planned_prices, selling_store};
use chrono::NaiveDate;
use comanda_base::{
    allergens::Allergen,
    db::Tx,
    error::Result,
    ids::{AreaId, CategoryId, CourseId, ProductId, ToppingId, VariantId},
    measure::SaleUnit,
    money::{Money, Quantity},
    words::{Status, WordSet},
};
use std::collections::HashMap;

pub use super::{
    channel::{Channel, ChannelProduct, ListPrices, NotSoldReason},
    choices::{ChoiceGroup, ChoiceOption, OfferedChoices},
    schedules::{LocalMoment, ScheduleRules},
};

/// A product as it is sold today.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct SellableProduct {
    pub id: ProductId,
    pub name: String,
    pub production_area_id: Option<AreaId>,
    pub sale_amount: Money,
    pub delivery_price: Option<Money>,
    pub delivery_app_price: Option<Money>,
    pub minimum_sale_price: Option<Money>,
    /// Whether one of its variants has to be chosen.
    pub has_variants: bool,
    pub is_combo: bool,
    /// Whether its price includes the ICBPER.
    pub is_plastic_bag: bool,
    /// The allergens that it contains.
    pub allergens: WordSet<Allergen>,
    /// The unit that its prices are for.
    pub sale_unit: SaleUnit,
    pub min_quantity: Option<Quantity>,
    pub quantity_step: Option<Quantity>,
    /// Resold as it was bought, so its stock is limited.
    pub has_stock: bool,
    /// Whether it is delivered, and its category too.
    pub is_delivered: bool,
    pub sold_out_on: Option<NaiveDate>,
    pub status: Status,
    pub category_id: CategoryId,
    pub category: String,
    pub category_status: Status,
    /// Its course: its own, else that of its category.
    pub course_id: Option<CourseId>,
    /// Whether it offers groups of options.
    pub has_choices: bool,
    /// Whether an active schedule names it or its category.
    pub is_scheduled: bool,
    /// A planned price that is already valid but was not yet written into the product.
    pub planned_price: Option<Money>,
}

impl SellableProduct {
    /// Returns why a channel does not sell it; `None` where it does.
    pub fn not_sold(&self, channel: Channel) -> Option<NotSoldReason> {
        self.prices().not_sold_reason(channel)
    }
    /// Returns it as a channel sells it.
    pub fn for_channel(&self, channel: Channel) -> ChannelProduct {
        ChannelProduct::new(channel, self.id, self.category_id, self.prices())
    }
    fn prices(&self) -> ListPrices {
        ListPrices {
            sale_amount: self.sale_amount,
            delivery_price: self.delivery_price,
            delivery_app_price: self.delivery_app_price,
            is_delivered: self.is_delivered,
        }
    }
}

/// A sellable choice of a product.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct SellableVariant {
    pub id: VariantId,
    pub product_id: ProductId,
    pub name: String,
    pub additional_amount: Money,
}

/// A topping, once for each product of the order with which it can be ordered.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct SellableTopping {
    pub id: ToppingId,
    pub product_id: ProductId,
    pub name: String,
    /// The allergens that it contains.
    pub allergens: WordSet<Allergen>,
    pub sale_amount: Money,
    pub sold_out_on: Option<NaiveDate>,
}

/// A dish within a combo. It may not be sold alone or not be delivered: the combo itself decides where it is sold.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct ComboPart {
    pub combo_id: ProductId,
    pub product_id: ProductId,
    pub name: String,
    pub allergens: WordSet<Allergen>,
    pub production_area_id: Option<AreaId>,
    pub quantity: Quantity,
    pub has_stock: bool,
    pub sold_out_on: Option<NaiveDate>,
}

/// The days that decide what is sold and at which price.
#[derive(Debug, Clone, Copy)]
pub struct SaleDay {
    /// The day of issue of documents, by which planned prices are valid.
    pub issue_date: NaiveDate,
    /// The business day, for which things are marked as sold out.
    pub business_day: NaiveDate,
}

/// The requested items that exist; ids that are missing here are unknown.
#[derive(Debug, Default)]
pub struct OrderOffer {
    pub products: HashMap<ProductId, SellableProduct>,
    pub variants: HashMap<VariantId, SellableVariant>,
    pub toppings: HashMap<(ProductId, ToppingId), SellableTopping>,
    pub combo_parts: Vec<ComboPart>,
    /// The groups of options of the products that offer any.
    pub choices: OfferedChoices,
    /// The schedules that name any of the products.
    pub schedules: ScheduleRules,
}

impl OrderOffer {
    /// Returns the products with counted stock, parts of combos included, with their names.
    pub fn counted_products(&self) -> HashMap<ProductId, String> {
        let products = self.products.values().filter(|p| p.has_stock).map(|p| (p.id, &p.name));
        let parts = self.combo_parts.iter().filter(|p| p.has_stock).map(|p| (p.product_id, &p.name));
        products.chain(parts).map(|(id, name)| (id, name.clone())).collect()
    }
    /// Loads it as it is sold on a day. Inactive products are included with their status, so that a refusal can name them.
    pub async fn load(
        tx: &mut Tx,
        products: &[ProductId],
        variants: &[VariantId],
        toppings: &[ToppingId],
        day: SaleDay,
    ) -> Result<Self> {
        let mut found = selling_store::load_products(tx, products, day.issue_date).await?;
        for product in &mut found {
            if let Some(planned) = product.planned_price {
                planned_prices::apply_to_sellable(planned, product);
            }
        }
        let combos: Vec<ProductId> = found.iter().filter(|p| p.is_combo).map(|p| p.id).collect();
        let with_choices: Vec<ProductId> = found.iter().filter(|p| p.has_choices).map(|p| p.id).collect();
        let schedules = load_schedules(tx, &found).await?;
        Ok(Self {
            schedules,
            products: found.into_iter().map(|p| (p.id, p)).collect(),
            variants: selling_store::load_variants(tx, variants).await?.into_iter().map(|v| (v.id, v)).collect(),
            toppings: selling_store::load_toppings(tx, products, toppings)
                .await?
                .into_iter()
                .map(|t| ((t.product_id, t.id), t))
                .collect(),
            combo_parts: selling_store::load_combo_parts(tx, &combos).await?,
            choices: OfferedChoices::load(tx, &with_choices, day.business_day).await?,
        })
    }
}

async fn load_schedules(tx: &mut Tx, products: &[SellableProduct]) -> Result<ScheduleRules> {
    let named = || products.iter().filter(|p| p.is_scheduled);
    if named().next().is_none() {
        return Ok(ScheduleRules::default());
    }
    let products: Vec<ProductId> = named().map(|p| p.id).collect();
    let mut categories: Vec<CategoryId> = named().map(|p| p.category_id).collect();
    categories.sort_unstable();
    categories.dedup();
    ScheduleRules::load_naming(tx, &products, &categories).await
}
