//! What a product costs to make and what is left of its price. Unknown is unknown, not zero.

pub(in crate::catalog) use super::cost_store::{BY_COST, BY_MARGIN, recipes};

use super::cost_store::{self as store, Costed};
use crate::{
    catalog::{
        model::{CostSource, FoodCost},
        store::ProductRow,
    },
    db::Tx,
    error::Result,
    ids::ProductId,
    money::{Money, Quantity, SCALE, div_round},
    settings::TaxRule,
    stock::{
        goods::{self, Average},
        recipe::{Freshness, Pantry, Portion},
    },
};
use std::collections::{BTreeSet, HashMap};

/// A hundred per cent, and a tenth of one, in millionths of one per cent.
const WHOLE: i128 = 100 * SCALE as i128;
const TENTH: i128 = SCALE as i128 / 10;

/// Costs of some products and of the dishes of those that are combos; a fixed number of statements.
#[derive(Debug, Default)]
pub(in crate::catalog) struct Costs {
    products: HashMap<ProductId, Costed>,
    averages: HashMap<ProductId, Average>,
    parts: HashMap<ProductId, Vec<(ProductId, Quantity)>>,
    pub recipes: HashMap<ProductId, Vec<Portion>>,
    pub pantry: Pantry,
}

impl Costs {
    /// Reads what the costs of these rows are made of.
    pub async fn load(tx: &mut Tx, rows: &[ProductRow]) -> Result<Self> {
        let mut costs = Self::default();
        let mut add = |c: Costed| {
            costs.products.insert(c.id, c);
        };
        for r in rows {
            let (is_combo, has_supplies, own_cost, cost_amount) =
                (r.is_combo, r.has_supplies, r.own_cost, r.cost_amount);
            add(Costed { id: r.id, is_combo, has_supplies, own_cost, cost_amount });
        }
        let combos: Vec<ProductId> = rows.iter().filter(|r| r.is_combo).map(|r| r.id).collect();
        if !combos.is_empty() {
            let parts = store::parts(tx, combos).await?;
            let ids: BTreeSet<ProductId> = parts.iter().map(|p| p.item_product_id).collect();
            for dish in store::dishes(tx, ids).await? {
                add(dish);
            }
            for p in parts {
                costs.parts.entry(p.product_id).or_default().push((p.item_product_id, p.quantity));
            }
        }
        let ids: Vec<ProductId> = costs.products.keys().copied().collect();
        costs.averages = goods::product_averages(tx, &ids).await?;
        costs.recipes = store::recipes(tx, &ids).await?;
        let supplies = costs.recipes.values().flatten().map(|p| p.supply_id).collect::<BTreeSet<_>>();
        costs.pantry = Pantry::with(tx, supplies).await?;
        Ok(costs)
    }

    /// What one of it costs and leaves.
    pub fn of(&self, row: &ProductRow, tax: TaxRule) -> FoodCost {
        let Some(product) = self.products.get(&row.id) else { return FoodCost::default() };
        let (cost_source, food_cost) = self.cost(product, true);
        let freshness = food_cost.map(|_| self.freshness(product, true)).unwrap_or_default();
        FoodCost {
            food_cost,
            cost_source,
            margin_percent: food_cost.and_then(|c| margin(row.sale_amount, c, tax.percent_of(row.igv_treatment))),
            cost_at: freshness.at,
            cost_is_pending: freshness.is_pending,
        }
    }

    fn cost(&self, product: &Costed, with_parts: bool) -> (CostSource, Option<Money>) {
        if product.own_cost {
            return (CostSource::Own, product.cost_amount);
        }
        if product.has_supplies {
            let recipe = self.recipes.get(&product.id).filter(|r| !r.is_empty());
            return (CostSource::Recipe, recipe.and_then(|r| self.pantry.cost_of(r)));
        }
        if product.is_combo && with_parts {
            let parts = self.parts.get(&product.id).filter(|p| !p.is_empty());
            let sum = |parts: &Vec<_>| {
                parts.iter().try_fold(Money::ZERO, |sum, (id, quantity)| {
                    let dish = self.cost(self.products.get(id)?, false).1?;
                    sum.checked_add(times(dish, *quantity)?)
                })
            };
            return (CostSource::Combo, parts.and_then(sum));
        }
        let average = self.averages.get(&product.id).map(|a| a.cost);
        (CostSource::Own, average.or(product.cost_amount))
    }

