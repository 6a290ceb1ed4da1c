//! The times of backups: once a day from an hour on, by the restaurant's time zone, and after a failure again at growing intervals.

use chrono::{DateTime, Days, Duration, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use comanda_platform::settings::wall_clock::first_instant;

/// The minutes until the next try after the first, the second… failure.
const RETRY_MINUTES: [i64; 5] = [5, 15, 30, 60, 120];
/// The delay after a try that ended with its process, which the try may have brought down.
const UNFINISHED_MINUTES: i64 = 15;
/// The largest difference expected between the clocks of two machines; a later backup was made by a wrong clock.
const MAX_CLOCK_DIFFERENCE_MINUTES: i64 = 60;

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
    let believed = last.filter(|at| *at - now <= Duration::minutes(MAX_CLOCK_DIFFERENCE_MINUTES));
    believed.is_none_or(|at| at < last_occurrence(now, zone, hour))
}

/// Returns the time before which a backup that is not due now cannot become due.
pub(super) fn earliest_due(now: DateTime<Utc>, zone: Tz, hour: u32, next_try: Option<DateTime<Utc>>) -> DateTime<Utc> {
    let today = now.with_timezone(&zone).date_naive();
    let time_on = |days| at_hour(today + Days::new(days), zone, hour);
    let next = (0..3).map(time_on).find(|at| *at > now).unwrap_or(now);
    next_try.filter(|at| is_pausing(now, *at)).map_or(next, |at| at.min(next))
}

/// Returns how long that time is relied on: clocks and time zones may be corrected meanwhile.
pub(super) fn relied_on_until(now: DateTime<Utc>, not_before: DateTime<Utc>) -> DateTime<Utc> {
    not_before.min(now + Duration::hours(1))
}

/// Whether a time is still in the future, unless a wrong clock computed it.
pub(super) fn is_in_future(now: DateTime<Utc>, at: DateTime<Utc>) -> bool {
    now < at && at - now <= Duration::hours(1)
}

fn is_pausing(now: DateTime<Utc>, next_try: DateTime<Utc>) -> bool {
    now < next_try && next_try - now <= Duration::minutes(RETRY_MINUTES[RETRY_MINUTES.len() - 1])
}

fn at_hour(day: NaiveDate, zone: Tz, hour: u32) -> DateTime<Utc> {
    first_instant(day.and_time(NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default()), zone)
}

/// Returns the last time at which it was that hour.
fn last_occurrence(now: DateTime<Utc>, zone: Tz, hour: u32) -> DateTime<Utc> {
    let today = now.with_timezone(&zone).date_naive();
    let time_on = |day| at_hour(day, zone, hour);
    Some(time_on(today))
        .filter(|at| *at <= now)
        .unwrap_or_else(|| time_on(today.checked_sub_days(Days::new(1)).unwrap_or(today)))
}

/// Returns the time of the next try after this many failures in a row, including the latest.
pub(super) fn next_try(now: DateTime<Utc>, failures: i64) -> DateTime<Utc> {
    let place = usize::try_from(failures - 1).unwrap_or_default().min(RETRY_MINUTES.len() - 1);
    now + Duration::minutes(RETRY_MINUTES[place])
}

/// Returns the time of the next try if the one begun now never ends.
pub(super) fn after_unfinished(now: DateTime<Utc>) -> DateTime<Utc> {
    now + Duration::minutes(UNFINISHED_MINUTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::{America, Europe};

    #[test]
    fn a_backup_is_due_once_a_day_and_missed_ones_are_made_up_for() {
        let at = |text: &str| (!text.is_empty()).then(|| text.parse::<DateTime<Utc>>().unwrap());
        for (now, zone, hour, last, next, due) in [
            // Four o'clock in Lima is nine o'clock UTC.
            ("2026-11-26T08:59:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "", false),
            ("2026-11-26T09:00:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "", true),
            ("2026-11-26T23:00:00Z", America::Lima, 4, "2026-11-26T09:00:00Z", "", false),
            // The first backup, and backups that a server missed while it was off.
            ("2026-11-26T23:00:00Z", America::Lima, 4, "", "", true),
            ("2026-11-26T07:00:00Z", America::Lima, 4, "2026-11-24T09:01:00Z", "", true),
            // Midnight, and the hour before it.
            ("2026-11-26T05:00:00Z", America::Lima, 0, "2026-11-26T04:59:00Z", "", true),
            ("2026-11-27T03:59:00Z", America::Lima, 23, "2026-11-26T04:30:00Z", "", false),
            ("2026-11-27T04:00:00Z", America::Lima, 23, "2026-11-26T04:30:00Z", "", true),
            // A failure waits for its next try, unless a clock that ran ahead set it.
            ("2026-11-26T09:04:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "2026-11-26T09:05:00Z", false),
            ("2026-11-26T09:05:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "2026-11-26T09:05:00Z", true),
            ("2026-11-26T09:05:00Z", America::Lima, 4, "2026-11-25T09:01:00Z", "2031-01-01T00:00:00Z", true),
            ("2026-11-26T09:05:00Z", America::Lima, 4, "2031-01-01T00:00:00Z", "", true),
            ("2026-11-26T09:05:00Z", America::Lima, 4, "2026-11-26T09:30:00Z", "", false),
            // The hour that is skipped in spring, and the one that occurs twice in autumn: one backup each.
            ("2027-03-28T00:59:00Z", Europe::Madrid, 2, "2027-03-27T01:05:00Z", "", false),
            ("2027-03-28T01:00:00Z", Europe::Madrid, 2, "2027-03-27T01:05:00Z", "", true),
            ("2026-10-25T00:00:00Z", Europe::Madrid, 2, "2026-10-24T00:05:00Z", "", true),
            ("2026-10-25T01:30:00Z", Europe::Madrid, 2, "2026-10-25T00:05:00Z", "", false),
        ] {
            let decided = is_due(at(now).unwrap(), zone, hour, at(last), at(next));
            assert_eq!(decided, due, "{now} {hour} {last} {next}");
            if !due {
                // No check is needed before that time.
                let then = earliest_due(at(now).unwrap(), zone, hour, at(next));
                let is_due_at = |then| is_due(then, zone, hour, at(last), at(next));
                assert!(
                    is_due_at(then) && !is_due_at(then - Duration::minutes(1)),
                    "{now} {hour} {last} {next}: {then}"
                );
            }
        }
    }

    #[test]
    fn intervals_between_tries_grow() {
        let now: DateTime<Utc> = "2026-11-26T09:00:00Z".parse().unwrap();
        let minutes = [0, 1, 2, 5, 6, i64::MAX].map(|failures| (next_try(now, failures) - now).num_minutes());
        assert_eq!(minutes, [5, 5, 15, 120, 120, 120]);
    }
}
