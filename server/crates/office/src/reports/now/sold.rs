//! What was sold today so far, hour by hour, beside the same weekday of last week up to the same time.

use crate::reports::{
    attention::Look,
    figures,
    store::{self, SoldAt},
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

/// Documents less credit notes; tips are no sales.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SoldSoFar {
    pub total: Money,
    /// Accounts that paid.
    pub accounts: i64,
    /// For each of them.
    pub average: Money,
    /// The same weekday of last week, up to this time of the day.
    pub before: Money,
    pub before_accounts: i64,
    pub before_average: Money,
    /// The business day that is compared with.
    pub before_day: NaiveDate,
    /// Absent where nothing was sold then.
    pub change_percent: Option<Quantity>,
    /// From the first hour in which something was sold on either day to this one, which has not ended on either.
    pub by_hour: Vec<HourSold>,
}

/// An hour of the house's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct HourSold {
    /// `0` to `23`.
    pub hour: i64,
    pub total: Money,
    pub before: Money,
}

/// By everybody, or at the accounts that one person attends.
pub(super) async fn so_far(tx: &mut Tx, look: &Look<'_>, of: Option<UserId>) -> Result<SoldSoFar> {
    let before_day = look.today.checked_sub_days(Days::new(WEEK.unsigned_abs())).unwrap_or(look.today);
    let today = store::sold_at(tx, of, look.today, look.now).await?;
    let before = store::sold_at(tx, of, before_day, look.now - Duration::days(WEEK)).await?;
    Ok(compare((look.today, &today), (before_day, &before), look.settings, look.now))
}

fn compare(
    (day, today): (NaiveDate, &[SoldAt]),
    (before_day, before): (NaiveDate, &[SoldAt]),
    settings: &Settings,
    now: DateTime<Utc>,
) -> SoldSoFar {
    let sum = |sold: &[SoldAt]| sold.iter().map(|each| each.total).sum::<Money>();
    let (total, then) = (sum(today), sum(before));
    let (accounts, accounts_then) = (accounts(today), accounts(before));
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
        average: figures::average(total, accounts),
        before: then,
        before_accounts: accounts_then,
        before_average: figures::average(then, accounts_then),
        before_day,
        change_percent: percent_of(total - then, then),
        by_hour: by_hour.collect(),
    }
}

fn accounts(sold: &[SoldAt]) -> i64 {
    let paid: HashSet<_> = sold.iter().filter(|each| each.opens_account).map(|each| each.client_request_id).collect();
    i64::try_from(paid.len()).unwrap_or(i64::MAX)
}

/// Which hour of its business day it is, the first one being that in which the day begins.
fn hour_of_day(at: DateTime<Utc>, day: NaiveDate, settings: &Settings) -> i64 {
    let begins = day.and_time(NaiveTime::MIN) + Duration::hours(settings.business_day_start_minutes / 60);
    (at.with_timezone(&settings.time_zone).naive_local() - begins).num_hours()
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::ids::RequestId;

    fn sold(at: &str, soles: i64, account: i64) -> SoldAt {
        SoldAt {
            issued_at: at.parse().unwrap(),
            total: Money::units(soles),
            opens_account: soles > 0,
            client_request_id: RequestId(account),
        }
    }

    #[test]
    fn hours_are_those_of_the_house_and_add_up_to_the_day_past_midnight_too() {
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
