//! Hours of the house's clock, as hours of UTC's: the database knows no other. Pure.

use crate::reports::store::Moments;
use chrono::{DateTime, Duration, Offset, Timelike, Utc};
use chrono_tz::Tz;

/// A stretch in which clocks are not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub moments: Moments,
    /// Of the house's clock, ahead of UTC.
    offset_seconds: i32,
}

/// The stretches between two moments, in order: one, but where clocks are changed.
pub(super) fn stretches(zone: Tz, (from, until): Moments) -> Vec<Stretch> {
    let offset = |at: DateTime<Utc>| at.with_timezone(&zone).offset().fix().local_minus_utc();
    let mut found: Vec<Stretch> = Vec::new();
    let mut at = from;
    while at < until {
        let next = (at + Duration::minutes(60 - i64::from(at.minute()))).min(until);
        match found.last_mut() {
            Some(last) if last.offset_seconds == offset(at) => last.moments.1 = next,
            _ => found.push(Stretch { moments: (at, next), offset_seconds: offset(at) }),
        }
        at = next;
    }
    found
}

impl Stretch {
    /// What an hour of UTC is on the house's clock; where that is half an hour off, the hour in which it begins.
    pub(super) fn local(&self, utc_hour: u32) -> u32 {
        let seconds = i64::from(utc_hour) * 3_600 + i64::from(self.offset_seconds);
        u32::try_from(seconds.rem_euclid(86_400) / 3_600).unwrap_or_default()
    }
    /// The hour of UTC that an hour of the house's clock is.
    pub(super) fn utc(&self, local_hour: u32) -> Option<u32> {
        (0..24).find(|hour| self.local(*hour) == local_hour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_the_house_s_also_where_clocks_are_changed() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let lima = stretches(chrono_tz::America::Lima, (at("2026-10-01T09:00:00Z"), at("2026-11-01T09:00:00Z")));
        assert_eq!(lima.len(), 1);
        assert_eq!((lima[0].local(1), lima[0].local(18), lima[0].utc(20)), (20, 13, Some(1)));
        // Clocks go back from three to two in the night to the 25th.
        let madrid = stretches(chrono_tz::Europe::Madrid, (at("2026-10-24T02:30:00Z"), at("2026-10-26T03:00:00Z")));
        let change = at("2026-10-25T01:00:00Z");
        assert_eq!(
            madrid.iter().map(|s| s.moments).collect::<Vec<_>>(),
            [(at("2026-10-24T02:30:00Z"), change), (change, at("2026-10-26T03:00:00Z")),]
        );
        assert_eq!((madrid[0].local(19), madrid[1].local(20)), (21, 21));
    }
}
