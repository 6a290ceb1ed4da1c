//! Loads the sales sums of days, from the kept sums or from the documents, and keeps the sums of days that are over.

use super::{
    add_up::{self, Cut, DaySum, DocumentPart, SumsByKey, add_up},
    days_store as store,
    money::{self, MoneyFilter},
    money_store,
    shares::DocumentContents,
    sold_store::{self, SalesFilter},
};
use chrono::{DateTime, Days, Duration, NaiveDate, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::{self, Tx},
    transact,
};
use comanda_platform::companies::Company;
use std::collections::HashSet;

/// A day is over for good when the day after it is over too: no document of that day is issued any more.
const OVER_AFTER_DAYS: u64 = 2;
/// A document may still be under way in a transaction that began before its day was recorded; such a day is summed only after this delay.
const SETTLING_TIME: Duration = Duration::seconds(60);
/// The number of stale days that are loaded at a time.
const DAYS_AT_ONCE: i64 = 400;

/// Loads the sales sums of one grouping, day by day, between two business days, both included.
pub async fn load_day_sums(
    tx: &mut Tx,
    span: (NaiveDate, NaiveDate),
    cut: Cut,
    filter: &SalesFilter,
    zone: Tz,
) -> db::Result<Vec<DaySum>> {
    let [sums] = load_day_sums_by(tx, span, [cut], filter, zone).await?;
    Ok(sums)
}

/// Loads the same sums for several distinct groupings at once, so that documents of days without kept sums are read only once.
pub async fn load_day_sums_by<const CUTS: usize>(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
    cuts: [Cut; CUTS],
    filter: &SalesFilter,
    zone: Tz,
) -> db::Result<[Vec<DaySum>; CUTS]> {
    let kept = if filter.has_stored_sums() { store::list_stored_days(tx, (first, last)).await? } else { Vec::new() };
    let mut found: [Vec<DaySum>; CUTS] = cuts.map(|_| Vec::new());
    for (cut, sums) in cuts.iter().zip(&mut found).filter(|_| !kept.is_empty()) {
        *sums = store::load_stored_sums(tx, (first, last), *cut, filter.channel).await?;
    }
    for gap in unstored_spans((first, last), &kept) {
        for (key, sums) in sum_documents_between(tx, gap, filter, zone, &cuts).await? {
            if let Some((_, list)) = cuts.iter().zip(&mut found).find(|(cut, _)| **cut == key.cut) {
                list.push(DaySum { business_day: key.business_day, key: key.key, sums });
            }
        }
    }
    Ok(found.map(merge_by_day_and_key))
}

/// Merges the sums of one key on one day, and sorts by day and key.
fn merge_by_day_and_key(mut sums: Vec<DaySum>) -> Vec<DaySum> {
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

/// Returns the stretches of days that have no kept sums; `kept` must be in ascending order.
pub(super) fn unstored_spans((first, last): (NaiveDate, NaiveDate), kept: &[NaiveDate]) -> Vec<(NaiveDate, NaiveDate)> {
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

async fn sum_documents_between(
    tx: &mut Tx,
    span: (NaiveDate, NaiveDate),
    filter: &SalesFilter,
    zone: Tz,
    cuts: &[Cut],
) -> db::Result<SumsByKey> {
    let documents = sold_store::load_documents(tx, span, filter).await?;
    if documents.is_empty() {
        return Ok(SumsByKey::new());
    }
    let (parts, fees) = (sold_store::load_sold_lines(tx, span).await?, sold_store::load_fees(tx, span).await?);
    let costs = sold_store::load_costs(tx, span).await?;
    let contents = DocumentContents { parts, fees, costs, courtesies: sold_store::load_courtesies(tx, span).await? };
    Ok(add_up(&documents, &contents, zone, cuts))
}

/// Loads the part of each document between two business days that belongs to these products (`0`: no product), the latest document first.
pub async fn load_document_parts(
    tx: &mut Tx,
    span: (NaiveDate, NaiveDate),
    filter: &SalesFilter,
    products: &HashSet<i64>,
) -> db::Result<Vec<DocumentPart>> {
    let documents = sold_store::load_documents(tx, span, filter).await?;
    let (parts, fees) = (sold_store::load_sold_lines(tx, span).await?, sold_store::load_fees(tx, span).await?);
    let courtesies = sold_store::load_courtesies(tx, span).await?;
    Ok(add_up::document_parts(
        &documents,
        &DocumentContents { parts, fees, courtesies, ..DocumentContents::default() },
        products,
    ))
}

/// Stores the sums of days that are over, and computes those that have changed since anew. Each day has a transaction of its own, so that
/// nobody has to wait for it.
pub async fn refresh_stored_days(company: &Company, today: NaiveDate, zone: Tz, now: DateTime<Utc>) -> db::Result<()> {
    let last_day_over = today - Days::new(OVER_AFTER_DAYS);
    let new: Vec<NaiveDate> = {
        let mut tx = company.db.read().await?;
        let (first, last) = store::load_known_range(&mut tx).await?;
        let from = last.map(|day| day + Days::new(1)).or(first).unwrap_or(today);
        from.iter_days().take_while(|day| *day <= last_day_over).collect()
    };
    if !new.is_empty() {
        transact!(company.db, |tx| -> db::Result<()> { store::insert_days(tx, &new, now).await })?;
    }
    loop {
        let stale = {
            let mut tx = company.db.read().await?;
            store::list_stale_days(&mut tx, now - SETTLING_TIME, DAYS_AT_ONCE).await?
        };
        if stale.is_empty() {
            return Ok(());
        }
        for day in stale {
            transact!(company.db, |tx| -> db::Result<()> {
                tx.allow_long_statements().await?;
                if store::lock_if_stale(tx, day).await? {
                    let sums = sum_documents_between(tx, (day, day), &SalesFilter::default(), zone, &Cut::ALL).await?;
                    let money =
                        money::sum_operations(tx, &MoneyFilter { days: (day, day), ..MoneyFilter::default() }).await?;
                    money_store::replace_sums(tx, day, &money).await?;
                    store::replace_sums(tx, day, &sums).await?;
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
    fn days_without_kept_sums_form_spans() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 11, n).unwrap();
        for (kept, expected) in [
            (vec![], vec![(1, 6)]),
            (vec![1, 2, 3], vec![(4, 6)]),
            (vec![1, 3, 6], vec![(2, 2), (4, 5)]),
            (vec![1, 2, 3, 4, 5, 6], vec![]),
        ] {
            let kept: Vec<NaiveDate> = kept.into_iter().map(day).collect();
            let expected: Vec<_> = expected.into_iter().map(|(a, b)| (day(a), day(b))).collect();
            assert_eq!(unstored_spans((day(1), day(6)), &kept), expected);
        }
    }
}
