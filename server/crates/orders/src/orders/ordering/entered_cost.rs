//! The entered cost of a line: of its product, the dishes of its combo and its toppings, as far as stock does not count them.

use crate::orders::model::Line;
use comanda_base::money::Money;
use comanda_ledgers::figures::{EnteredCost, LineCostBasis};
use comanda_masterdata::catalog::recipe::{EnteredPartCost, Recipes};

/// Computes the entered cost of one unit of a line. Where the product has a cost of its own, nothing else counts. The stock that a dish of a
/// combo takes counts with the line's moves, so its own cost counts less the value of that stock, and may be below zero.
pub(super) fn entered_cost(line: &Line, recipes: &Recipes) -> EnteredCost {
    let product = recipes.product_cost(line.product_id);
    let one = line.measure.quantity;
    if let EnteredPartCost::Whole { cost, .. } = product {
        return EnteredCost { basis: LineCostBasis::Entered, amount: cost.and_then(|cost| cost.cost_of(one)) };
    }
    let dishes = line.combo_has_product.iter().map(|dish| (recipes.product_cost(dish.product_id), dish.quantity));
    let toppings = line.toppings.iter().map(|topping| (recipes.topping_cost(topping.id), topping.quantity));
    let parts = std::iter::once((product, one)).chain(dishes).chain(toppings);
    let costs: Vec<Option<Money>> = parts
        .filter_map(|(part, quantity)| {
            let cost = match part {
                EnteredPartCost::Nothing => return None,
                EnteredPartCost::Uncounted(cost) => cost,
                EnteredPartCost::Whole { cost, taken } => cost.zip(taken).map(|(cost, taken)| cost - taken),
            };
            Some(cost.and_then(|cost| cost.cost_of(quantity)))
        })
        .collect();
    if costs.is_empty() {
        return EnteredCost { basis: LineCostBasis::Moves, amount: None };
    }
    let sum = costs.into_iter().try_fold(Money::ZERO, |sum, cost| sum.checked_add(cost?));
    EnteredCost { basis: LineCostBasis::MovesAndEntered, amount: sum }
}
