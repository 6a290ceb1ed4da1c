//! Chooses the backups to delete: the newest of each of the last days, weeks and months with a backup is kept (grandfather, father, son).

use chrono::{Datelike, NaiveDate};
use comanda_base::config::BackupRetention;
use std::collections::BTreeSet;

/// Returns the backups to delete, given those at the target with the day on which each was made, in any order. Periods without a backup do
/// not count, so that a restaurant which was closed for half a year keeps as many as before. The newest is always kept, and so are all of
/// today and of the day before, so that a backup made by hand before a change is not deleted by the next one. Backups of days after `today`
/// were made by a clock that ran ahead: they cause no deletions, and are kept until their day has come.
pub(super) fn select_expired<T: Copy + Ord>(
    backups: &[(NaiveDate, T)],
    keep: BackupRetention,
    today: NaiveDate,
) -> Vec<T> {
    let mut newest_first: Vec<_> = backups.iter().copied().filter(|(day, _)| *day <= today).collect();
    newest_first.sort_by(|a, b| b.cmp(a));
    let is_recent = |day: NaiveDate| day.succ_opt().is_none_or(|next| next >= today);
    let newest = newest_first.iter().take(1);
    let mut stay: BTreeSet<T> =
        newest.chain(newest_first.iter().filter(|(day, _)| is_recent(*day))).map(|(_, id)| *id).collect();
    stay.extend(newest_of_each(&newest_first, keep.daily, |day| day));
    stay.extend(newest_of_each(&newest_first, keep.weekly, |day| day.iso_week()));
    stay.extend(newest_of_each(&newest_first, keep.monthly, |day| (day.year(), day.month())));
    newest_first.into_iter().map(|(_, id)| id).filter(|id| !stay.contains(id)).collect()
}

fn newest_of_each<T: Copy, P: PartialEq>(
    newest_first: &[(NaiveDate, T)],
    many: usize,
    period: impl Fn(NaiveDate) -> P,
) -> Vec<T> {
    let mut found: Vec<(P, T)> = Vec::new();
    for (day, id) in newest_first {
        let day_period = period(*day);
        if found.last().is_none_or(|(last, _)| *last != day_period) {
            if found.len() == many {
                break;
            }
            found.push((day_period, *id));
        }
    }
    found.into_iter().map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is kept, by its day, the newest first.
    fn kept_days(days: &[&str], keep: BackupRetention) -> Vec<String> {
        let backups: Vec<(NaiveDate, usize)> =
            days.iter().enumerate().map(|(at, day)| (day.parse().unwrap(), at)).collect();
        let expired = select_expired(&backups, keep, "2030-12-31".parse().unwrap());
        let mut kept: Vec<_> = backups.iter().filter(|(_, id)| !expired.contains(id)).collect();
        kept.sort_by(|a, b| b.cmp(a));
        kept.into_iter().map(|(day, id)| format!("{day} {id}")).collect()
    }

    #[test]
    fn the_newest_of_each_period_stays() {
        let keep = |daily, weekly, monthly| BackupRetention { daily, weekly, monthly };
        let cases: [(&[&str], BackupRetention, &[&str]); 8] = [
            (&[], keep(7, 4, 12), &[]),
            (&["2020-01-01"], keep(1, 0, 0), &["2020-01-01 0"]),
            // Of two backups of one day the later is kept.
            (&["2026-11-25", "2026-11-25"], keep(7, 4, 12), &["2026-11-25 1"]),
            (&["2026-11-24", "2026-11-25", "2026-11-26"], keep(2, 0, 0), &["2026-11-26 2", "2026-11-25 1"]),
            // A gap between periods costs no backup.
            (
                &["2026-05-02", "2026-05-03", "2026-11-26"],
                keep(3, 0, 0),
                &["2026-11-26 2", "2026-05-03 1", "2026-05-02 0"],
            ),
            // A week ends on Sunday; the new year is in the week that began in the old one.
            (
                &["2026-12-27", "2026-12-28", "2026-12-31", "2027-01-01"],
                keep(1, 2, 0),
                &["2027-01-01 3", "2026-12-27 0"],
            ),
            // The last day of a month, and the same day of other years.
            (
                &["2025-11-26", "2026-10-30", "2026-10-31", "2026-11-26"],
                keep(1, 0, 3),
                &["2026-11-26 3", "2026-10-31 2", "2025-11-26 0"],
            ),
            // Backups by a clock that ran ahead cause no deletions, least of all of what is made now.
            (
                &["2026-11-24", "2026-11-25", "2026-11-26", "2031-01-01", "2031-01-02"],
                keep(2, 0, 0),
                &["2031-01-02 4", "2031-01-01 3", "2026-11-26 2", "2026-11-25 1"],
            ),
        ];
        for (days, keep, kept) in cases {
            assert_eq!(kept_days(days, keep), kept, "{days:?} {keep:?}");
        }
    }

    #[test]
    fn all_of_today_and_of_the_day_before_stay() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let backups = [
            ("2026-11-24", 0),
            ("2026-11-24", 1),
            ("2026-11-25", 2),
            ("2026-11-25", 3),
            ("2026-11-26", 4),
            ("2026-11-26", 5),
        ];
        let expired =
            select_expired(&backups.map(|(on, id)| (day(on), id)), BackupRetention::default(), day("2026-11-26"));
        assert_eq!(expired, [0]);
    }

    #[test]
    fn a_backup_a_night_for_three_years_leaves_seven_days_four_weeks_and_twelve_months() {
        let mut kept: Vec<(NaiveDate, i64)> = Vec::new();
        let first: NaiveDate = "2024-01-01".parse().unwrap();
        for (id, day) in first.iter_days().take(3 * 365).enumerate() {
            kept.push((day, i64::try_from(id).unwrap()));
            let expired = select_expired(&kept, BackupRetention::default(), day);
            kept.retain(|(_, id)| !expired.contains(id));
        }
        let oldest_first: Vec<String> = kept.iter().map(|(day, _)| day.to_string()).collect();
        let (last, before): (Vec<_>, Vec<_>) = (oldest_first[oldest_first.len() - 7..].to_vec(), oldest_first.clone());
        assert_eq!(last.first().map(String::as_str), Some("2026-12-24"));
        assert_eq!(before.first().map(String::as_str), Some("2026-01-31"), "{before:?}");
        assert!((18..=23).contains(&before.len()), "{before:?}");
    }
}
