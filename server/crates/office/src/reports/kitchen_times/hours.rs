//! Converts hours of the house's clock to UTC, in which the database stores times. Pure.

use crate::reports::store::Period;
use chrono::{DateTime, Duration, Offset, Timelike, Utc};
use chrono_tz::Tz;

/// A period without a clock change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FixedOffsetPeriod {
    pub moments: Period,
    /// The time by which the house's clock is ahead of UTC.
    offset_seconds: i32,
}

/// Returns the periods between two moments, in order; more than one only where clocks are changed.
pub(super) fn fixed_offset_periods(zone: Tz, (from, until): Period) -> Vec<FixedOffsetPeriod> {
    let offset = |at: DateTime<Utc>| at.with_timezone(&zone).offset().fix().local_minus_utc();
    let mut found: Vec<FixedOffsetPeriod> = Vec::new();
    let mut at = from;
    while at < until {
        let next = (at + Duration::minutes(60 - i64::from(at.minute()))).min(until);
        match found.last_mut() {
            Some(last) if last.offset_seconds == offset(at) => last.moments.1 = next,
            _ => found.push(FixedOffsetPeriod { moments: (at, next), offset_seconds: offset(at) }),
        }
        at = next;
    }
    found
}

impl FixedOffsetPeriod {
    /// Converts an hour of UTC to the house's clock; where the offset has half an hour, returns the hour in which it begins.
    pub(super) fn to_local_hour(self, utc_hour: u32) -> u32 {
        let seconds = i64::from(utc_hour) * 3_600 + i64::from(self.offset_seconds);
        u32::try_from(seconds.rem_euclid(86_400) / 3_600).unwrap_or_default()
    }
    /// Converts an hour of the house's clock to UTC.
    pub(super) fn to_utc_hour(self, local_hour: u32) -> Option<u32> {
        (0..24).find(|hour| self.to_local_hour(*hour) == local_hour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_the_house_s_also_where_clocks_are_changed() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let lima =
            fixed_offset_periods(chrono_tz::America::Lima, (at("2026-10-01T09:00:00Z"), at("2026-11-01T09:00:00Z")));
        assert_eq!(lima.len(), 1);
        assert_eq!((lima[0].to_local_hour(1), lima[0].to_local_hour(18), lima[0].to_utc_hour(20)), (20, 13, Some(1)));
        // Clocks go back from three to two in the night to the 25th.
        let madrid =
            fixed_offset_periods(chrono_tz::Europe::Madrid, (at("2026-10-24T02:30:00Z"), at("2026-10-26T03:00:00Z")));
        let change = at("2026-10-25T01:00:00Z");
        assert_eq!(
            madrid.iter().map(|s| s.moments).collect::<Vec<_>>(),
            [(at("2026-10-24T02:30:00Z"), change), (change, at("2026-10-26T03:00:00Z")),]
        );
        assert_eq!((madrid[0].to_local_hour(19), madrid[1].to_local_hour(20)), (21, 21));
    }
}
