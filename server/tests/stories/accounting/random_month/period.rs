//! The months of a random run, and the rates that hold in them.

use crate::evening::random::Random;
use chrono::{Days, Months, NaiveDate};

/// Consecutive whole months.
pub struct Period {
    /// The first day of each month.
    pub months: Vec<NaiveDate>,
    /// The number of random moments in each month.
    pub moments: usize,
    /// The first day of each rate, and its per cent.
    pub rates: Vec<(NaiveDate, &'static str)>,
}

impl Period {
    /// December 2026, and the night on which a small restaurant's rate changes.
    pub fn december(_: &mut Random) -> Self {
        let rates = vec![(first(2026, 1), "10.5"), (first(2027, 1), "15")];
        Self { months: vec![first(2026, 12)], moments: 12, rates }
    }

    /// December 2026 and all of 2027, at whose end the lower rate ends too. In one of the months the restaurant becomes a small one, or
    /// stops being one.
    pub fn year(random: &mut Random) -> Self {
        let months: Vec<NaiveDate> = (0..13).map(|later| first(2026, 12) + Months::new(later)).collect();
        let begins_small = random.percent(50);
        let (rate_2026, rate_2027, changed) = if begins_small { ("10.5", "15", "18") } else { ("18", "18", "15") };
        let change = first(2027, 1) + Months::new(u32::try_from(random.between(1, 11)).unwrap());
        let rates =
            vec![(first(2026, 1), rate_2026), (first(2027, 1), rate_2027), (change, changed), (first(2028, 1), "18")];
        Self { months, moments: 3, rates }
    }

    /// The day before the period.
    pub fn eve(&self) -> NaiveDate {
        self.months[0] - Days::new(1)
    }

    /// The first day after the period.
    pub fn end(&self) -> NaiveDate {
        self.months[self.months.len() - 1] + Months::new(1)
    }

    /// The months of the period, the one before and the one after, as `2026-12`.
    pub fn registered(&self) -> Vec<String> {
        let days = [self.eve()].into_iter().chain(self.months.iter().copied()).chain([self.end()]);
        days.map(|day| day.format("%Y-%m").to_string()).collect()
    }
}

fn first(year: i32, month: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, 1).unwrap()
}
