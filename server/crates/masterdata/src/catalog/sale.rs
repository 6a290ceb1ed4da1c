//! Puts products together with their variants, toppings and parts: a fixed number of statements, however many products.

use super::{
    codes::{self, Codes},
    model::{ComboPart, Product, ProductCore, Sale, Topping, Variant, VariantGroup},
    planned_prices,
    schedules::{Moment, Now, Rules},
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

/// What decides whether something is sold out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Today {
    pub day: NaiveDate,
    pub moment: Moment,
    /// Products may be sold below what there is.
    pub negative_stock: bool,
}

impl Today {
    pub fn new(now: DateTime<Utc>, settings: &Settings) -> Self {
        let (day, negative_stock) = (settings.business_day(now), settings.negative_stock);
        Self { day, moment: Moment::new(now, settings), negative_stock }
    }
    /// The day that documents of now say, by which planned prices hold.
    fn issue_date(self) -> NaiveDate {
        tax::issue_date(self.moment.at)
    }
    /// Marked for today, or fewer left than the `wanted`.
    fn is_out(self, marked: Option<NaiveDate>, left: Option<Quantity>, wanted: Quantity) -> bool {
        marked == Some(self.day) || (!self.negative_stock && left.is_some_and(|l| l < wanted))
    }
}

/// Everything that can be sold today.
pub(super) async fn sale(tx: &mut Tx, today: Today) -> Result<Sale> {
    let active = store::products().add("AND p.status = 'ACTIVE' AND c.status = 'ACTIVE'").add(store::PRODUCT_ORDER);
    let rules = Rules::all(tx).await?;
    let now = rules.at(today.moment);
    let rows = tx.query(active).all().await?;
    let mut sale = Sale {
        categories: store::active_categories(tx).await?,
        products: complete(tx, rows, today).await?.into_iter().map(|p| with_schedules(p, &now)).collect(),
        toppings: toppings(tx, store::toppings().add("AND t.status = 'ACTIVE' ORDER BY t.id"), today.day).await?,
        comments: store::comments(tx).await?,
        changes_at: [now.changes_at(), planned_prices::next_change(tx, today.issue_date()).await?]
            .into_iter()
            .flatten()
            .min(),
        version: String::new(),
    };
    let text = serde_json::to_vec(&sale).map_err(anyhow::Error::from)?;
    sale.version = hex::encode(&Sha256::digest(&text)[..8]);
    Ok(sale)
}

/// The products of a statement made from `store::products`, whole.
pub(super) async fn products(tx: &mut Tx, list: Sql, today: Today) -> Result<Vec<Product>> {
    let rows = tx.query(list).all().await?;
    let rules = Rules::all(tx).await?;
    let now = rules.at(today.moment);
    Ok(complete(tx, rows, today).await?.into_iter().map(|p| with_schedules(p, &now)).collect())
}

fn with_schedules(product: Product, now: &Now) -> Product {
    Product { now: now.of_product(&product.core), ..product }
}

/// These rows with what belongs to them, in their order.
pub(super) async fn complete(tx: &mut Tx, mut rows: Vec<ProductRow>, today: Today) -> Result<Vec<Product>> {
    planned_prices::put_on(tx, &mut rows, today.issue_date()).await?;
    let of = |wanted: fn(&ProductRow) -> bool| rows.iter().filter(|r| wanted(r)).map(|r| r.id).collect::<Vec<_>>();
    let (with_variants, with_toppings, combos) = (of(|r| r.has_variants), of(|r| r.has_toppings), of(|r| r.is_combo));
    let mut extras = Extras { codes: codes::of(tx, &of(|_| true)).await?, ..Extras::default() };
    if !with_variants.is_empty() {
        extras.add_variants(store::variants(tx, &with_variants).await?, &store::options(tx).await?);
    }
    if !with_toppings.is_empty() {
        for (product, topping) in store::offered_toppings(tx, &with_toppings).await? {
            extras.toppings.entry(product).or_default().push(topping);
        }
    }
    if !combos.is_empty() {
        for part in store::parts(tx, &combos).await? {
            if today.is_out(part.sold_out_on, part.stock_left, part.quantity) {
                extras.combos_sold_out.insert(part.combo_id);
            }
            let whole = ComboPart { product_id: part.product_id, name: part.name, quantity: part.quantity };
            extras.parts.entry(part.combo_id).or_default().push(whole);
        }
    }
    Ok(rows.into_iter().map(|row| extras.complete(row, today)).collect())
}

