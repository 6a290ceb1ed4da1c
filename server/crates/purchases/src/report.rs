//! The report of purchases of a span of days.

use super::{
    list_store::{self as store, PurchaseQuery},
    model::{BoughtByDocument, BoughtOfProvider, PurchaseReport, PurchaseRow, PurchaseSummary},
    words::{PurchasePaidBy, PurchaseStatus},
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::ProviderId,
    listing::{Paging, check_day_range},
    money::Money,
};
use serde::Deserialize;
use std::cmp::Reverse;

/// The largest number of purchases in a report.
const MAX_ROWS: i64 = 5_000;

/// The purchases that a report includes.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportFilter {
    /// The first and the last date of the documents; today when absent.
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    /// A text searched in numbers, providers and items.
    pub term: Option<String>,
    pub provider_id: Option<ProviderId>,
    /// CONTADO or CREDITO; `cash` for purchases paid out of a cash box, `other` for those paid otherwise.
    #[param(inline)]
    pub payment_type: Option<PurchasePaidBy>,
    pub status: Option<PurchaseStatus>,
}

impl ReportFilter {
    /// The first and the last day of the report.
    pub(super) fn days(&self, today: NaiveDate) -> Result<(NaiveDate, NaiveDate)> {
        let to = self.end_date.unwrap_or(today);
        let from = self.start_date.unwrap_or(to.min(today));
        check_day_range(Some(from), Some(to))?;
        Ok((from, to))
    }
}

/// Loads the report; refuses when it would have more than 5000 purchases.
pub(super) async fn load_report(tx: &mut Tx, filter: &ReportFilter, today: NaiveDate) -> Result<PurchaseReport> {
    let (from, to) = filter.days(today)?;
    let query = PurchaseQuery {
        today,
        days: (Some(from), Some(to)),
        term: filter.term.as_deref(),
        providers: filter.provider_id.map(|id| vec![id.0]),
        paid_by: filter.payment_type,
        status: filter.status,
        ..PurchaseQuery::default()
    };
    let sums = store::load_report_sums(tx, &query).await?;
    if sums.all > MAX_ROWS {
        return invalid("end_date", "Son más de 5000 compras: elige menos días, o un proveedor.").err();
    }
    let found = store::load_page(tx, &query, &Paging::default(), (MAX_ROWS, 0)).await?;
    let purchases: Vec<PurchaseRow> = found.into_iter().map(|row| row.with_overdue_on(today)).collect();
    let summary = PurchaseSummary {
        count: sums.count,
        total: sums.total,
        subtotal: sums.subtotal,
        igv: sums.igv,
        paid: sums.paid,
        due: sums.total - sums.paid,
        voided_count: sums.all - sums.count,
        by_provider: group_by_provider(&purchases),
        by_document: group_by_document(&purchases),
    };
    Ok(PurchaseReport { purchases, summary })
}

fn active_purchases(purchases: &[PurchaseRow]) -> impl Iterator<Item = &PurchaseRow> {
    purchases.iter().filter(|p| p.status == PurchaseStatus::Active)
}

fn group_by_provider(purchases: &[PurchaseRow]) -> Vec<BoughtOfProvider> {
    let mut all: Vec<BoughtOfProvider> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for p in active_purchases(purchases) {
        let place = *places.entry(p.provider_id).or_insert_with(|| {
            let (name, total) = (p.provider_name.clone(), Money::ZERO);
            all.push(BoughtOfProvider { provider_id: p.provider_id, name, count: 0, total });
            all.len() - 1
        });
        if let Some(row) = all.get_mut(place) {
            row.count += 1;
            row.total += p.total;
        }
    }
    all.sort_by_key(|row| Reverse(row.total));
    all
}

fn group_by_document(purchases: &[PurchaseRow]) -> Vec<BoughtByDocument> {
    let mut all: Vec<BoughtByDocument> = Vec::new();
    for p in active_purchases(purchases) {
        match all.iter_mut().find(|row| row.document == p.document) {
            Some(row) => {
                row.count += 1;
                row.total += p.total;
            }
            None => all.push(BoughtByDocument { document: p.document, count: 1, total: p.total }),
        }
    }
    all.sort_by_key(|row| Reverse(row.total));
    all
}
