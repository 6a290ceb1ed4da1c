//! When a backup is due: once a day from an hour on, by the clocks of the house, and again after a failure, ever more seldom.

use chrono::{DateTime, Days, Duration, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use comanda_platform::settings::wall_clock::first_instant;

/// Minutes until it is tried again, after the first, the second… failure.
const PAUSES: [i64; 5] = [5, 15, 30, 60, 120];
/// One that ended with its process is tried again after so long: it may be what ended it.
const UNFINISHED_MINUTES: i64 = 15;
/// Clocks of two machines may differ by so much; a backup from later than that is of a clock that was wrong.
const AHEAD_MINUTES: i64 = 60;

/// Whether a backup is due.
pub(super) fn is_due(
    now: DateTime<Utc>,
    zone: Tz,
    hour: u32,
    last: Option<DateTime<Utc>>,
    next_try: Option<DateTime<Utc>>,
) -> bool {
    if next_try.is_some_and(|at| is_pausing(now, at)) {
        return false;
    }
    let believed = last.filter(|at| *at - now <= Duration::minutes(AHEAD_MINUTES));
    believed.is_none_or(|at| at < latest_hour(now, zone, hour))
}

/// Before when one that is not due now will not be.
pub(super) fn not_before(now: DateTime<Utc>, zone: Tz, hour: u32, next_try: Option<DateTime<Utc>>) -> DateTime<Utc> {
    let today = now.with_timezone(&zone).date_naive();
    let on = |days| at_hour(today + Days::new(days), zone, hour);
    let next = (0..3).map(on).find(|at| *at > now).unwrap_or(now);
    next_try.filter(|at| is_pausing(now, *at)).map_or(next, |at| at.min(next))
}

/// Until when that is believed: clocks and time zones are put right.
pub(super) fn believed_until(now: DateTime<Utc>, not_before: DateTime<Utc>) -> DateTime<Utc> {
    not_before.min(now + Duration::hours(1))
}

/// Whether that is still to come, unless a clock was wrong that said so.
pub(super) fn is_to_come(now: DateTime<Utc>, at: DateTime<Utc>) -> bool {
    now < at && at - now <= Duration::hours(1)
}

fn is_pausing(now: DateTime<Utc>, next_try: DateTime<Utc>) -> bool {
    now < next_try && next_try - now <= Duration::minutes(PAUSES[PAUSES.len() - 1])
}

fn at_hour(day: NaiveDate, zone: Tz, hour: u32) -> DateTime<Utc> {
    first_instant(day.and_time(NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default()), zone)
}

/// When it was that hour last.
fn latest_hour(now: DateTime<Utc>, zone: Tz, hour: u32) -> DateTime<Utc> {
    let today = now.with_timezone(&zone).date_naive();
    let on = |day| at_hour(day, zone, hour);
    Some(on(today)).filter(|at| *at <= now).unwrap_or_else(|| on(today.checked_sub_days(Days::new(1)).unwrap_or(today)))
}

/// When it is tried again that failed so often in a row, this time included.
pub(super) fn next_try(now: DateTime<Utc>, failures: i64) -> DateTime<Utc> {
    let place = usize::try_from(failures - 1).unwrap_or_default().min(PAUSES.len() - 1);
    now + Duration::minutes(PAUSES[place])
}

/// When it is tried again that was begun now and never ended.
pub(super) fn after_unfinished(now: DateTime<Utc>) -> DateTime<Utc> {
    now + Duration::minutes(UNFINISHED_MINUTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::{America, Europe};

    #[test]
    fn once_a_day_from_its_hour_on_and_made_up_for() {
        let at = |text: &str| (!text.is_empty()).then(|| text.parse::<DateTime<Utc>>().unwrap());
        for (now, zone, hour, last, next, due) in [
            // Four in Lima is nine in Greenwich.
            ("2026-11-26T08:59:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "", false),
            ("2026-11-26T09:00:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "", true),
            ("2026-11-26T23:00:00Z", America::Lima, 4, "2026-11-26T09:00:00Z", "", false),
            // The first, and those that a server missed that was off.
            ("2026-11-26T23:00:00Z", America::Lima, 4, "", "", true),
            ("2026-11-26T07:00:00Z", America::Lima, 4, "2026-11-24T09:01:00Z", "", true),
            // Midnight, and the hour before it.
            ("2026-11-26T05:00:00Z", America::Lima, 0, "2026-11-26T04:59:00Z", "", true),
            ("2026-11-27T03:59:00Z", America::Lima, 23, "2026-11-26T04:30:00Z", "", false),
            ("2026-11-27T04:00:00Z", America::Lima, 23, "2026-11-26T04:30:00Z", "", true),
            // A failure waits for its time, but not for that of a clock that ran ahead.
            ("2026-11-26T09:04:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "2026-11-26T09:05:00Z", false),
            ("2026-11-26T09:05:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "2026-11-26T09:05:00Z", true),
            ("2026-11-26T09:05:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "2031-01-01T00:00:00Z", true),
            ("2026-11-26T09:05:00Z", America::Lima, 4, "2031-01-01T00:00:00Z", "", true),
            ("2026-11-26T09:05:00Z", America::Lima, 4, "2026-11-26T09:30:00Z", "", false),
            // The hour that is left out in spring, and the one that comes twice in autumn: once each.
            ("2027-03-28T00:59:00Z", Europe::Madrid, 2, "2027-03-27T01:05:00Z", "", false),
            ("2027-03-28T01:00:00Z", Europe::Madrid, 2, "2027-03-27T01:05:00Z", "", true),
            ("2026-10-25T00:00:00Z", Europe::Madrid, 2, "2026-10-24T00:05:00Z", "", true),
            ("2026-10-25T01:30:00Z", Europe::Madrid, 2, "2026-10-25T00:05:00Z", "", false),
        ] {
            let told = is_due(at(now).unwrap(), zone, hour, at(last), at(next));
            assert_eq!(told, due, "{now} {hour} {last} {next}");
            if !due {
                // Nobody has to look before it is.
                let then = not_before(at(now).unwrap(), zone, hour, at(next));
                let is_due_at = |then| is_due(then, zone, hour, at(last), at(next));
                assert!(
                    is_due_at(then) && !is_due_at(then - Duration::minutes(1)),
                    "{now} {hour} {last} {next}: {then}"
                );
            }
        }
    }

    #[test]
    fn tries_become_seldom() {
        let now: DateTime<Utc> = "2026-11-26T09:00:00Z".parse().unwrap();
        let minutes = [0, 1, 2, 5, 6, i64::MAX].map(|failures| (next_try(now, failures) - now).num_minutes());
        assert_eq!(minutes, [5, 5, 15, 120, 120, 120]);
    }
}
