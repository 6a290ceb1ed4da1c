//! What an order needs to know of the catalogue: prices, areas and what is sold out, for a handful of ids in few statements.

use super::{planned_prices, selling_store};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{AreaId, CategoryId, ProductId, ToppingId, VariantId},
    money::{Money, Quantity},
    words::Status,
};
use std::collections::HashMap;

pub use super::schedules::{Asked, Channel, Moment, Rules};

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
    /// One of its variants has to be named.
    pub has_variants: bool,
    pub is_combo: bool,
    /// Its price holds the ICBPER.
    pub is_plastic_bag: bool,
    /// Resold as it was bought: there are only so many.
    pub has_stock: bool,
    /// It goes to delivery, and so does its category.
    pub is_delivered: bool,
    pub sold_out_on: Option<NaiveDate>,
    pub status: Status,
    pub category_id: CategoryId,
    pub category: String,
    pub category_status: Status,
    /// An active schedule names it, or its category.
    pub is_scheduled: bool,
    /// A planned price that holds today and nobody wrote into the product yet.
    pub planned_price: Option<Money>,
}

/// A sellable choice of a product.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct SellableVariant {
    pub id: VariantId,
    pub product_id: ProductId,
    pub name: String,
    pub additional_amount: Money,
}

/// A topping, once for each product of the order that takes it.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct SellableTopping {
    pub id: ToppingId,
    pub product_id: ProductId,
    pub name: String,
    pub sale_amount: Money,
    pub sold_out_on: Option<NaiveDate>,
}

/// A dish within a combo. It may be one that is not sold alone, or not delivered: the combo itself says where it is sold.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct ComboPart {
    pub combo_id: ProductId,
    pub product_id: ProductId,
    pub name: String,
    pub production_area_id: Option<AreaId>,
    pub quantity: Quantity,
    pub has_stock: bool,
    pub sold_out_on: Option<NaiveDate>,
}

/// What was asked for and exists; ids that are missing here are unknown.
#[derive(Debug, Default)]
pub struct Offer {
    pub products: HashMap<ProductId, SellableProduct>,
    pub variants: HashMap<VariantId, SellableVariant>,
    pub toppings: HashMap<(ProductId, ToppingId), SellableTopping>,
    pub combo_parts: Vec<ComboPart>,
    /// The schedules that name any of the products.
    pub schedules: Rules,
}

impl Offer {
    /// The products in it of which there are only so many, by name; parts of combos too.
    pub fn counted(&self) -> HashMap<ProductId, String> {
        let own = self.products.values().filter(|p| p.has_stock).map(|p| (p.id, &p.name));
        let parts = self.combo_parts.iter().filter(|p| p.has_stock).map(|p| (p.product_id, &p.name));
        own.chain(parts).map(|(id, name)| (id, name.clone())).collect()
    }
    /// Reads it, at the prices of documents of a day. Inactive products come too, with their status, so that the refusal can name them.
    pub async fn load(
        tx: &mut Tx,
        products: &[ProductId],
        variants: &[VariantId],
        toppings: &[ToppingId],
        issue_date: NaiveDate,
    ) -> Result<Self> {
        let mut found = selling_store::products(tx, products, issue_date).await?;
        for product in &mut found {
            if let Some(planned) = product.planned_price {
                planned_prices::set(planned, product);
            }
        }
        let combos: Vec<ProductId> = found.iter().filter(|p| p.is_combo).map(|p| p.id).collect();
        let schedules = schedules_of(tx, &found).await?;
        Ok(Self {
            schedules,
            products: found.into_iter().map(|p| (p.id, p)).collect(),
            variants: selling_store::variants(tx, variants).await?.into_iter().map(|v| (v.id, v)).collect(),
            toppings: selling_store::toppings(tx, products, toppings)
                .await?
                .into_iter()
                .map(|t| ((t.product_id, t.id), t))
                .collect(),
            combo_parts: selling_store::combo_parts(tx, &combos).await?,
        })
    }
}

async fn schedules_of(tx: &mut Tx, products: &[SellableProduct]) -> Result<Rules> {
    let named = || products.iter().filter(|p| p.is_scheduled);
    if named().next().is_none() {
        return Ok(Rules::default());
    }
    let products: Vec<ProductId> = named().map(|p| p.id).collect();
    let mut categories: Vec<CategoryId> = named().map(|p| p.category_id).collect();
    categories.sort_unstable();
    categories.dedup();
    Rules::naming(tx, &products, &categories).await
}
