//! Classifies dishes by popularity and margin. Pure.

use comanda_base::{
    money::{Money, Quantity, SCALE, div_round, percent_of},
    words::text_enum,
};
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The class of a dish by popularity and margin (Kasavana and Smith, 1982).
    DishClass {
        /// Popular, with a high margin.
        Star = "STAR",
        /// Popular, with a low margin.
        Plowhorse = "PLOWHORSE",
        /// Unpopular, with a high margin.
        Puzzle = "PUZZLE",
        /// Unpopular, with a low margin.
        Dog = "DOG",
    }
);
text_enum!(
    /// The class by accumulated margin: up to 70 %, up to 90 %, the rest.
    AbcClass { A = "A", B = "B", C = "C" }
);

/// The share of the mean units from which a dish is popular, per cent.
const POPULAR_PERCENT: i64 = 70;
const UP_TO_A: Quantity = Quantity::units(70);
const UP_TO_B: Quantity = Quantity::units(90);
/// The most dishes in the advice.
const MAX_ADVISED: usize = 2;

/// The sales of a dish with a known cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DishSales {
    pub product_id: i64,
    pub units: Quantity,
    pub total: Money,
    pub net: Money,
    pub cost: Money,
}

impl DishSales {
    fn margin(&self) -> Money {
        (self.net - self.cost).to_centimos()
    }
    fn per_unit_amount(&self, amount: Money) -> Money {
        per_unit(amount, self.units)
    }
}

/// A dish with its class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClassifiedDish {
    pub sold: DishSales,
    /// The average selling price of one, with IGV.
    pub price: Money,
    pub cost: Money,
    /// The margin of one, without IGV.
    pub margin: Money,
    pub total_margin: Money,
    /// The share of all margin that this dish has together with those of a higher one.
    pub accumulated_percent: Option<Quantity>,
    pub class: DishClass,
    pub abc: AbcClass,
}

/// The limits with which dishes are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuLines {
    /// The units from which a dish is popular: 70 % of the mean.
    pub units: Quantity,
    /// The mean margin of one unit.
    pub margin: Money,
}

/// The additional margin that unpopular dishes with the highest margins could have brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuAdvice {
    /// The names of at most two dishes, in the report's order.
    pub dishes: Vec<String>,
    /// The units assumed for each.
    pub units: Quantity,
    /// The additional margin.
    pub margin: Money,
}

/// Classifies the dishes; returns them by total margin, the highest first, with the limits.
pub(super) fn classify_dishes(sold: Vec<DishSales>) -> (MenuLines, Vec<ClassifiedDish>) {
    let units: Quantity = sold.iter().map(|dish| dish.units).sum();
    let all: Money = sold.iter().map(DishSales::margin).sum();
    let count = i128::try_from(sold.len()).unwrap_or(i128::MAX);
    if count == 0 {
        return (MenuLines::default(), Vec::new());
    }
    let line = div_round(i128::from(units.millionths()) * i128::from(POPULAR_PERCENT), count * 100);
    let lines = MenuLines {
        units: Quantity::from_millionths(i64::try_from(line).unwrap_or(i64::MAX)),
        margin: per_unit(all, units),
    };
    let mut sold = sold;
    sold.sort_by_key(|dish| (std::cmp::Reverse(dish.margin()), dish.product_id));
    let mut so_far = Money::ZERO;
    let place = |(at, dish): (usize, DishSales)| {
        let total_margin = dish.margin();
        so_far += total_margin;
        let accumulated_percent = percent_of(so_far, all);
        let margin = dish.per_unit_amount(total_margin);
        let class = match (dish.units >= lines.units, margin >= lines.margin) {
            (true, true) => DishClass::Star,
            (true, false) => DishClass::Plowhorse,
            (false, true) => DishClass::Puzzle,
            (false, false) => DishClass::Dog,
        };
        let abc = match accumulated_percent.unwrap_or_default() {
            _ if at == 0 => AbcClass::A,
            share if share <= UP_TO_A => AbcClass::A,
            share if share <= UP_TO_B => AbcClass::B,
            _ => AbcClass::C,
        };
        let (price, cost) = (dish.per_unit_amount(dish.total), dish.per_unit_amount(dish.cost));
        ClassifiedDish { price, cost, margin, total_margin, accumulated_percent, class, abc, sold: dish }
    };
    let placed = sold.into_iter().enumerate().map(place).collect();
    (lines, placed)
}

/// Returns the advice; `None` where no unpopular dish with a high margin sold less than the limit.
pub(super) fn compute_advice(
    lines: MenuLines,
    dishes: &[ClassifiedDish],
    name: impl Fn(&ClassifiedDish) -> String,
) -> Option<MenuAdvice> {
    let whole = div_round(i128::from(lines.units.millionths()), i128::from(SCALE));
    let units = Quantity::units(i64::try_from(whole).ok()?);
    let mut puzzles: Vec<&ClassifiedDish> =
        dishes.iter().filter(|dish| dish.class == DishClass::Puzzle && dish.sold.units < units).collect();
    puzzles.sort_by_key(|dish| std::cmp::Reverse(dish.margin));
    puzzles.truncate(MAX_ADVISED);
    puzzles.sort_by_key(|dish| std::cmp::Reverse(dish.total_margin));
    let margin: Money = puzzles.iter().filter_map(|dish| dish.margin.times(units - dish.sold.units)).sum();
    let dishes = puzzles.into_iter().map(name).collect::<Vec<_>>();
    (!dishes.is_empty()).then_some(MenuAdvice { dishes, units, margin })
}

/// Returns the amount of one unit, to the céntimo.
pub(super) fn per_unit(amount: Money, units: Quantity) -> Money {
    amount.per_unit(units).unwrap_or_default().to_centimos()
}

#[cfg(test)]
#[path = "classes_tests.rs"]
mod tests;
