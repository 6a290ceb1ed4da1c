//! Product changes as the action log stores them; prices have entries of their own.

use super::{cost, form::ProductFields, store};
use crate::catalog::{choices, codes};
use comanda_base::{error::Result, ids::ProductId};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::{Map, Value, json};

/// The fields that count as prices in the log.
const PRICES: [&str; 5] = ["sale_amount", "delivery_price", "delivery_app_price", "minimum_sale_price", "variants"];

/// Returns the product with its parts as the log stores it.
pub(super) async fn snapshot_product(
    work: &mut Work<'_>,
    id: ProductId,
    fields: &ProductFields,
) -> Result<Map<String, Value>> {
    let Value::Object(mut all) = json!(fields) else { return Ok(Map::new()) };
    let recipe = cost::load_recipes(work.tx, &[id]).await?.remove(&id).unwrap_or_default();
    let recipe: Vec<Value> = recipe
        .iter()
        .map(|p| json!({"supply_id": p.supply_id, "quantity": p.quantity, "measurement_id": p.measurement_id}))
        .collect();
    let codes = codes::load_codes_of(work.tx, id).await?;
    all.insert("code".into(), json!(codes.code));
    all.insert("barcode".into(), json!(codes.barcode));
    all.insert("variant_barcodes".into(), json!(codes.variants));
    all.insert("variants".into(), json!(store::load_variant_amounts(work.tx, id).await?));
    all.insert("combo_items".into(), json!(store::list_combo_items(work.tx, id).await?));
    all.insert("supply_items".into(), json!(recipe));
    all.insert("topping_ids".into(), json!(store::list_toppings(work.tx, id).await?));
    let choice_groups = choices::list_groups_of_products(work.tx, &[id]).await?.remove(&id).unwrap_or_default();
    all.insert("choice_group_ids".into(), json!(choice_groups));
    Ok(all)
}

pub(super) async fn log_changes(
    work: &mut Work<'_>,
    id: ProductId,
    was: &Map<String, Value>,
    is: &Map<String, Value>,
) -> Result<()> {
    audit::log_all(work.tx, work.actor, work.now, audit_entries(id, was, is)).await?;
    Ok(())
}

/// Returns the log entries of a change, those of prices apart.
pub(in crate::catalog) fn audit_entries(
    id: ProductId,
    was: &Map<String, Value>,
    is: &Map<String, Value>,
) -> Vec<AuditEntry> {
    let mut entries = Vec::new();
    for (action, prices) in [("PRICE_CHANGED", true), ("PRODUCT_CHANGED", false)] {
        let changed = is
            .iter()
            .filter(|(name, value)| PRICES.contains(&name.as_str()) == prices && was.get(*name) != Some(*value));
        let names: Vec<&String> = changed.map(|(name, _)| name).collect();
        if names.is_empty() {
            continue;
        }
        let pick_fields = |all: &Map<String, Value>| {
            let mut some: Map<String, Value> = names.iter().map(|n| ((*n).clone(), all[*n].clone())).collect();
            some.insert("name".into(), all.get("name").cloned().unwrap_or_default());
            Some(Value::Object(some))
        };
        entries.push(AuditEntry::new(action).entity("product", id.0).change(pick_fields(was), pick_fields(is)));
    }
    entries
}
