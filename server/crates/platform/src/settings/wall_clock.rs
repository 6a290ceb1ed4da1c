//! What the clocks of a zone show, as an instant; also where they are changed, twice a year.

use chrono::{DateTime, Duration, NaiveDateTime, TimeZone, Utc};
use chrono_tz::Tz;

/// No change of clocks leaves out more.
const MAX_GAP_MINUTES: i64 = 180;

/// An hour that comes twice is meant the first time; one that is left out is the one at which the clocks go on.
pub fn first_instant(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    zone.from_local_datetime(&local).earliest().map_or_else(|| after_gap(local, zone), |at| at.to_utc())
}

/// An hour that comes twice is meant the second time; one that is left out is the one at which the clocks go on.
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

    /// When a business day that starts at so many minutes begins.
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
