//! Assembles products with their variants, toppings and combo parts: a fixed number of statements, however many products.

use super::{
    channel::ListPrices,
    choices,
    codes::{self, ProductCodes},
    courses,
    model::{ComboPart, Product, ProductCore, Sale, Topping, Variant, VariantGroup},
    planned_prices,
    schedules::{LocalMoment, ScheduleRules},
    store::{self, OptionRow, ProductRow, ToppingRow, VariantRow},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    ids::{ProductId, ToppingId},
    money::Quantity,
};
use comanda_platform::settings::{Settings, tax};
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashMap};

/// The marks and quantities that decide whether a product is sold out.
#[derive(Debug, Clone, Copy)]
pub(super) struct SaleContext {
    pub day: NaiveDate,
    pub moment: LocalMoment,
    /// Whether products may be sold beyond the quantity on hand.
    pub negative_stock: bool,
}

impl SaleContext {
    pub fn new(now: DateTime<Utc>, settings: &Settings) -> Self {
        let (day, negative_stock) = (settings.business_day(now), settings.negative_stock);
        Self { day, moment: LocalMoment::new(now, settings), negative_stock }
    }
    /// Returns the day of issue of documents issued now, by which planned prices are valid.
    fn issue_date(self) -> NaiveDate {
        tax::issue_date(self.moment.at)
    }
    /// Whether something was marked for today, or fewer are left than `wanted`.
    fn is_sold_out(self, marked: Option<NaiveDate>, remaining: Option<Quantity>, wanted: Quantity) -> bool {
        marked == Some(self.day) || (!self.negative_stock && remaining.is_some_and(|l| l < wanted))
    }
}

/// Loads everything that can be sold today.
pub(super) async fn load_sale(tx: &mut Tx, today: SaleContext) -> Result<Sale> {
    let active =
        store::select_products().add("AND p.status = 'ACTIVE' AND c.status = 'ACTIVE'").add(store::PRODUCT_ORDER);
    let rules = ScheduleRules::load_all(tx).await?;
    let rows = tx.query(active).all().await?;
    let mut sale = Sale {
        categories: store::list_active_categories(tx).await?,
        products: load_details(tx, rows, today, &rules).await?,
        toppings: load_toppings(tx, store::select_toppings().add("AND t.status = 'ACTIVE' ORDER BY t.id"), today.day)
            .await?,
        choice_groups: choices::list_all_groups(tx, today.day).await?,
        courses: courses::list_courses(tx).await?,
        comments: store::list_offered_comments(tx).await?,
        changes_at: [
            rules.schedules_at(today.moment).changes_at(),
            planned_prices::load_next_change(tx, today.issue_date()).await?,
        ]
        .into_iter()
        .flatten()
        .min(),
        version: String::new(),
    };
    let by_category: HashMap<_, _> = sale.categories.iter().map(|category| (category.id, category.course_id)).collect();
    for product in &mut sale.products {
        let category = by_category.get(&product.core.category_id).copied().flatten();
        product.core.course_id = product.core.course_id.or(category);
    }
    let text = serde_json::to_vec(&sale).map_err(anyhow::Error::from)?;
    sale.version = hex::encode(&Sha256::digest(&text)[..8]);
    Ok(sale)
}

/// Loads the complete products of a statement made from `store::select_products`.
pub(super) async fn load_products(tx: &mut Tx, list: Sql, today: SaleContext) -> Result<Vec<Product>> {
    let rows = tx.query(list).all().await?;
    let rules = ScheduleRules::load_all(tx).await?;
    load_details(tx, rows, today, &rules).await
}

