//! Dishes against each other. Pure.

use comanda_base::{
    money::{Money, Quantity, SCALE, div_round, percent_of},
    words::words,
};
use serde::Serialize;
use utoipa::ToSchema;

words!(
    /// Popularity by margin (Kasavana and Smith, 1982).
    DishClass {
        /// Asked for, and leaves much.
        Star = "STAR",
        /// Asked for, and leaves little.
        Plowhorse = "PLOWHORSE",
        /// Leaves much, and is hardly asked for.
        Puzzle = "PUZZLE",
        /// Neither.
        Dog = "DOG",
    }
);
words!(
    /// By the accumulated margin: up to 70 %, up to 90 %, the rest.
    AbcClass { A = "A", B = "B", C = "C" }
);

/// A dish is popular from this part of the mean of units: per cent.
const POPULAR: i64 = 70;
const UP_TO_A: Quantity = Quantity::units(70);
const UP_TO_B: Quantity = Quantity::units(90);
/// Dishes that the advice names.
const ADVISED: usize = 2;

/// What was sold of a dish of which the cost is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sold {
    pub product_id: i64,
    pub units: Quantity,
    pub total: Money,
    pub net: Money,
    pub cost: Money,
}

impl Sold {
    fn margin(&self) -> Money {
        (self.net - self.cost).to_centimos()
    }
    fn each(&self, amount: Money) -> Money {
        per_unit(amount, self.units)
    }
}

/// A dish among the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub sold: Sold,
    /// Of one, with IGV, as it was sold on average.
    pub price: Money,
    pub cost: Money,
    /// Of one, without IGV.
    pub margin: Money,
    pub total_margin: Money,
    /// Of the margin of all, with those that leave more.
    pub accumulated_percent: Option<Quantity>,
    pub class: DishClass,
    pub abc: AbcClass,
}

/// What dishes are compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuLines {
    /// Units from which a dish is popular: 70 % of the mean.
    pub units: Quantity,
    /// Mean margin of one dish.
    pub margin: Money,
}

/// What the dishes that leave most and are hardly asked for would have left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuAdvice {
    /// Names of at most two, in their order.
    pub dishes: Vec<String>,
    /// If each had sold so many.
    pub units: Quantity,
    /// More than they did.
    pub margin: Money,
}

/// Dishes by what they leave, the most first.
pub(super) fn placed(sold: Vec<Sold>) -> (MenuLines, Vec<Placed>) {
    let units: Quantity = sold.iter().map(|dish| dish.units).sum();
    let all: Money = sold.iter().map(Sold::margin).sum();
    let count = i128::try_from(sold.len()).unwrap_or(i128::MAX);
    if count == 0 {
        return (MenuLines::default(), Vec::new());
    }
    let line = div_round(i128::from(units.millionths()) * i128::from(POPULAR), count * 100);
    let lines = MenuLines {
        units: Quantity::from_millionths(i64::try_from(line).unwrap_or(i64::MAX)),
        margin: per_unit(all, units),
    };
    let mut sold = sold;
    sold.sort_by_key(|dish| (std::cmp::Reverse(dish.margin()), dish.product_id));
    let mut so_far = Money::ZERO;
    let place = |(at, dish): (usize, Sold)| {
        let total_margin = dish.margin();
        so_far += total_margin;
        let accumulated_percent = percent_of(so_far, all);
        let margin = dish.each(total_margin);
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
        let (price, cost) = (dish.each(dish.total), dish.each(dish.cost));
        Placed { price, cost, margin, total_margin, accumulated_percent, class, abc, sold: dish }
    };
    let placed = sold.into_iter().enumerate().map(place).collect();
    (lines, placed)
}

/// None where no such dish sold less than the line.
pub(super) fn advice(lines: MenuLines, dishes: &[Placed], name: impl Fn(&Placed) -> String) -> Option<MenuAdvice> {
    let whole = div_round(i128::from(lines.units.millionths()), i128::from(SCALE));
    let units = Quantity::units(i64::try_from(whole).ok()?);
    let mut puzzles: Vec<&Placed> =
        dishes.iter().filter(|dish| dish.class == DishClass::Puzzle && dish.sold.units < units).collect();
    puzzles.sort_by_key(|dish| std::cmp::Reverse(dish.margin));
    puzzles.truncate(ADVISED);
    puzzles.sort_by_key(|dish| std::cmp::Reverse(dish.total_margin));
    let margin: Money = puzzles.iter().filter_map(|dish| dish.margin.times(units - dish.sold.units)).sum();
    let dishes = puzzles.into_iter().map(name).collect::<Vec<_>>();
    (!dishes.is_empty()).then_some(MenuAdvice { dishes, units, margin })
}

/// Of one, to the céntimo.
pub(super) fn per_unit(amount: Money, units: Quantity) -> Money {
    if units <= Quantity::ZERO {
        return Money::ZERO;
    }
    let each = div_round(i128::from(amount.millionths()) * i128::from(SCALE), i128::from(units.millionths()));
    Money::from_millionths(i64::try_from(each).unwrap_or_default()).to_centimos()
}

#[cfg(test)]
#[path = "classes_tests.rs"]
mod tests;