/// The toppings of a statement made from `store::toppings`.
pub(super) async fn toppings(tx: &mut Tx, list: Sql, day: NaiveDate) -> Result<Vec<Topping>> {
    let rows: Vec<ToppingRow> = tx.query(list).all().await?;
    Ok(rows
        .into_iter()
        .map(|t| Topping {
            id: t.id,
            category_id: t.category_id,
            name: t.name,
            sale_amount: t.sale_amount,
            sold_out: t.sold_out_on == Some(day),
            status: t.status,
        })
        .collect())
}

/// What belongs to products, by product.
#[derive(Default)]
struct Extras {
    codes: HashMap<ProductId, Codes>,
    groups: HashMap<ProductId, BTreeSet<VariantGroup>>,
    variants: HashMap<ProductId, Vec<Variant>>,
    toppings: HashMap<ProductId, Vec<ToppingId>>,
    parts: HashMap<ProductId, Vec<ComboPart>>,
    combos_sold_out: BTreeSet<ProductId>,
}

impl Extras {
    fn add_variants(&mut self, rows: Vec<VariantRow>, options: &[OptionRow]) {
        for row in rows {
            // `options` is in the order of the groups, and so are the labels.
            let chosen = options.iter().filter(|o| row.options.0.contains_key(&o.id.to_string()));
            let labels = chosen.clone().map(|o| o.name.clone()).collect();
            let groups = self.groups.entry(row.product_id).or_default();
            groups.extend(chosen.map(|o| VariantGroup { attribute_id: o.attribute_id, name: o.attribute.clone() }));
            self.variants.entry(row.product_id).or_default().push(Variant {
                id: row.id,
                name: row.name,
                additional_amount: row.additional_amount,
                barcode: self.codes.get_mut(&row.product_id).and_then(|codes| codes.variants.remove(&row.id.0)),
                options: row.options.0,
                labels,
            });
        }
    }

    fn complete(&mut self, r: ProductRow, today: Today) -> Product {
        let toppings = self.toppings.remove(&r.id).unwrap_or_default();
        let codes = self.codes.remove(&r.id).unwrap_or_default();
        let core = ProductCore {
            id: r.id,
            category_id: r.category_id,
            production_area_id: r.production_area_id,
            production_area: r.production_area,
            skips_kitchen: r.skips_kitchen,
            name: r.name,
            code: codes.code,
            barcode: codes.barcode,
            description: r.description,
            kind: r.kind,
            sale_amount: r.sale_amount,
            delivery_price: r.delivery_price,
            delivery_app_price: r.delivery_app_price,
            minimum_sale_price: r.minimum_sale_price,
            igv_treatment: r.igv_treatment,
            is_plastic_bag: r.is_plastic_bag,
            is_delivered: r.is_delivered,
            has_variants: r.has_variants,
            has_toppings: r.has_toppings,
            has_stock: r.has_stock,
            stock_left: r.stock_left,
            min_stock: r.min_stock,
            is_combo: r.is_combo,
            image: r.image,
            plate: r.plate,
            position: r.position,
            sold_out: today.is_out(r.sold_out_on, r.stock_left, Quantity::units(1))
                || self.combos_sold_out.contains(&r.id),
            status: r.status,
            variant_groups: self.groups.remove(&r.id).unwrap_or_default().into_iter().collect(),
            variants: self.variants.remove(&r.id).unwrap_or_default(),
            combo_has_product: self.parts.remove(&r.id).unwrap_or_default(),
        };
        Product { core, toppings, now: Vec::new() }
    }
}
