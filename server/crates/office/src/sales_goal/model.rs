//! Validates sales goals and computes their progress and the amount needed per remaining day. Pure.

use chrono::{Datelike, Months, NaiveDate};
use comanda_base::{
    error::{Faults, Result},
    money::{Money, Quantity, SCALE, fraction},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The highest goal: more than any restaurant sells in a month.
const MAX_GOAL: Money = Money::units(10_000_000);
/// The number of months after the present one that may have a goal of their own.
const MONTHS_AHEAD: u32 = 12;

/// Body of `PUT /sales-goal`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
pub struct SetSalesGoal {
    /// The first month of the goal, which is in force until another one begins: the present month or one of the next twelve, `2026-12`.
    pub month: String,
    /// The goal, up to 10,000,000.00; 0 ends the goals from that month on.
    pub amount: Money,
}

/// Answer of `GET /sales-goal`: the month's sales so far, and its goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesGoal {
    /// The month of the present business day, `2026-11`.
    pub month: String,
    /// The month's sales so far, as in the sales report.
    pub sold: Money,
    /// Null where no goal is in force.
    pub goal: Option<Money>,
    /// The share of the goal sold, in whole per cent rounded down, so that a goal is not at 100 before it is reached; null without a goal.
    pub percent: Option<Quantity>,
    /// The amount still to be sold: zero where the goal is reached, null without a goal.
    pub left: Option<Money>,
    /// The business days until the end of the month, including today's.
    pub days_left: i64,
    /// The sales needed on each of those days. Today's sales so far do not reduce it, so it stays the same all day. Zero where the goal is
    /// reached, null without a goal.
    pub per_day: Option<Money>,
    /// `2026-12`.
    pub next_month: String,
    /// The goal that will be in force in the next month.
    pub next_goal: Option<Money>,
    /// Whether the next month has its own goal, which stays when the present month's changes.
    pub is_next_set: bool,
}

/// The goals in force in the present month and in the next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goals {
    pub present: Option<Money>,
    pub next: Option<Money>,
    /// Whether the next month has a goal of its own.
    pub is_next_set: bool,
}

