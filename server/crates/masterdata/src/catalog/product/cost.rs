//! The cost of a product and its margin. An unknown cost is absent, not zero.

pub(in crate::catalog) use super::cost_store::{BY_COST, BY_MARGIN, load_recipes};

use super::cost_store::{self as store, CostedProduct};
use crate::catalog::{
    dish_costs::CostCause,
    model::{CostSource, FoodCost},
    store::ProductRow,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::ProductId,
    money::{Money, Quantity, SCALE, div_round, percent_of},
};
use comanda_ledgers::stock::{
    ItemKind,
    goods::{self, AverageCost},
    recipe::{CostAge, IngredientCatalog, RecipePortion},
};
use comanda_platform::settings::{Settings, TaxRule};
use std::collections::{BTreeSet, HashMap};

/// A hundred per cent, and a tenth of one, in millionths of one per cent.
const WHOLE: i128 = 100 * SCALE as i128;
const TENTH: i128 = SCALE as i128 / 10;
/// Ten céntimos: no menu has finer prices.
const PRICE_STEP: i128 = SCALE as i128 / 10;

/// The costs of some products and of the dishes of combos among them; loaded with a fixed number of statements.
#[derive(Debug, Default)]
pub(in crate::catalog) struct ProductCosts {
    products: HashMap<ProductId, CostedProduct>,
    averages: HashMap<ProductId, AverageCost>,
    /// The target margin of the settings, in per cent.
    company_margin: Quantity,
    parts: HashMap<ProductId, Vec<(ProductId, Quantity)>>,
    pub recipes: HashMap<ProductId, Vec<RecipePortion>>,
    pub ingredients: IngredientCatalog,
}

impl ProductCosts {
    /// Loads what the costs of these rows consist of.
    pub async fn load(tx: &mut Tx, rows: &[ProductRow]) -> Result<Self> {
        let house_margin = Settings::load(tx).await?.target_margin;
        let mut costs = Self { company_margin: house_margin, ..Self::default() };
        let mut add = |c: CostedProduct| {
            costs.products.insert(c.id, c);
        };
        for r in rows {
            let (is_combo, has_supplies, own_cost, cost_amount) =
                (r.core.is_combo, r.has_supplies, r.own_cost, r.cost_amount);
            add(CostedProduct { id: r.core.id, is_combo, has_supplies, own_cost, cost_amount });
        }
        let combos: Vec<ProductId> = rows.iter().filter(|r| r.core.is_combo).map(|r| r.core.id).collect();
        if !combos.is_empty() {
            let parts = store::load_combo_parts(tx, combos).await?;
            let ids: BTreeSet<ProductId> = parts.iter().map(|p| p.item_product_id).collect();
            for dish in store::load_dishes(tx, ids).await? {
                add(dish);
            }
            for p in parts {
                costs.parts.entry(p.product_id).or_default().push((p.item_product_id, p.quantity));
            }
        }
        let ids: Vec<ProductId> = costs.products.keys().copied().collect();
        costs.averages = goods::load_product_averages(tx, &ids).await?;
        costs.recipes = store::load_recipes(tx, &ids).await?;
        let supplies = costs.recipes.values().flatten().map(|p| p.supply_id).collect::<BTreeSet<_>>();
        costs.ingredients = IngredientCatalog::load_for(tx, supplies).await?;
        Ok(costs)
    }

    /// Sets the average cost of one of the products.
    pub fn set_average(&mut self, id: ProductId, average: AverageCost) {
        self.averages.insert(id, average);
    }

    /// Returns the ingredient that raised the cost of a product most since `then`.
    pub fn main_cause(&self, then: &Self, id: ProductId) -> Option<CostCause> {
        let dishes =
            std::iter::once((id, Quantity::units(1))).chain(self.parts.get(&id).into_iter().flatten().copied());
        let portions = dishes.flat_map(|(dish, times)| {
            let recipe = self.recipes.get(&dish).into_iter().flatten();
            recipe.map(move |portion| (portion, times))
        });
        let changes = portions.filter_map(|(portion, times)| {
            let cost = |costs: &Self| costs.ingredients.ingredient_cost(portion.supply_id, portion.quantity_base);
            let (is, was) = (cost(self)?, cost(then)?);
            Some(CostCause {
                name: self.ingredients.name(portion.supply_id)?.to_owned(),
                change: multiply(is - was, times)?,
                change_percent: percent_of(is - was, was),
            })
        });
        changes.max_by_key(|cause| cause.change).filter(|cause| cause.change > Money::ZERO)
    }

