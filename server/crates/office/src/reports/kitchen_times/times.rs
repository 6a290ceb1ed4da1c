//! Statistics of preparation times from a histogram. Pure.

use comanda_base::money::{Quantity, SCALE, div_round};
use serde::Serialize;
use std::{collections::BTreeMap, ops::AddAssign};
use utoipa::ToSchema;

/// The histogram's steps per minute. A step never spans a whole minute, so lateness follows from the step.
const STEPS_OF_MINUTE: i64 = 4;

/// Statistics of the times of some dishes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct DishTimes {
    /// The number of dishes with a time.
    pub dishes: i64,
    /// The average promise of their areas; null without dishes, like the following fields.
    pub promised_seconds: Option<i64>,
    /// The median time.
    pub median_seconds: Option<i64>,
    pub average_seconds: Option<i64>,
    /// The time within which nine of ten dishes were ready.
    pub p90_seconds: Option<i64>,
    /// The number of dishes that took longer than promised.
    pub late: i64,
    pub late_percent: Option<Quantity>,
}

/// A histogram with steps of 15 seconds, the end of each step included.
#[derive(Debug, Clone, Default)]
pub(super) struct TimeHistogram {
    /// The number of dishes and their total seconds, by step.
    steps: BTreeMap<i64, (i64, i64)>,
    late: i64,
    promised: i64,
    /// The number of dishes that nobody marked as ready.
    pub unmarked: i64,
}

impl TimeHistogram {
    /// Adds dishes of a step whose area promises `promised_minutes`; without a step they count as unmarked.
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
        let mean = |sum: i64, count: i64| (count > 0).then(|| rounded_quotient(sum, count));
        DishTimes {
            dishes,
            promised_seconds: mean(self.promised, dishes),
            median_seconds: self.percentile_seconds(dishes, 50),
            average_seconds: mean(seconds, dishes),
            p90_seconds: self.percentile_seconds(dishes, 90),
            late: self.late,
            late_percent: share_percent(self.late, dishes),
        }
    }
    /// Returns the time within which `percent` of the dishes were ready: the mean of the step of that rank.
    fn percentile_seconds(&self, dishes: i64, percent: i64) -> Option<i64> {
        let rank = (dishes * percent + 99) / 100;
        let mut passed = 0;
        let step = self.steps.values().find(|(count, _)| {
            passed += count;
            passed >= rank
        });
        step.map(|(count, seconds)| rounded_quotient(*seconds, *count))
    }
}

impl AddAssign<&TimeHistogram> for TimeHistogram {
    fn add_assign(&mut self, other: &TimeHistogram) {
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

fn rounded_quotient(sum: i64, count: i64) -> i64 {
    i64::try_from(div_round(i128::from(sum), i128::from(count))).unwrap_or(i64::MAX)
}

/// Returns the share in per cent, to a tenth.
fn share_percent(part: i64, whole: i64) -> Option<Quantity> {
    (whole > 0).then(|| Quantity::from_millionths(rounded_quotient(part * 1_000, whole) * (SCALE / 10)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times_of(minutes: &[i64], promised: i64) -> DishTimes {
        let mut tally = TimeHistogram::default();
        for seconds in minutes.iter().map(|minutes| minutes * 60) {
            tally.add(Some((seconds + 14) / 15), (1, seconds), promised);
        }
        tally.times()
    }

    #[test]
    fn median_and_ninetieth_percentile_are_of_the_right_rank() {
        let one_to_ten = times_of(&[7, 3, 10, 1, 9, 5, 2, 8, 4, 6], 8);
        assert_eq!((one_to_ten.median_seconds, one_to_ten.p90_seconds), (Some(300), Some(540)));
        assert_eq!((one_to_ten.average_seconds, one_to_ten.dishes), (Some(330), 10));
        assert_eq!((one_to_ten.late, one_to_ten.late_percent), (2, Some(Quantity::units(20))));
        let one = times_of(&[12], 18);
        assert_eq!((one.median_seconds, one.p90_seconds, one.late), (Some(720), Some(720), 0));
        let odd = times_of(&[5, 1, 9], 18);
        assert_eq!((odd.median_seconds, odd.p90_seconds), (Some(300), Some(540)));
        assert_eq!(times_of(&[], 18), DishTimes::default());
    }

    #[test]
    fn a_dish_is_late_from_a_second_after_the_promise() {
        let late = |seconds: i64| {
            let mut tally = TimeHistogram::default();
            tally.add(Some((seconds + 14) / 15), (1, seconds), 18);
            tally.times().late
        };
        assert_eq!((late(18 * 60), late(18 * 60 + 1), late(0)), (0, 1, 0));
    }

    #[test]
    fn a_step_counts_by_its_mean_and_promises_are_weighted() {
        let mut tally = TimeHistogram::default();
        tally.add(Some(40), (2, 590 + 600), 18);
        tally.add(Some(80), (1, 1_190), 22);
        tally.add(None, (4, 0), 18);
        let times = tally.times();
        assert_eq!((times.median_seconds, times.promised_seconds), (Some(595), Some(1_160)));
        assert_eq!((times.dishes, times.late, tally.unmarked), (3, 0, 4));
    }
}