/// Returns the first day of a day's month.
pub(super) fn month_of(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

/// Returns the first day of the next month.
pub(super) fn next_month(month: NaiveDate) -> NaiveDate {
    month.checked_add_months(Months::new(1)).unwrap_or(month)
}

/// Returns a month as `2026-11`.
pub(super) fn month_text(month: NaiveDate) -> String {
    month.format("%Y-%m").to_string()
}

impl SetSalesGoal {
    /// Validates the body and returns the first day of its month.
    ///
    /// # Errors
    /// 422 at a month that is over, too far ahead or malformed, and at an amount out of range.
    pub(super) fn validated_month(&self, today: NaiveDate) -> Result<NaiveDate> {
        let (mut faults, this) = (Faults::default(), month_of(today));
        let text = self.month.trim();
        let month = (text.len() == 7).then(|| format!("{text}-01").parse::<NaiveDate>().ok()).flatten();
        match month {
            None => faults.add("month", "Escribe el mes como 2026-12."),
            Some(month) if month < this => faults.add("month", "Ese mes ya terminó. Elige este mes o uno que viene."),
            Some(month) if this.checked_add_months(Months::new(MONTHS_AHEAD)).is_none_or(|last| month > last) => {
                faults.add("month", "Elige este mes o uno de los doce que vienen.");
            }
            Some(_) => {}
        }
        let amount = self.amount;
        if amount.is_negative() || amount > MAX_GOAL || amount != amount.to_centimos() {
            faults.add(
                "amount",
                format!("Escribe una meta de 0 a S/ {MAX_GOAL:#}, con hasta dos decimales. Con 0 se quita."),
            );
        }
        faults.finish()?;
        Ok(month.unwrap_or(this))
    }
}

/// Computes the progress from the month's sales before today and of today, and the goals of this month and the next.
pub(super) fn compute_progress(
    today: NaiveDate,
    (before_today, sold_today): (Money, Money),
    Goals { present: goal, next: next_goal, is_next_set }: Goals,
) -> SalesGoal {
    let month = month_of(today);
    let next = next_month(month);
    let sold = before_today + sold_today;
    let days_left = (next - today).num_days().max(1);
    let remaining = |goal: Money, sold: Money| (goal - sold).max(Money::ZERO);
    SalesGoal {
        month: month_text(month),
        sold,
        goal,
        percent: goal.and_then(|goal| whole_percent(sold, goal)),
        left: goal.map(|goal| remaining(goal, sold)),
        days_left,
        per_day: goal.map(|goal| match goal <= sold {
            true => Money::ZERO,
            false => fraction(remaining(goal, before_today), 1, days_left),
        }),
        next_month: month_text(next),
        next_goal,
        is_next_set,
    }
}

/// Returns the share of a goal in whole per cent, rounded down; `None` where the goal is zero.
fn whole_percent(sold: Money, goal: Money) -> Option<Quantity> {
    let percent = (i128::from(sold.millionths()) * 100).checked_div_euclid(i128::from(goal.millionths()))?;
    i64::try_from(percent).ok()?.checked_mul(SCALE).map(Quantity::from_millionths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_missing_is_shared_out_over_the_days_that_are_left_and_today_counts_whole() {
        let soles = Money::units;
        let goals = |present, next| Goals { present, next, is_next_set: false };
        let goal = Some(soles(30_000));
        // Ten of the thirty days are left, including today.
        let found = compute_progress(day("2026-11-21"), (soles(18_000), soles(400)), goals(goal, None));
        assert_eq!((found.month.as_str(), found.next_month.as_str(), found.days_left), ("2026-11", "2026-12", 10));
        assert_eq!((found.sold, found.left, found.per_day), (soles(18_400), Some(soles(11_600)), Some(soles(1_200))));
        assert_eq!(found.percent.unwrap().to_string(), "61");
        let last = compute_progress(day("2026-12-31"), (soles(29_000), soles(999)), goals(goal, goal));
        assert_eq!((last.days_left, last.left, last.per_day), (1, Some(soles(1)), Some(soles(1_000))));
        assert_eq!(last.next_month, "2027-01");
        let reached = compute_progress(day("2026-12-31"), (soles(29_000), soles(1_000)), goals(goal, None));
        assert_eq!((reached.left, reached.per_day), (Some(Money::ZERO), Some(Money::ZERO)));
        let progress = compute_progress(day("2026-02-28"), (soles(5), soles(6)), goals(None, None));
        assert_eq!((progress.sold, progress.left, progress.per_day, progress.percent), (soles(11), None, None, None));
    }

    #[test]
    fn a_goal_is_not_at_a_hundred_before_its_last_centimo() {
        let percent = |sold: &str| whole_percent(sold.parse().unwrap(), Money::units(30_000)).map(|it| it.to_string());
        for (sold, shown) in
            [("29999.99", "99"), ("30000", "100"), ("45000", "150"), ("0", "0"), ("299.99", "0"), ("-5", "-1")]
        {
            assert_eq!(percent(sold).as_deref(), Some(shown), "{sold}");
        }
        assert_eq!(whole_percent(Money::units(1), Money::ZERO), None);
    }

    #[test]
    fn what_is_no_goal_is_refused_at_its_field() {
        let set = |month: &str, amount: &str| {
            SetSalesGoal { month: month.to_owned(), amount: amount.parse().unwrap() }.validated_month(day("2026-11-21"))
        };
        for (month, amount, first) in [
            ("2026-11", "45000.50", "2026-11-01"),
            (" 2026-12 ", "0", "2026-12-01"),
            ("2027-11", "10000000", "2027-11-01"),
        ] {
            assert_eq!(set(month, amount).unwrap(), day(first));
        }
        for (month, amount) in [
            ("2026-10", "1"),
            ("2027-12", "1"),
            ("2026-13", "1"),
            ("noviembre", "1"),
            ("2026-11-21", "1"),
            ("", "1"),
            ("2026-11", "-1"),
            ("2026-11", "10000000.01"),
            ("2026-11", "1.005"),
        ] {
            assert!(set(month, amount).is_err(), "{month} {amount}");
        }
    }
}
