//! The dishes of a combo. Combos do not nest, and none contains itself.

pub(super) use super::combo_store::delete_combo_items;

use super::{
    combo_store::{self as store, Dish},
    form::ComboItem,
};
use comanda_base::{
    db::Tx,
    error::{Code, Faults, Result, invalid, refuse},
    form::summarize_names,
    ids::ProductId,
    money::{Quantity, SCALE},
};
use std::collections::{HashMap, HashSet};

const MAX_ITEMS: usize = 50;
const MAX_OF_ONE: Quantity = Quantity::units(99);

/// Replaces the dishes of a combo. The caller has locked the combo and the dishes.
pub(super) async fn replace_combo_items(tx: &mut Tx, combo: ProductId, items: &[ComboItem]) -> Result<()> {
    if items.is_empty() {
        return invalid("combo_items", "Agrega al menos un plato al combo.").err();
    }
    if items.len() > MAX_ITEMS {
        return invalid("combo_items", format!("Un combo puede tener hasta {MAX_ITEMS} platos.")).err();
    }
    let dishes = store::load_dishes(tx, items).await?;
    let dishes: HashMap<ProductId, Dish> = dishes.into_iter().map(|d| (d.id, d)).collect();
    let mut faults = Faults::default();
    let mut dish_ids = HashSet::new();
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
        if dish.is_plastic_bag {
            let text = format!("{} paga ICBPER y se cobra aparte: no va dentro de un combo.", dish.name);
            faults.add(&at("product_id"), text);
        }
        if dish.sale_unit.is_measured() {
            let text = format!("{} se vende por peso o medida: no va dentro de un combo.", dish.name);
            faults.add(&at("product_id"), text);
        }
        if !dish_ids.insert(dish.id) {
            faults.add(&at("product_id"), format!("{} está dos veces. Suma las cantidades.", dish.name));
        }
        let whole = item.quantity.millionths() % SCALE == 0;
        if !whole || item.quantity <= Quantity::ZERO || item.quantity > MAX_OF_ONE {
            faults.add(&at("quantity"), "La cantidad va de 1 a 99, entera.");
        }
    }
    faults.finish()?;
    store::replace_combo_items(tx, combo, items).await
}

/// Refuses while the product is a dish of combos; `cannot` says what cannot be done with it.
pub(super) async fn check_not_in_combo(tx: &mut Tx, id: ProductId, cannot: &str, remedy: &str) -> Result<()> {
    let names = store::list_combos_with(tx, id).await?;
    match summarize_names(&names) {
        None => Ok(()),
        Some(some) => {
            let combos_text = if names.len() == 1 { "del combo" } else { "de los combos" };
            refuse(Code::InUse, format!("{cannot}: es parte {combos_text} {some}. {remedy}")).err()
        }
    }
}
