//! One change of many products at once: price, category, area or status. It changes all of them or none; a preview shows beforehand the
//! changes of each. `plan` computes them for both, and one statement writes them.

mod plan;
mod store;

use super::change_log;
use crate::catalog::{planned_prices, version};
use comanda_base::{
    db::Tx,
    error::{Code, Refusal, Result, invalid, refuse},
    form::deserialize_optional,
    ids::{AreaId, CategoryId, ProductId},
    money::{Money, Quantity},
    words::Status,
};
use comanda_platform::{audit, use_case::Work};
use plan::PlannedChange;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The most products in one change.
const MAX_PRODUCTS: usize = 500;

/// Body of `POST /products/bulk`; absent fields stay as they are.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct BulkChange {
    /// The products, up to 500.
    pub ids: Vec<ProductId>,
    pub price: Option<PriceChange>,
    pub category_id: Option<CategoryId>,
    /// The area in which they are made; null: none.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<AreaId>)]
    pub production_area_id: Option<Option<AreaId>>,
    pub status: Option<Status>,
}

/// A new price: an amount, or a change in per cent.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct PriceChange {
    /// The prices to change; empty: the price at the table. A percentage gives no price to a product that has none.
    #[serde(default)]
    pub prices: Vec<PriceName>,
    pub set: Option<Money>,
    /// `10` is a tenth more, `-10` a tenth less.
    pub percent: Option<Quantity>,
    /// The step to which a percentage is rounded; the céntimo if absent.
    #[serde(default)]
    pub round_to: RoundTo,
}

/// A price of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(rename_all = "snake_case")]
pub enum PriceName {
    SaleAmount,
    DeliveryPrice,
    DeliveryAppPrice,
}

/// The step of a rounded price, half away from zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub enum RoundTo {
    #[default]
    #[serde(rename = "0.01")]
    #[schema(rename = "0.01")]
    Centimo,
    #[serde(rename = "0.10")]
    #[schema(rename = "0.10")]
    TenCentimos,
    #[serde(rename = "0.50")]
    #[schema(rename = "0.50")]
    HalfSol,
}

/// The result for each product.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct BulkReport {
    /// Whether nothing was changed and the lines show what would be.
    pub preview: bool,
    pub changed: i64,
    pub same: i64,
    pub failed: i64,
    pub lines: Vec<BulkLine>,
}

/// The result for one product.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkLine {
    pub product_id: ProductId,
    pub name: String,
    pub changes: Vec<FieldChange>,
    /// The reason why the product cannot be changed; absent: it can.
    pub error: Option<String>,
}

/// The change of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldChange {
    pub field: BulkField,
    /// An amount, a name, or a status; empty: none.
    pub before: String,
    pub after: String,
}

/// A field that can be changed for many products at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(rename_all = "snake_case")]
pub enum BulkField {
    SaleAmount,
    DeliveryPrice,
    DeliveryAppPrice,
    Category,
    ProductionArea,
    Status,
}

impl BulkReport {
    /// Returns the refusal that names the first product with an error; then none is changed.
    fn refusal(&self) -> Option<Refusal> {
        let (n, line, error) =
            self.lines.iter().enumerate().find_map(|(n, l)| l.error.as_ref().map(|error| (n, l, error)))?;
        let text = format!("{}: {error} No se cambió nada.", line.name);
        Some(refuse(Code::Invalid, text.clone()).at(&format!("lines.{n}"), text).with_current(self))
    }
}

/// Returns the changes without making them.
pub(super) async fn preview_bulk_change(tx: &mut Tx, body: &BulkChange) -> Result<BulkReport> {
    let planned = load_plan(tx, body).await?;
    Ok(BulkReport { preview: true, ..build_report(&planned) })
}

pub(super) async fn apply_bulk_change(work: &mut Work<'_>, body: &BulkChange) -> Result<BulkReport> {
    check(body)?;
    planned_prices::write_due_prices(work).await?;
    store::lock_products_and_category(work.tx, &body.ids, body.category_id).await?;
    let planned = load_plan(work.tx, body).await?;
    let report = build_report(&planned);
    if let Some(refusal) = report.refusal() {
        return refusal.err();
    }
    let changed: Vec<&PlannedChange> = planned.iter().filter(|p| !p.line.changes.is_empty()).collect();
    if changed.is_empty() {
        return Ok(report);
    }
    let priced: Vec<ProductId> = changed
        .iter()
        .filter(|p| p.is.as_ref().map(|row| row.sale_amount) != p.was.as_ref().map(|row| row.sale_amount))
        .map(|p| p.line.product_id)
        .collect();
    planned_prices::delete_planned(work, &priced).await?;
    let user = work.actor.user_id;
    let now = work.now;
    store::update_products(work.tx, changed.iter().filter_map(|p| p.is.as_ref()), user, now).await?;
    let entries = changed.iter().flat_map(|p| {
        let (was, is) = p.fields_for_log();
        change_log::audit_entries(p.line.product_id, &was, &is)
    });
    let entries = entries.collect();
    audit::log_all(work.tx, work.actor, now, entries).await?;
    version::mark_changed(work, json!({}));
    Ok(report)
}

async fn load_plan(tx: &mut Tx, body: &BulkChange) -> Result<Vec<PlannedChange>> {
    check(body)?;
    let rows = store::load_rows(tx, &body.ids).await?;
    let target = store::load_target(tx, body.category_id, body.production_area_id.flatten()).await?;
    if body.category_id.is_some() && target.category.is_none() {
        return invalid("category_id", "Esa categoría ya no existe. Elige otra.").err();
    }
    if body.production_area_id.flatten().is_some() && target.area.is_none() {
        return invalid("production_area_id", "Esa área ya no existe. Elige otra.").err();
    }
    Ok(plan::plan_changes(body, &target, rows))
}

fn check(body: &BulkChange) -> Result<()> {
    if body.ids.is_empty() {
        return invalid("ids", "Elige al menos un producto.").err();
    }
    if body.ids.len() > MAX_PRODUCTS {
        return invalid("ids", format!("Elige hasta {MAX_PRODUCTS} productos a la vez.")).err();
    }
    if body.price.is_none() && body.category_id.is_none() && body.production_area_id.is_none() && body.status.is_none()
    {
        return invalid("ids", "Di qué cambia: precio, categoría, área o estado.").err();
    }
    match &body.price {
        Some(price) => Ok(plan::check_price_change(price)?),
        None => Ok(()),
    }
}

fn build_report(planned: &[PlannedChange]) -> BulkReport {
    let lines: Vec<BulkLine> = planned.iter().map(|p| p.line.clone()).collect();
    let count = |wanted: fn(&BulkLine) -> bool| lines.iter().filter(|l| wanted(l)).count() as i64;
    BulkReport {
        preview: false,
        changed: count(|l| l.error.is_none() && !l.changes.is_empty()),
        same: count(|l| l.error.is_none() && l.changes.is_empty()),
        failed: count(|l| l.error.is_some()),
        lines,
    }
}
