//! Today's sales so far by hour, against the same weekday of last week up to the same time.

use crate::reports::{
    attention::AttentionContext,
    figures,
    store::{self, DocumentTotal},
};
use chrono::{DateTime, Days, Duration, NaiveDate, NaiveTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::UserId,
    money::{Money, Quantity, percent_of},
};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use utoipa::ToSchema;

const WEEK: i64 = 7;

/// Today's sales so far: documents less credit notes, without tips.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SoldSoFar {
    pub total: Money,
    /// The number of accounts that paid.
    pub accounts: i64,
    /// The average total of an account.
    pub average: Money,
    /// The sales of the same weekday of last week, up to this time of the day.
    pub before: Money,
    pub before_accounts: i64,
    pub before_average: Money,
    /// The business day of the comparison.
    pub before_day: NaiveDate,
    /// Absent where nothing was sold on that day.
    pub change_percent: Option<Quantity>,
    /// The hours from the first one with sales on either day to the present one, which is incomplete on both.
    pub by_hour: Vec<HourSold>,
}

/// The sales of one hour of the house's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct HourSold {
    /// `0` to `23`.
    pub hour: i64,
    pub total: Money,
    pub before: Money,
}

/// Loads the sales of everybody or of the accounts of one waiter.
pub(super) async fn load_sold_so_far(
    tx: &mut Tx,
    context: &AttentionContext<'_>,
    attendant: Option<UserId>,
) -> Result<SoldSoFar> {
    let before_day = context.today.checked_sub_days(Days::new(WEEK.unsigned_abs())).unwrap_or(context.today);
    let today = store::list_document_totals(tx, attendant, context.today, context.now).await?;
    let before = store::list_document_totals(tx, attendant, before_day, context.now - Duration::days(WEEK)).await?;
    Ok(compare((context.today, &today), (before_day, &before), context.settings, context.now))
}

fn compare(
    (day, today): (NaiveDate, &[DocumentTotal]),
    (before_day, before): (NaiveDate, &[DocumentTotal]),
    settings: &Settings,
    now: DateTime<Utc>,
) -> SoldSoFar {
    let sum = |sold: &[DocumentTotal]| sold.iter().map(|each| each.total).sum::<Money>();
    let (total, then) = (sum(today), sum(before));
    let (accounts, accounts_then) = (count_accounts(today), count_accounts(before));
    let mut hours: BTreeMap<i64, (Money, Money)> = BTreeMap::new();
    for each in today {
        hours.entry(hour_of_day(each.issued_at, day, settings)).or_default().0 += each.total;
    }
    for each in before {
        hours.entry(hour_of_day(each.issued_at, before_day, settings)).or_default().1 += each.total;
    }
    let last = hour_of_day(now, day, settings);
    let first = hours.keys().next().copied().unwrap_or(last + 1);
    let by_hour = (first..=last).map(|at| {
        let (total, before) = hours.get(&at).copied().unwrap_or_default();
        HourSold { hour: (settings.business_day_start_minutes / 60 + at) % 24, total, before }
    });
    SoldSoFar {
        total,
        accounts,
        average: figures::average_amount(total, accounts),
        before: then,
        before_accounts: accounts_then,
        before_average: figures::average_amount(then, accounts_then),
        before_day,
        change_percent: percent_of(total - then, then),
        by_hour: by_hour.collect(),
    }
}

fn count_accounts(sold: &[DocumentTotal]) -> i64 {
    let paid: HashSet<_> = sold.iter().filter(|each| each.opens_account).map(|each| each.client_request_id).collect();
    i64::try_from(paid.len()).unwrap_or(i64::MAX)
}

/// Returns the hour within the business day, counted from 0, the hour in which the day begins.
fn hour_of_day(at: DateTime<Utc>, day: NaiveDate, settings: &Settings) -> i64 {
    let begins = day.and_time(NaiveTime::MIN) + Duration::hours(settings.business_day_start_minutes / 60);
    (at.with_timezone(&settings.time_zone).naive_local() - begins).num_hours()
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::ids::RequestId;

    fn sold(at: &str, soles: i64, account: i64) -> DocumentTotal {
        DocumentTotal {
            issued_at: at.parse().unwrap(),
            total: Money::units(soles),
            opens_account: soles > 0,
            client_request_id: RequestId(account),
        }
    }

    #[test]
    fn hours_follow_the_house_clock_and_add_up_past_midnight() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 11, n).unwrap();
        // Monday 22:10, Tuesday 00:30 in Lima, both of Monday; the day begins at 04:00.
        let today = [
            sold("2026-11-24T03:10:00Z", 100, 1),
            sold("2026-11-24T05:30:00Z", 60, 1),
            sold("2026-11-24T05:40:00Z", -10, 1),
        ];
        let before = [sold("2026-11-17T02:59:00Z", 40, 7), sold("2026-11-17T03:20:00Z", 80, 8)];
        let now = "2026-11-24T05:45:00Z".parse().unwrap();
        let found = compare((day(23), &today), (day(16), &before), &Settings::default(), now);
        assert_eq!((found.total, found.accounts, found.average), (Money::units(150), 1, Money::units(150)));
        assert_eq!(
            (found.before, found.before_accounts, found.before_average),
            (Money::units(120), 2, Money::units(60))
        );
        assert_eq!(found.change_percent.unwrap().to_string(), "25");
        let hours: Vec<_> = found.by_hour.iter().map(|h| (h.hour, h.total, h.before)).collect();
        let soles = Money::units;
        assert_eq!(
            hours,
            [
                (21, soles(0), soles(40)),
                (22, soles(100), soles(80)),
                (23, soles(0), soles(0)),
                (0, soles(50), soles(0))
            ]
        );
        let nothing = compare((day(23), &[]), (day(16), &[]), &Settings::default(), now);
        assert_eq!((nothing.change_percent, nothing.by_hour.len()), (None, 0));
    }
}
