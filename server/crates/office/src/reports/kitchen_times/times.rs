//! Times of dishes, from how many took about as long. Pure.

use comanda_base::money::{Quantity, SCALE, div_round};
use serde::Serialize;
use std::{collections::BTreeMap, ops::AddAssign};
use utoipa::ToSchema;

/// Steps of a minute: what is late is known by its step.
const STEPS_OF_MINUTE: i64 = 4;

/// How long some dishes took.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct DishTimes {
    /// That have a time.
    pub dishes: i64,
    /// What their areas promise, on average; null of no dishes, as what follows.
    pub promised_seconds: Option<i64>,
    /// Half of them were as quick.
    pub median_seconds: Option<i64>,
    pub average_seconds: Option<i64>,
    /// Nine of ten were as quick.
    pub p90_seconds: Option<i64>,
    /// Took longer than promised.
    pub late: i64,
    pub late_percent: Option<Quantity>,
}

/// Counts by step of 15 seconds, the end of each included.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// How many, and their seconds together.
    steps: BTreeMap<i64, (i64, i64)>,
    late: i64,
    promised: i64,
    /// That nobody marked as ready.
    pub unmarked: i64,
}

impl Tally {
    /// Adds dishes whose area promises so many minutes.
    pub(super) fn add(&mut self, step: Option<i64>, (dishes, seconds): (i64, i64), promised_minutes: i64) {
        let Some(step) = step else {
            self.unmarked += dishes;
            return;
        };
        let counted = self.steps.entry(step).or_default();
        counted.0 += dishes;
        counted.1 += seconds;
        self.promised += dishes * promised_minutes * 60;
        if step > promised_minutes * STEPS_OF_MINUTE {
            self.late += dishes;
        }
    }
    pub(super) fn times(&self) -> DishTimes {
        let (dishes, seconds) = self.steps.values().fold((0, 0), |(n, s), (dishes, sum)| (n + dishes, s + sum));
        let mean = |sum: i64, of: i64| (of > 0).then(|| rounded(sum, of));
        DishTimes {
            dishes,
            promised_seconds: mean(self.promised, dishes),
            median_seconds: self.quickest(dishes, 50),
            average_seconds: mean(seconds, dishes),
            p90_seconds: self.quickest(dishes, 90),
            late: self.late,
            late_percent: share(self.late, dishes),
        }
    }
    /// What the slowest of the quickest so many per cent took: the mean of its step.
    fn quickest(&self, dishes: i64, percent: i64) -> Option<i64> {
        let rank = (dishes * percent + 99) / 100;
        let mut passed = 0;
        let step = self.steps.values().find(|(count, _)| {
            passed += count;
            passed >= rank
        });
        step.map(|(count, seconds)| rounded(*seconds, *count))
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        for (step, (dishes, seconds)) in &other.steps {
            let counted = self.steps.entry(*step).or_default();
            counted.0 += dishes;
            counted.1 += seconds;
        }
        self.late += other.late;
        self.promised += other.promised;
        self.unmarked += other.unmarked;
    }
}

fn rounded(sum: i64, of: i64) -> i64 {
    i64::try_from(div_round(i128::from(sum), i128::from(of))).unwrap_or(i64::MAX)
}

/// Per cent, to a tenth.
fn share(part: i64, whole: i64) -> Option<Quantity> {
    (whole > 0).then(|| Quantity::from_millionths(rounded(part * 1_000, whole) * (SCALE / 10)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(minutes: &[i64], promised: i64) -> DishTimes {
        let mut tally = Tally::default();
        for seconds in minutes.iter().map(|minutes| minutes * 60) {
            tally.add(Some((seconds + 14) / 15), (1, seconds), promised);
        }
        tally.times()
    }

    #[test]
    fn half_of_the_dishes_are_as_quick_as_the_median_and_nine_of_ten_as_the_ninetieth() {
        let one_to_ten = told(&[7, 3, 10, 1, 9, 5, 2, 8, 4, 6], 8);
        assert_eq!((one_to_ten.median_seconds, one_to_ten.p90_seconds), (Some(300), Some(540)));
        assert_eq!((one_to_ten.average_seconds, one_to_ten.dishes), (Some(330), 10));
        assert_eq!((one_to_ten.late, one_to_ten.late_percent), (2, Some(Quantity::units(20))));
        let one = told(&[12], 18);
        assert_eq!((one.median_seconds, one.p90_seconds, one.late), (Some(720), Some(720), 0));
        let odd = told(&[5, 1, 9], 18);
        assert_eq!((odd.median_seconds, odd.p90_seconds), (Some(300), Some(540)));
        assert_eq!(told(&[], 18), DishTimes::default());
    }

    #[test]
    fn what_takes_as_long_as_promised_is_not_late_and_a_second_more_is() {
        let late = |seconds: i64| {
            let mut tally = Tally::default();
            tally.add(Some((seconds + 14) / 15), (1, seconds), 18);
            tally.times().late
        };
        assert_eq!((late(18 * 60), late(18 * 60 + 1), late(0)), (0, 1, 0));
    }

    #[test]
    fn dishes_of_one_step_are_told_by_their_mean_and_promises_are_weighed() {
        let mut tally = Tally::default();
        tally.add(Some(40), (2, 590 + 600), 18);
        tally.add(Some(80), (1, 1_190), 22);
        tally.add(None, (4, 0), 18);
        let times = tally.times();
        assert_eq!((times.median_seconds, times.promised_seconds), (Some(595), Some(1_160)));
        assert_eq!((times.dishes, times.late, tally.unmarked), (3, 0, 4));
    }
}
