//! The report: dishes of some categories in a period, by class and margin.

use super::classes::{self, AbcClass, ClassifiedDish, DishClass, DishSales, MenuAdvice, MenuLines};
use crate::reports::{sales::report::round_to_thousandths, span::DaySpan, store};
use chrono::NaiveDate;
use chrono_tz::Tz;
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity},
};
use comanda_ledgers::figures::{self, Cut, SalesFilter, Sums};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// A dish of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuDish {
    pub product_id: i64,
    pub name: String,
    /// Null for a dish without a category.
    pub category: Option<String>,
    pub class: DishClass,
    pub abc: AbcClass,
    pub units: Quantity,
    /// The average selling price of one, with IGV.
    pub price: Money,
    /// The cost of one at the time of sale.
    pub cost: Money,
    /// The margin of one, without IGV.
    pub margin: Money,
    pub total_margin: Money,
    /// The share of all margin that this dish has together with those of a higher one.
    pub accumulated_percent: Option<Quantity>,
}

/// A dish whose cost is unknown for some or all of its sales.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DishWithoutCost {
    pub product_id: i64,
    pub name: String,
    pub units: Quantity,
    pub total: Money,
}

/// The sums of the dishes of a class.
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
    /// Whether the last day is not over.
    pub is_partial: bool,
    pub lines: MenuLines,
    /// The dishes, the highest total margin first.
    pub dishes: Vec<MenuDish>,
    pub units: Quantity,
    pub total_margin: Money,
    /// All four classes.
    pub classes: Vec<ClassSums>,
    /// The dishes without a known cost, which are not classified, the most sold first.
    pub without_cost: Vec<DishWithoutCost>,
    pub advice: Option<MenuAdvice>,
    /// The categories of all sold dishes, by name.
    pub categories: Vec<MenuCategory>,
}

/// The query of the report with its context.
#[derive(Debug, Clone)]
pub(super) struct MenuQuery {
    pub span: DaySpan,
    pub filter: SalesFilter,
    /// The ids of categories; all where empty.
    pub categories: Vec<i64>,
    pub today: NaiveDate,
    pub zone: Tz,
}

pub(super) async fn load_report(tx: &mut Tx, query: &MenuQuery) -> Result<MenuReport> {
    let mut sums = BTreeMap::<String, Sums>::new();
    for day in figures::load_day_sums(tx, query.span.first_and_last(), Cut::Product, &query.filter, query.zone).await? {
        *sums.entry(day.key).or_default() += day.sums;
    }
    // Lines without a product, and dishes refunded altogether, are left out.
    sums.retain(|key, sums| figures::is_product(key) && sums.quantity > Quantity::ZERO);
    let names = Names {
        products: store::load_product_names_with_unit(tx).await?,
        categories: store::load_category_names(tx).await?,
        category_of: store::load_product_categories(tx).await?,
    };
    let categories = names.categories_of(&sums);
    if !query.categories.is_empty() {
        sums.retain(|key, _| {
            names.category_of.get(key).is_some_and(|id| id.parse().is_ok_and(|id: i64| query.categories.contains(&id)))
        });
    }
    let (known, unknown): (Vec<_>, Vec<_>) = sums.into_iter().partition(|(_, sums)| sums.uncosted.is_zero());
    let sold = known.into_iter().filter_map(|(key, sums)| {
        let (units, total, net, cost) = (round_to_thousandths(sums.quantity), sums.total, sums.net, sums.cost);
        Some(DishSales { product_id: key.parse().ok()?, units, total, net, cost })
    });
    let (lines, placed) = classes::classify_dishes(sold.collect());
    let advice = classes::compute_advice(lines, &placed, |dish| names.product(dish.sold.product_id));
    let class = |class: DishClass| {
        let dishes_of_class = || placed.iter().filter(|dish| dish.class == class);
        ClassSums {
            class,
            dishes: i64::try_from(dishes_of_class().count()).unwrap_or(i64::MAX),
            units: dishes_of_class().map(|dish| dish.sold.units).sum(),
            total_margin: dishes_of_class().map(|dish| dish.total_margin).sum(),
        }
    };
    let mut without_cost: Vec<DishWithoutCost> = unknown
        .into_iter()
        .filter_map(|(key, sums)| {
            let product_id = key.parse().ok()?;
            let name = names.product(product_id);
            Some(DishWithoutCost { product_id, name, units: round_to_thousandths(sums.quantity), total: sums.total })
        })
        .collect();
    without_cost.sort_by_key(|dish| (std::cmp::Reverse(dish.units), dish.product_id));
    Ok(MenuReport {
        start_date: query.span.first,
        end_date: query.span.last,
        is_partial: query.span.last >= query.today,
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
    /// The category id by product id.
    category_of: HashMap<String, String>,
}

impl Names {
    fn product(&self, id: i64) -> String {
        self.products.get(&id.to_string()).cloned().unwrap_or_default()
    }
    fn category(&self, product: i64) -> Option<String> {
        self.categories.get(self.category_of.get(&product.to_string())?).cloned()
    }
    /// Returns the categories of the sold dishes, by name.
    fn categories_of(&self, sums: &BTreeMap<String, Sums>) -> Vec<MenuCategory> {
        let ids: std::collections::BTreeSet<&String> =
            sums.keys().filter_map(|key| self.category_of.get(key)).collect();
        let named = |id: &String| Some(MenuCategory { id: id.parse().ok()?, name: self.categories.get(id)?.clone() });
        let mut found: Vec<MenuCategory> = ids.into_iter().filter_map(named).collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }
    fn dish(&self, dish: ClassifiedDish) -> MenuDish {
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
