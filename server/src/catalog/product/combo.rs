//! Dishes of a combo. Combos do not nest, and none contains itself.

use super::form::ComboItem;
use crate::{
    args,
    db::{Sql, Tx},
    error::{Code, Faults, Result, invalid, refuse},
    form::some_names,
    ids::ProductId,
    money::{Quantity, SCALE},
};
use std::collections::{HashMap, HashSet};

const MAX_ITEMS: usize = 50;
const MAX_OF_ONE: Quantity = Quantity::units(99);

#[derive(sqlx::FromRow)]
struct Dish {
    id: ProductId,
    name: String,
    is_combo: bool,
}

/// Makes a combo of exactly these dishes. The caller has locked it and them.
pub(super) async fn replace(tx: &mut Tx, combo: ProductId, items: &[ComboItem]) -> Result<()> {
    if items.is_empty() {
        return invalid("combo_items", "Agrega al menos un plato al combo.").err();
    }
    if items.len() > MAX_ITEMS {
        return invalid("combo_items", format!("Un combo puede tener hasta {MAX_ITEMS} platos.")).err();
    }
    let sql = Sql::new("SELECT id, name, is_combo FROM products WHERE type = 'PRODUCT' AND deleted_at IS NULL");
    let dishes: Vec<Dish> = tx.query(sql.list("AND id IN (?)", items.iter().map(|i| i.product_id))).all().await?;
    let dishes: HashMap<ProductId, Dish> = dishes.into_iter().map(|d| (d.id, d)).collect();
    let mut faults = Faults::default();
    let mut seen = HashSet::new();
    for (n, item) in items.iter().enumerate() {
        let at = |part: &str| format!("combo_items.{n}.{part}");
        if item.product_id == combo {
            faults.add(&at("product_id"), "Un combo no puede contenerse a sí mismo.");
        }
        let Some(dish) = dishes.get(&item.product_id) else {
            faults.add(&at("product_id"), "Ese producto ya no existe. Elige otro.");
            continue;
        };
        if dish.is_combo {
            faults.add(&at("product_id"), format!("{} es un combo: agrega sus platos uno a uno.", dish.name));
        }
        if !seen.insert(dish.id) {
            faults.add(&at("product_id"), format!("{} está dos veces. Suma las cantidades.", dish.name));
        }
        let whole = item.quantity.millionths() % SCALE == 0;
        if !whole || item.quantity <= Quantity::ZERO || item.quantity > MAX_OF_ONE {
            faults.add(&at("quantity"), "La cantidad va de 1 a 99, entera.");
        }
    }
    faults.done()?;
    clear(tx, combo).await?;
    let sql = Sql::new("INSERT INTO combo_items (product_id, item_product_id, quantity) VALUES");
    tx.query(sql.rows(items.iter().map(|i| args![combo, i.product_id, i.quantity]))).run().await?;
    Ok(())
}

/// A product that is no combo has no dishes.
pub(super) async fn clear(tx: &mut Tx, combo: ProductId) -> Result<()> {
    tx.query("DELETE FROM combo_items WHERE product_id = $1").bind(combo).run().await?;
    Ok(())
}

/// Refuses while the product is a dish of combos; `cannot` says what cannot be done with it.
pub(super) async fn must_stand_alone(tx: &mut Tx, id: ProductId, cannot: &str, instead: &str) -> Result<()> {
    let names: Vec<String> = tx
        .query(
            "SELECT p.name FROM combo_items n JOIN products p ON p.id = n.product_id
             WHERE n.item_product_id = $1 AND p.deleted_at IS NULL ORDER BY p.search_key LIMIT 1000",
        )
        .bind(id)
        .column()
        .await?;
    match some_names(&names) {
        None => Ok(()),
        Some(some) => {
            let of = if names.len() == 1 { "del combo" } else { "de los combos" };
            refuse(Code::InUse, format!("{cannot}: es parte {of} {some}. {instead}")).err()
        }
    }
}
