//! Converts local times to instants, also where clocks are changed for daylight saving time.

use chrono::{DateTime, Duration, NaiveDateTime, TimeZone, Utc};
use chrono_tz::Tz;

/// The longest gap that a change of clocks leaves.
const MAX_GAP_MINUTES: i64 = 180;

/// Returns the instant of a local time: the first one of an ambiguous time, the end of the gap for a skipped time.
pub fn first_instant(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    zone.from_local_datetime(&local).earliest().map_or_else(|| after_gap(local, zone), |at| at.to_utc())
}

/// Returns the instant of a local time: the last one of an ambiguous time, the end of the gap for a skipped time.
pub fn last_instant(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    zone.from_local_datetime(&local).latest().map_or_else(|| after_gap(local, zone), |at| at.to_utc())
}

fn after_gap(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    let mut later = (0..=MAX_GAP_MINUTES).map(|minutes| local + Duration::minutes(minutes));
    later.find_map(|at| zone.from_local_datetime(&at).earliest()).map_or_else(|| local.and_utc(), |at| at.to_utc())
}

#[cfg(test)]
mod tests {
    use crate::settings::Settings;
    use chrono_tz::Tz;

    /// Returns when a business day begins that starts this many minutes after midnight.
    fn begins(zone: Tz, minutes: i64, day: &str) -> String {
        let settings = Settings { time_zone: zone, business_day_start_minutes: minutes, ..Settings::default() };
        settings.day_begins(day.parse().unwrap()).format("%d %H:%M").to_string()
    }

    #[test]
    fn a_business_day_begins_by_the_clocks_of_its_zone() {
        use chrono_tz::{America, Europe};
        for (zone, minutes, day, expected) in [
            (America::Lima, 240, "2026-11-21", "21 09:00"),
            (America::Sao_Paulo, 240, "2026-11-21", "21 07:00"),
            (Europe::Madrid, 240, "2026-10-24", "24 02:00"),
            // From three back to two: the first half past two.
            (Europe::Madrid, 240, "2026-10-25", "25 03:00"),
            (Europe::Madrid, 150, "2026-10-25", "25 00:30"),
            // From two on to three: there is no half past two.
            (Europe::Madrid, 150, "2027-03-28", "28 01:00"),
            // In Chile the hour after midnight is left out.
            (America::Santiago, 0, "2026-09-06", "06 04:00"),
        ] {
            assert_eq!(begins(zone, minutes, day), expected, "{zone} {day}");
        }
    }
}