    /// How old that cost is; what was typed has no age.
    fn freshness(&self, product: &Costed, with_parts: bool) -> Freshness {
        if product.own_cost {
            return Freshness::default();
        }
        if product.has_supplies {
            return self.recipes.get(&product.id).map(|r| self.pantry.freshness_of(r)).unwrap_or_default();
        }
        if product.is_combo && with_parts {
            let parts = self.parts.get(&product.id).into_iter().flatten();
            let dishes = parts.filter_map(|(id, _)| self.products.get(id));
            return dishes.map(|d| self.freshness(d, false)).fold(Freshness::default(), Freshness::and);
        }
        let average = self.averages.get(&product.id);
        average.map(|a| Freshness { at: a.at, is_pending: a.is_pending }).unwrap_or_default()
    }
}

fn times(cost: Money, quantity: Quantity) -> Option<Money> {
    let product = i128::from(cost.millionths()) * i128::from(quantity.millionths());
    i64::try_from(div_round(product, i128::from(SCALE))).ok().map(Money::from_millionths)
}

/// What is left of a price without its IGV, per cent of it, to a tenth; `None` for what is given away.
fn margin(price: Money, cost: Money, igv: Quantity) -> Option<Quantity> {
    if price <= Money::ZERO {
        return None;
    }
    let rate = i128::from(igv.millionths());
    let share = div_round(i128::from(cost.millionths()) * (WHOLE + rate), i128::from(price.millionths()) * TENTH);
    i64::try_from(WHOLE - share * TENTH).ok().map(Quantity::from_millionths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_of_the_price_without_igv() {
        let m = |text: &str| text.parse::<Money>().unwrap();
        for (price, cost, igv, left) in [
            ("38.00", "13.40", 18, Some("58.4")),
            ("38.00", "13.40", 0, Some("64.7")),
            ("118.00", "0", 18, Some("100")),
            ("118.00", "100", 18, Some("0")),
            ("10.00", "20.00", 0, Some("-100")),
            ("0", "1", 18, None),
        ] {
            assert_eq!(
                margin(m(price), m(cost), Quantity::units(igv)).map(|q| q.to_string()).as_deref(),
                left,
                "{price} {cost}"
            );
        }
    }

    fn costed(id: i64, is_combo: bool, has_supplies: bool, cost: Option<&str>) -> (ProductId, Costed) {
        let cost_amount = cost.map(|c| c.parse().unwrap());
        (ProductId(id), Costed { id: ProductId(id), is_combo, has_supplies, own_cost: false, cost_amount })
    }

    #[test]
    fn a_combo_costs_what_its_dishes_cost_and_unknown_stays_unknown() {
        let mut costs = Costs {
            products: HashMap::from([
                costed(1, true, false, Some("1")),
                costed(2, false, false, Some("2.50")),
                costed(3, false, false, Some("4")),
            ]),
            parts: HashMap::from([(
                ProductId(1),
                vec![(ProductId(2), Quantity::units(2)), (ProductId(3), Quantity::units(1))],
            )]),
            ..Costs::default()
        };
        let of = |costs: &Costs, id| costs.cost(&costs.products[&ProductId(id)], true);
        assert_eq!(of(&costs, 1), (CostSource::Combo, Some(Money::units(9))));
        assert_eq!(of(&costs, 2).0, CostSource::Own);
        costs.products.extend([costed(3, false, false, None)]);
        assert_eq!(of(&costs, 1), (CostSource::Combo, None));
        costs.products.extend([costed(3, false, true, Some("4"))]);
        assert_eq!(of(&costs, 3), (CostSource::Recipe, None), "a recipe without supplies is not written yet");
        costs.products.get_mut(&ProductId(3)).unwrap().own_cost = true;
        assert_eq!(of(&costs, 3), (CostSource::Own, Some(Money::units(4))));
        assert_eq!(of(&costs, 1), (CostSource::Combo, Some(Money::units(9))));
    }
}