/// Adds variants, toppings, combo parts, codes and the effect of schedules to these rows, in their order.
pub(super) async fn load_details(
    tx: &mut Tx,
    mut rows: Vec<ProductRow>,
    today: SaleContext,
    rules: &ScheduleRules,
) -> Result<Vec<Product>> {
    planned_prices::apply_to_rows(tx, &mut rows, today.issue_date()).await?;
    let ids_where = |wanted: fn(&ProductCore) -> bool| {
        rows.iter().filter(|r| wanted(&r.core)).map(|r| r.core.id).collect::<Vec<_>>()
    };
    let (with_variants, with_toppings, combos) =
        (ids_where(|p| p.has_variants), ids_where(|p| p.has_toppings), ids_where(|p| p.is_combo));
    let mut extras =
        ProductExtras { codes: codes::load_codes(tx, &ids_where(|_| true)).await?, ..ProductExtras::default() };
    if !with_variants.is_empty() {
        extras.add_variants(store::load_variants(tx, &with_variants).await?, &store::load_options(tx).await?);
    }
    if !with_toppings.is_empty() {
        for (product, topping) in store::load_offered_toppings(tx, &with_toppings).await? {
            extras.toppings.entry(product).or_default().push(topping);
        }
    }
    if !combos.is_empty() {
        for part in store::load_combo_parts(tx, &combos).await? {
            if today.is_sold_out(part.sold_out_on, part.stock_left, part.quantity) {
                extras.combos_sold_out.insert(part.combo_id);
            }
            let whole = ComboPart { product_id: part.product_id, name: part.name, quantity: part.quantity };
            extras.parts.entry(part.combo_id).or_default().push(whole);
        }
    }
    let mut choice_groups = choices::list_groups_of_products(tx, &ids_where(|_| true)).await?;
    let now = rules.schedules_at(today.moment);
    let build = |row: ProductRow| {
        let prices = row.prices();
        let (core, toppings) = extras.build_product(row, today);
        let choice_group_ids = choice_groups.remove(&core.id).unwrap_or_default();
        Product { now: now.product_now(&core, prices), sold: prices.by_channel(), core, toppings, choice_group_ids }
    };
    Ok(rows.into_iter().map(build).collect())
}

/// Loads the toppings of a statement made from `store::select_toppings`.
pub(super) async fn load_toppings(tx: &mut Tx, list: Sql, day: NaiveDate) -> Result<Vec<Topping>> {
    let rows: Vec<ToppingRow> = tx.query(list).all().await?;
    Ok(rows.into_iter().map(|row| Topping { sold_out: row.sold_out_on == Some(day), ..row.topping }).collect())
}

impl ProductRow {
    fn prices(&self) -> ListPrices {
        ListPrices {
            sale_amount: self.core.sale_amount,
            delivery_price: self.core.delivery_price,
            delivery_app_price: self.core.delivery_app_price,
            is_delivered: self.core.is_delivered && self.category_is_delivered,
        }
    }
}

/// The codes, variants, toppings and combo parts of products, by the product's id.
#[derive(Default)]
struct ProductExtras {
    codes: HashMap<ProductId, ProductCodes>,
    groups: HashMap<ProductId, BTreeSet<VariantGroup>>,
    variants: HashMap<ProductId, Vec<Variant>>,
    toppings: HashMap<ProductId, Vec<ToppingId>>,
    parts: HashMap<ProductId, Vec<ComboPart>>,
    combos_sold_out: BTreeSet<ProductId>,
}

impl ProductExtras {
    fn add_variants(&mut self, rows: Vec<VariantRow>, options: &[OptionRow]) {
        for row in rows {
            // `options` is in the order of the groups, so the labels are too.
            let mut variant = row.variant;
            let chosen = options.iter().filter(|o| variant.options.contains_key(&o.id.to_string()));
            let labels = chosen.clone().map(|o| o.name.clone()).collect();
            let groups = self.groups.entry(row.product_id).or_default();
            groups.extend(chosen.map(|o| VariantGroup { attribute_id: o.attribute_id, name: o.attribute.clone() }));
            variant.labels = labels;
            variant.barcode =
                self.codes.get_mut(&row.product_id).and_then(|codes| codes.variants.remove(&variant.id.0));
            self.variants.entry(row.product_id).or_default().push(variant);
        }
    }

    /// Builds a product, and the list of the toppings that it offers.
    fn build_product(&mut self, row: ProductRow, today: SaleContext) -> (ProductCore, Vec<ToppingId>) {
        let mut core = row.core;
        let id = core.id;
        let codes = self.codes.remove(&id).unwrap_or_default();
        (core.code, core.barcode) = (codes.code, codes.barcode);
        core.sold_out = today.is_sold_out(row.sold_out_on, core.stock_left, Quantity::units(1))
            || self.combos_sold_out.contains(&id);
        core.variant_groups = self.groups.remove(&id).unwrap_or_default().into_iter().collect();
        core.variants = self.variants.remove(&id).unwrap_or_default();
        core.combo_has_product = self.parts.remove(&id).unwrap_or_default();
        (core, self.toppings.remove(&id).unwrap_or_default())
    }
}
