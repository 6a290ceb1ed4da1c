//! The stock that lines take: combo → its dishes → their recipes, toppings × own quantity × quantity of the line.

use super::entered_cost::entered_cost;
use crate::orders::{model::Line, store};
use comanda_base::{
    db::CriticalSection,
    error::Result,
    ids::{ProductId, RequestId, ToppingId},
    money::{Quantity, SCALE, div_round},
};
use comanda_ledgers::{
    figures::LineCostBasis,
    stock::{self, Item, LineConsumption, TakenStock},
};
use comanda_masterdata::catalog::recipe::{Ingredient, Recipes};
use comanda_platform::use_case::Work;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Takes the ingredients of lines out of stock, and stores the entered costs of what stock does not count.
pub(in crate::orders) async fn take_stock(work: &mut Work<'_>, lines: &[Line]) -> Result<TakenStock> {
    let products: BTreeSet<ProductId> = lines.iter().flat_map(products_of).map(|(id, _)| id).collect();
    let toppings: BTreeSet<ToppingId> = lines.iter().flat_map(|l| &l.toppings).map(|t| t.id).collect();
    let recipes = Recipes::load(work.tx, &Vec::from_iter(products), &Vec::from_iter(toppings)).await?;
    let costs = lines.iter().map(|line| (line.id, entered_cost(line, &recipes)));
    let costs: Vec<_> = costs.filter(|(_, cost)| cost.basis != LineCostBasis::Moves).collect();
    store::write_entered_costs(work, &costs).await?;
    let takings: Vec<LineConsumption> = lines.iter().flat_map(|line| consumption_of(line, &recipes)).collect();
    work.tx.begin_critical_section(CriticalSection::Stock).await;
    stock::take_for_lines(work, &takings, &recipes.names).await
}

/// Refuses early what could not be sent later: more on the unsent lines of the account than is on hand. Without a lock, since sending
/// checks again. `counted` are the names of the products in question.
pub(in crate::orders) async fn check_on_hand(
    work: &mut Work<'_>,
    request: RequestId,
    counted: &HashMap<ProductId, String>,
) -> Result<()> {
    if counted.is_empty() || work.settings().await?.negative_stock {
        return Ok(());
    }
    let ids: Vec<ProductId> = counted.keys().copied().collect();
    let on_hand = stock::load_products_on_hand(work.tx, &ids).await?;
    let unsent = store::list_unsent_quantities(work.tx, request).await?;
    let missing: Vec<(ProductId, Quantity)> =
        unsent.into_iter().filter_map(|(id, q)| on_hand.get(&id).filter(|l| **l < q).map(|l| (id, *l))).collect();
    if missing.is_empty() { Ok(()) } else { stock::sold_out_refusal(&missing, counted).err() }
}

/// Returns the product of a line and the dishes of its combo, with the quantity of each in the whole line: of a weighed product what it
/// weighs.
pub(in crate::orders) fn products_of(line: &Line) -> impl Iterator<Item = (ProductId, Quantity)> {
    let dishes = line.combo_has_product.iter().map(|c| (c.product_id, multiply(c.quantity, line.qty_original)));
    std::iter::once((line.product_id, line.measure.measure_of_pieces(line.qty_original))).chain(dishes)
}

fn consumption_of(line: &Line, recipes: &Recipes) -> Vec<LineConsumption> {
    let mut items: BTreeMap<Item, Quantity> = BTreeMap::new();
    let mut add = |ingredients: Option<&Vec<Ingredient>>, many: Quantity| {
        for i in ingredients.into_iter().flatten() {
            let sum = items.entry(i.item).or_default();
            // An overflow is refused when stock is taken.
            *sum = sum.checked_add(multiply(i.quantity, many)).unwrap_or(Quantity::from_millionths(i64::MAX));
        }
    };
    for (product, many) in products_of(line) {
        add(recipes.products.get(&product), many);
    }
    for topping in &line.toppings {
        add(recipes.toppings.get(&topping.id), multiply(topping.quantity, line.qty_original));
    }
    let taking = |(item, quantity)| LineConsumption { line: line.id, units: line.qty_original, item, quantity };
    items.into_iter().map(taking).collect()
}

/// Multiplies two quantities. Nothing is rounded where one of them is a whole number; what a weighed piece takes is to the millionth.
fn multiply(a: Quantity, b: Quantity) -> Quantity {
    let product = div_round(i128::from(a.millionths()) * i128::from(b.millionths()), i128::from(SCALE));
    Quantity::from_millionths(i64::try_from(product).unwrap_or(i64::MAX))
}
