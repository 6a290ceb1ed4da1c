//! What lines take out of stock: combo → its dishes → their recipes, toppings × own quantity × the line's quantity.

use crate::orders::{model::Line, store};
use comanda_base::{
    error::Result,
    ids::{ProductId, RequestId, ToppingId},
    money::{Quantity, SCALE},
};
use comanda_ledgers::stock::{self, Item, Taken, Taking};
use comanda_masterdata::catalog::recipe::{Ingredient, Recipes};
use comanda_platform::use_case::Work;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Takes what lines are made of out of what is on hand.
pub(in crate::orders) async fn take_stock(work: &mut Work<'_>, lines: &[Line]) -> Result<Taken> {
    let products: BTreeSet<ProductId> = lines.iter().flat_map(products_of).map(|(id, _)| id).collect();
    let toppings: BTreeSet<ToppingId> = lines.iter().flat_map(|l| &l.toppings).map(|t| t.id).collect();
    let recipes = Recipes::load(work.tx, &Vec::from_iter(products), &Vec::from_iter(toppings)).await?;
    let takings: Vec<Taking> = lines.iter().flat_map(|line| takings_of(line, &recipes)).collect();
    work.tx.begin_critical_section().await;
    stock::take_for_lines(work, &takings, &recipes.names).await
}

/// Refuses early what cannot be sent later: more on the account's unsent lines than there is. No lock: sending looks again.
/// `counted` are the products in question by name.
pub(in crate::orders) async fn must_have(
    work: &mut Work<'_>,
    request: RequestId,
    counted: &HashMap<ProductId, String>,
) -> Result<()> {
    if counted.is_empty() || work.settings().await?.negative_stock {
        return Ok(());
    }
    let ids: Vec<ProductId> = counted.keys().copied().collect();
    let left = stock::products_on_hand(work.tx, &ids).await?;
    let wanted = store::unsent_quantities(work.tx, request).await?;
    let missing: Vec<(ProductId, Quantity)> =
        wanted.into_iter().filter_map(|(id, q)| left.get(&id).filter(|l| **l < q).map(|l| (id, *l))).collect();
    if missing.is_empty() { Ok(()) } else { stock::short(&missing, counted).err() }
}

/// The line's product and its dishes, with how many of each the whole line is.
pub(in crate::orders) fn products_of(line: &Line) -> impl Iterator<Item = (ProductId, Quantity)> {
    let dishes = line.combo_has_product.iter().map(|c| (c.product_id, times(c.quantity, line.qty_original)));
    std::iter::once((line.product_id, line.qty_original)).chain(dishes)
}

fn takings_of(line: &Line, recipes: &Recipes) -> Vec<Taking> {
    let mut items: BTreeMap<Item, Quantity> = BTreeMap::new();
    let mut add = |ingredients: Option<&Vec<Ingredient>>, many: Quantity| {
        for i in ingredients.into_iter().flatten() {
            let sum = items.entry(i.item).or_default();
            // Taking refuses what is so much.
            *sum = sum.checked_add(times(i.quantity, many)).unwrap_or(Quantity::from_millionths(i64::MAX));
        }
    };
    for (product, many) in products_of(line) {
        add(recipes.products.get(&product), many);
    }
    for topping in &line.toppings {
        add(recipes.toppings.get(&topping.id), times(topping.quantity, line.qty_original));
    }
    let taking = |(item, quantity)| Taking { line: line.id, units: line.qty_original, item, quantity };
    items.into_iter().map(taking).collect()
}

/// One of the two is a whole number, so nothing is ever rounded here.
fn times(a: Quantity, b: Quantity) -> Quantity {
    let product = i128::from(a.millionths()) * i128::from(b.millionths()) / i128::from(SCALE);
    Quantity::from_millionths(i64::try_from(product).unwrap_or(i64::MAX))
}
