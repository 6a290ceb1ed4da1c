//! The report: dishes of some categories in a period, by class and by what they leave.

use super::classes::{self, AbcClass, DishClass, MenuAdvice, MenuLines, Placed, Sold};
use crate::reports::{sales::report::hundredths, span::Span, store};
use chrono::NaiveDate;
use chrono_tz::Tz;
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity},
};
use comanda_ledgers::figures::{self, Cut, Narrowed, Sums};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// A dish.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuDish {
    pub product_id: i64,
    pub name: String,
    /// Null where it has none.
    pub category: Option<String>,
    pub class: DishClass,
    pub abc: AbcClass,
    pub units: Quantity,
    /// Of one, with IGV, as it was sold on average.
    pub price: Money,
    /// Of one, when it was sold.
    pub cost: Money,
    /// Of one, without IGV.
    pub margin: Money,
    pub total_margin: Money,
    /// Of the margin of all, with those that leave more.
    pub accumulated_percent: Option<Quantity>,
}

/// A dish of which the cost is not known, or not of all that was sold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DishWithoutCost {
    pub product_id: i64,
    pub name: String,
    pub units: Quantity,
    pub total: Money,
}

/// What dishes of a class come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClassSums {
    pub class: DishClass,
    pub dishes: i64,
    pub units: Quantity,
    pub total_margin: Money,
}

/// A category to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuCategory {
    pub id: i64,
    pub name: String,
}

/// Answer of `GET /menu-engineering`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MenuReport {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// The last day is not over.
    pub is_partial: bool,
    pub lines: MenuLines,
    /// What leaves most first.
    pub dishes: Vec<MenuDish>,
    pub units: Quantity,
    pub total_margin: Money,
    /// All four.
    pub classes: Vec<ClassSums>,
    /// The most sold first: compared with nothing.
    pub without_cost: Vec<DishWithoutCost>,
    pub advice: Option<MenuAdvice>,
    /// Of all that was sold, by name.
    pub categories: Vec<MenuCategory>,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub span: Span,
    pub narrowed: Narrowed,
    /// Empty: all.
    pub categories: Vec<i64>,
    pub today: NaiveDate,
    pub zone: Tz,
}

pub(super) async fn report(tx: &mut Tx, asked: &Asked) -> Result<MenuReport> {
    let mut sums = BTreeMap::<String, Sums>::new();
    for day in figures::sold(tx, asked.span.pair(), Cut::Product, &asked.narrowed, asked.zone).await? {
        *sums.entry(day.key).or_default() += day.sums;
    }
    // What was no product, or went back altogether, is no dish.
    sums.retain(|key, sums| figures::is_product(key) && sums.quantity > Quantity::ZERO);
    let names = Names {
        products: store::names_of_products(tx).await?,
        categories: store::names_of_categories(tx).await?,
        category_of: store::categories_of_products(tx).await?,
    };
    let categories = names.categories_of(&sums);
    if !asked.categories.is_empty() {
        sums.retain(|key, _| {
            names.category_of.get(key).is_some_and(|id| id.parse().is_ok_and(|id: i64| asked.categories.contains(&id)))
        });
    }
    let (known, unknown): (Vec<_>, Vec<_>) = sums.into_iter().partition(|(_, sums)| sums.uncosted.is_zero());
    let sold = known.into_iter().filter_map(|(key, sums)| {
        let (units, total, net, cost) = (hundredths(sums.quantity), sums.total, sums.net, sums.cost);
        Some(Sold { product_id: key.parse().ok()?, units, total, net, cost })
    });
    let (lines, placed) = classes::placed(sold.collect());
    let advice = classes::advice(lines, &placed, |dish| names.product(dish.sold.product_id));
    let class = |class: DishClass| {
        let of = || placed.iter().filter(|dish| dish.class == class);
        ClassSums {
            class,
            dishes: i64::try_from(of().count()).unwrap_or(i64::MAX),
            units: of().map(|dish| dish.sold.units).sum(),
            total_margin: of().map(|dish| dish.total_margin).sum(),
        }
    };
    let mut without_cost: Vec<DishWithoutCost> = unknown
        .into_iter()
        .filter_map(|(key, sums)| {
            let product_id = key.parse().ok()?;
            let name = names.product(product_id);
            Some(DishWithoutCost { product_id, name, units: hundredths(sums.quantity), total: sums.total })
        })
        .collect();
    without_cost.sort_by_key(|dish| (std::cmp::Reverse(dish.units), dish.product_id));
    Ok(MenuReport {
        start_date: asked.span.first,
        end_date: asked.span.last,
        is_partial: asked.span.last >= asked.today,
        lines,
        units: placed.iter().map(|dish| dish.sold.units).sum(),
        total_margin: placed.iter().map(|dish| dish.total_margin).sum(),
        classes: [DishClass::Star, DishClass::Plowhorse, DishClass::Puzzle, DishClass::Dog].map(class).to_vec(),
        dishes: placed.into_iter().map(|dish| names.dish(dish)).collect(),
        without_cost,
        advice,
        categories,
    })
}

struct Names {
    products: HashMap<String, String>,
    categories: HashMap<String, String>,
    /// By product.
    category_of: HashMap<String, String>,
}

impl Names {
    fn product(&self, id: i64) -> String {
        self.products.get(&id.to_string()).cloned().unwrap_or_default()
    }
    fn category(&self, product: i64) -> Option<String> {
        self.categories.get(self.category_of.get(&product.to_string())?).cloned()
    }
    /// Those of what was sold, by name.
    fn categories_of(&self, sums: &BTreeMap<String, Sums>) -> Vec<MenuCategory> {
        let ids: std::collections::BTreeSet<&String> =
            sums.keys().filter_map(|key| self.category_of.get(key)).collect();
        let named = |id: &String| Some(MenuCategory { id: id.parse().ok()?, name: self.categories.get(id)?.clone() });
        let mut found: Vec<MenuCategory> = ids.into_iter().filter_map(named).collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }
    fn dish(&self, dish: Placed) -> MenuDish {
        let product_id = dish.sold.product_id;
        MenuDish {
            product_id,
            name: self.product(product_id),
            category: self.category(product_id),
            class: dish.class,
            abc: dish.abc,
            units: dish.sold.units,
            price: dish.price,
            cost: dish.cost,
            margin: dish.margin,
            total_margin: dish.total_margin,
            accumulated_percent: dish.accumulated_percent,
        }
    }
}
