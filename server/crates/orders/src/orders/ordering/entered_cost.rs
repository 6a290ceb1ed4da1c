//! The entered cost of a line: of its product, the dishes of its combo and its toppings, as far as stock does not count them.

use crate::orders::model::Line;
use comanda_base::money::{Money, Quantity};
use comanda_ledgers::figures::{EnteredCost, LineCostBasis};
use comanda_masterdata::catalog::recipe::{EnteredPart, Recipes};

/// Computes the entered cost of one unit of a line. Where the product has a cost of its own, nothing else counts. A dish of a combo with a
/// cost of its own counts by its stock moves where it has any, since the moves of a line are not told apart by dish.
pub(super) fn entered_cost(line: &Line, recipes: &Recipes) -> EnteredCost {
    let product = recipes.product_cost(line.product_id);
    if let EnteredPart::Whole(amount) = product {
        return EnteredCost { basis: LineCostBasis::Entered, amount };
    }
    let one = Quantity::units(1);
    let dishes = line.combo_has_product.iter().filter_map(|dish| {
        let part = recipes.product_cost(dish.product_id);
        let is_counted = matches!(part, EnteredPart::Whole(_)) && recipes.products.contains_key(&dish.product_id);
        (!is_counted).then_some((part, dish.quantity))
    });
    let toppings = line.toppings.iter().map(|topping| (recipes.topping_cost(topping.id), topping.quantity));
    let parts = std::iter::once((product, one)).chain(dishes).chain(toppings);
    let costs: Vec<Option<Money>> = parts
        .filter_map(|(part, quantity)| match part {
            EnteredPart::Nothing => None,
            EnteredPart::Uncounted(cost) | EnteredPart::Whole(cost) => {
                Some(cost.and_then(|cost| cost.cost_of(quantity)))
            }
        })
        .collect();
    if costs.is_empty() {
        return EnteredCost { basis: LineCostBasis::Moves, amount: None };
    }
    let sum = costs.into_iter().try_fold(Money::ZERO, |sum, cost| sum.checked_add(cost?));
    EnteredCost { basis: LineCostBasis::MovesAndEntered, amount: sum }
}