    /// Returns the cost and the margin of a product.
    pub fn food_cost(&self, row: &ProductRow, tax: TaxRule) -> FoodCost {
        let Some(product) = self.products.get(&row.core.id) else { return FoodCost::default() };
        let (cost_source, food_cost) = self.cost(product, true);
        let freshness = food_cost.map(|_| self.freshness(product, true)).unwrap_or_default();
        let igv = tax.percent_of(row.core.igv_treatment);
        let one = Quantity::units(1);
        let bag_tax = if row.core.is_plastic_bag { tax.bag_tax_of(row.core.sale_amount, one) } else { Money::ZERO };
        let margin_percent = food_cost.and_then(|c| margin(row.core.sale_amount - bag_tax, c, igv));
        let target = row.category_margin.unwrap_or(self.company_margin);
        let falls_short = margin_percent.is_some_and(|m| m < target);
        FoodCost {
            food_cost,
            cost_source,
            margin_percent,
            cost_at: freshness.at,
            cost_is_pending: freshness.is_pending,
            target_margin: food_cost.map(|_| target),
            suggested_price: food_cost
                .filter(|_| falls_short)
                .and_then(|c| suggest_price(target, c, igv))
                .map(|p| p + bag_tax),
        }
    }

    /// Returns the same recipes at the average costs before a moment, or of the first purchase since. An entered cost has no history: what
    /// depends on one is unknown.
    pub async fn load_before(&self, tx: &mut Tx, at: DateTime<Utc>) -> Result<Self> {
        let products: Vec<i64> = self.products.keys().map(|id| id.0).collect();
        let products = goods::load_averages_at(tx, ItemKind::Product, &products, at).await?;
        let supplies: Vec<i64> = self.ingredients.supplies().map(|s| s.id.0).collect();
        let supplies = goods::load_averages_at(tx, ItemKind::Supply, &supplies, at).await?;
        let average = |(id, cost)| (ProductId(id), AverageCost { cost, at: None, is_pending: false });
        Ok(Self {
            products: self.products.iter().map(|(id, p)| (*id, CostedProduct { cost_amount: None, ..*p })).collect(),
            averages: products.into_iter().map(average).collect(),
            company_margin: self.company_margin,
            parts: self.parts.clone(),
            recipes: self.recipes.clone(),
            ingredients: self.ingredients.with_averages(&supplies),
        })
    }

    fn cost(&self, product: &CostedProduct, with_parts: bool) -> (CostSource, Option<Money>) {
        if product.own_cost {
            return (CostSource::Own, product.cost_amount);
        }
        if product.has_supplies {
            let recipe = self.recipes.get(&product.id).filter(|r| !r.is_empty());
            return (CostSource::Recipe, recipe.and_then(|r| self.ingredients.recipe_cost(r)));
        }
        if product.is_combo && with_parts {
            let parts = self.parts.get(&product.id).filter(|p| !p.is_empty());
            let sum = |parts: &Vec<_>| {
                parts.iter().try_fold(Money::ZERO, |sum, (id, quantity)| {
                    let dish = self.cost(self.products.get(id)?, false).1?;
                    sum.checked_add(multiply(dish, *quantity)?)
                })
            };
            return (CostSource::Combo, parts.and_then(sum));
        }
        let average = self.averages.get(&product.id).map(|a| a.cost);
        (CostSource::Own, average.or(product.cost_amount))
    }

    /// Returns how old the cost is; an entered cost has no age.
    fn freshness(&self, product: &CostedProduct, with_parts: bool) -> CostAge {
        if product.own_cost {
            return CostAge::default();
        }
        if product.has_supplies {
            return self.recipes.get(&product.id).map(|r| self.ingredients.recipe_cost_age(r)).unwrap_or_default();
        }
        if product.is_combo && with_parts {
            let parts = self.parts.get(&product.id).into_iter().flatten();
            let dishes = parts.filter_map(|(id, _)| self.products.get(id));
            return dishes.map(|d| self.freshness(d, false)).fold(CostAge::default(), CostAge::oldest_with);
        }
        let average = self.averages.get(&product.id);
        average.map(|a| CostAge { at: a.at, is_pending: a.is_pending }).unwrap_or_default()
    }
}

fn multiply(cost: Money, quantity: Quantity) -> Option<Money> {
    let product = i128::from(cost.millionths()) * i128::from(quantity.millionths());
    i64::try_from(div_round(product, i128::from(SCALE))).ok().map(Money::from_millionths)
}

