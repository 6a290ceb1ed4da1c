//! Reading sums of days, and keeping those of days that are over.

use super::{
    add_up::{self, ByKey, Cut, DaySum, Part, add_up},
    days_store as store,
    money::{self, WantedMoney},
    money_store,
    shares::Contents,
    sold_store::{self, Narrowed},
};
use chrono::{DateTime, Days, Duration, NaiveDate, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::{self, Tx},
    transact,
};
use comanda_platform::companies::Company;
use std::collections::HashSet;

/// A day is over for good when the one behind it is: then nothing is issued of it any more.
const OVER_AFTER_DAYS: u64 = 2;
/// A document may be under way in a transaction that began before its day was written down.
const SETTLES: Duration = Duration::seconds(60);
/// Days added up at a time.
const DAYS_AT_ONCE: i64 = 400;

/// What was sold between two business days, both included, by one cut, day by day.
pub async fn sold(
    tx: &mut Tx,
    span: (NaiveDate, NaiveDate),
    cut: Cut,
    narrowed: &Narrowed,
    zone: Tz,
) -> db::Result<Vec<DaySum>> {
    let [sums] = sold_by(tx, span, [cut], narrowed, zone).await?;
    Ok(sums)
}

/// The same by several cuts, each of them another: documents that are not kept are read once.
pub async fn sold_by<const CUTS: usize>(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
    cuts: [Cut; CUTS],
    narrowed: &Narrowed,
    zone: Tz,
) -> db::Result<[Vec<DaySum>; CUTS]> {
    let kept = if narrowed.is_kept() { store::kept(tx, (first, last)).await? } else { Vec::new() };
    let mut found: [Vec<DaySum>; CUTS] = cuts.map(|_| Vec::new());
    for (cut, sums) in cuts.iter().zip(&mut found).filter(|_| !kept.is_empty()) {
        *sums = store::sums(tx, (first, last), *cut, narrowed.channel).await?;
    }
    for gap in gaps((first, last), &kept) {
        for (of, sums) in add_up_between(tx, gap, narrowed, zone, &cuts).await? {
            if let Some((_, list)) = cuts.iter().zip(&mut found).find(|(own, _)| **own == of.cut) {
                list.push(DaySum { business_day: of.business_day, key: of.key, sums });
            }
        }
    }
    Ok(found.map(together))
}

/// Sums of one key on one day together, in order.
fn together(mut sums: Vec<DaySum>) -> Vec<DaySum> {
    sums.sort_by(|a, b| (a.business_day, &a.key).cmp(&(b.business_day, &b.key)));
    sums.dedup_by(|other, kept| {
        let is_same = (other.business_day, &other.key) == (kept.business_day, &kept.key);
        if is_same {
            kept.sums += other.sums;
        }
        is_same
    });
    sums
}

/// Stretches of days that are not among those kept, which come in order.
pub(super) fn gaps((first, last): (NaiveDate, NaiveDate), kept: &[NaiveDate]) -> Vec<(NaiveDate, NaiveDate)> {
    let (mut gaps, mut from) = (Vec::new(), first);
    for day in kept.iter().copied() {
        if from < day {
            gaps.push((from, day - Days::new(1)));
        }
        from = day + Days::new(1);
    }
    if from <= last {
        gaps.push((from, last));
    }
    gaps
}

async fn add_up_between(
    tx: &mut Tx,
    span: (NaiveDate, NaiveDate),
    narrowed: &Narrowed,
    zone: Tz,
    cuts: &[Cut],
) -> db::Result<ByKey> {
    let documents = sold_store::documents(tx, span, narrowed).await?;
    if documents.is_empty() {
        return Ok(ByKey::new());
    }
    let (parts, fees) = (sold_store::parts(tx, span).await?, sold_store::fees(tx, span).await?);
    let contents = Contents { parts, fees, costs: sold_store::costs(tx, span).await? };
    Ok(add_up(&documents, &contents, zone, cuts))
}

/// What of each document between two business days is of these products (`0`: of none), the latest document first.
pub async fn parts_of(
    tx: &mut Tx,
    span: (NaiveDate, NaiveDate),
    narrowed: &Narrowed,
    products: &HashSet<i64>,
) -> db::Result<Vec<Part>> {
    let documents = sold_store::documents(tx, span, narrowed).await?;
    let (parts, fees) = (sold_store::parts(tx, span).await?, sold_store::fees(tx, span).await?);
    Ok(add_up::parts_of(&documents, &Contents { parts, fees, ..Contents::default() }, products))
}

/// Keeps the sums of days that are over, and adds those up again that changed. Each day is a transaction of its own, so that nobody
/// waits for it.
pub async fn keep(company: &Company, today: NaiveDate, zone: Tz, now: DateTime<Utc>) -> db::Result<()> {
    let over = today - Days::new(OVER_AFTER_DAYS);
    let new: Vec<NaiveDate> = {
        let mut tx = company.db.read().await?;
        let (first, last) = store::known_days(&mut tx).await?;
        let from = last.map(|day| day + Days::new(1)).or(first).unwrap_or(today);
        from.iter_days().take_while(|day| *day <= over).collect()
    };
    if !new.is_empty() {
        transact!(company.db, |tx| -> db::Result<()> { store::begin(tx, &new, now).await })?;
    }
    loop {
        let stale = {
            let mut tx = company.db.read().await?;
            store::stale(&mut tx, now - SETTLES, DAYS_AT_ONCE).await?
        };
        if stale.is_empty() {
            return Ok(());
        }
        for day in stale {
            transact!(company.db, |tx| -> db::Result<()> {
                tx.take_long().await?;
                if store::lock(tx, day).await? {
                    let sums = add_up_between(tx, (day, day), &Narrowed::default(), zone, &Cut::ALL).await?;
                    let money = money::add_up(tx, &WantedMoney { days: (day, day), ..WantedMoney::default() }).await?;
                    money_store::write(tx, day, &money).await?;
                    store::write(tx, day, &sums).await?;
                }
                Ok(())
            })?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_kept_is_added_up() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 11, n).unwrap();
        for (kept, expected) in [
            (vec![], vec![(1, 6)]),
            (vec![1, 2, 3], vec![(4, 6)]),
            (vec![1, 3, 6], vec![(2, 2), (4, 5)]),
            (vec![1, 2, 3, 4, 5, 6], vec![]),
        ] {
            let kept: Vec<NaiveDate> = kept.into_iter().map(day).collect();
            let expected: Vec<_> = expected.into_iter().map(|(a, b)| (day(a), day(b))).collect();
            assert_eq!(gaps((day(1), day(6)), &kept), expected);
        }
    }
}