/// Returns the part of a price without IGV that is left after the cost, in per cent to a tenth; `None` for a price of zero.
fn margin(price: Money, cost: Money, igv: Quantity) -> Option<Quantity> {
    if price <= Money::ZERO {
        return None;
    }
    let rate = i128::from(igv.millionths());
    let share = div_round(i128::from(cost.millionths()) * (WHOLE + rate), i128::from(price.millionths()) * TENTH);
    i64::try_from(WHOLE - share * TENTH).ok().map(Quantity::from_millionths)
}

/// Returns the lowest price in steps of ten céntimos whose part without IGV leaves the target margin, in per cent.
fn suggest_price(target: Quantity, cost: Money, igv: Quantity) -> Option<Money> {
    let keeps = WHOLE - i128::from(target.millionths());
    let exact = i128::from(cost.millionths()) * (WHOLE + i128::from(igv.millionths()));
    let steps = exact.checked_add(keeps * PRICE_STEP - 1)?.div_euclid(keeps * PRICE_STEP);
    i64::try_from(steps * PRICE_STEP).ok().map(Money::from_millionths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_of_the_price_without_igv() {
        let m = |text: &str| text.parse::<Money>().unwrap();
        for (price, cost, igv, percent) in [
            ("38.00", "13.40", 18, Some("58.4")),
            ("38.00", "13.40", 0, Some("64.7")),
            ("118.00", "0", 18, Some("100")),
            ("118.00", "100", 18, Some("0")),
            ("10.00", "20.00", 0, Some("-100")),
            ("0", "1", 18, None),
        ] {
            assert_eq!(
                margin(m(price), m(cost), Quantity::units(igv)).map(|q| q.to_string()).as_deref(),
                percent,
                "{price} {cost}"
            );
        }
    }

    #[test]
    fn the_suggested_price_leaves_the_target_and_ten_centimos_less_do_not() {
        let m = |text: &str| text.parse::<Money>().unwrap();
        for (target, cost, igv, price) in [
            (65, "13.40", 18, "45.20"),
            (65, "13.40", 0, "38.30"),
            (65, "3.50", 0, "10"),
            (0, "10.00", 18, "11.80"),
            (95, "1", 18, "23.60"),
            (65, "0", 18, "0"),
        ] {
            let (target, igv) = (Quantity::units(target), Quantity::units(igv));
            let suggested = suggest_price(target, m(cost), igv).unwrap();
            assert_eq!(suggested, m(price), "{cost}");
            let leaves = |price: Money| margin(price, m(cost), igv);
            assert!(leaves(suggested).is_none_or(|percent| percent >= target), "{cost}");
            let less = suggested - m("0.10");
            assert!(leaves(less).is_none_or(|percent| percent < target + margin_step()), "{cost}");
        }
    }

    /// The step to which margins are rounded.
    fn margin_step() -> Quantity {
        "0.1".parse().unwrap()
    }

    fn costed(id: i64, is_combo: bool, has_supplies: bool, cost: Option<&str>) -> (ProductId, CostedProduct) {
        let cost_amount = cost.map(|c| c.parse().unwrap());
        (ProductId(id), CostedProduct { id: ProductId(id), is_combo, has_supplies, own_cost: false, cost_amount })
    }

    #[test]
    fn a_combo_costs_what_its_dishes_cost_and_unknown_stays_unknown() {
        let mut costs = ProductCosts {
            products: HashMap::from([
                costed(1, true, false, Some("1")),
                costed(2, false, false, Some("2.50")),
                costed(3, false, false, Some("4")),
            ]),
            parts: HashMap::from([(
                ProductId(1),
                vec![(ProductId(2), Quantity::units(2)), (ProductId(3), Quantity::units(1))],
            )]),
            ..ProductCosts::default()
        };
        let cost_of = |costs: &ProductCosts, id| costs.cost(&costs.products[&ProductId(id)], true);
        assert_eq!(cost_of(&costs, 1), (CostSource::Combo, Some(Money::units(9))));
        assert_eq!(cost_of(&costs, 2).0, CostSource::Own);
        costs.products.extend([costed(3, false, false, None)]);
        assert_eq!(cost_of(&costs, 1), (CostSource::Combo, None));
        costs.products.extend([costed(3, false, true, Some("4"))]);
        assert_eq!(cost_of(&costs, 3), (CostSource::Recipe, None), "a recipe without supplies is not written yet");
        costs.products.get_mut(&ProductId(3)).unwrap().own_cost = true;
        assert_eq!(cost_of(&costs, 3), (CostSource::Own, Some(Money::units(4))));
        assert_eq!(cost_of(&costs, 1), (CostSource::Combo, Some(Money::units(9))));
    }
}
