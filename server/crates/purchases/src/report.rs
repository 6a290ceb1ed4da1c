//! What was bought in a span of days.

use super::{
    list_store::{self as store, Wanted},
    model::{BoughtByDocument, BoughtOfProvider, PurchaseReport, PurchaseRow, PurchaseSummary},
    words::{PurchasePaidBy, PurchaseStatus},
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::ProviderId,
    listing::{Paging, days_in_order},
    money::Money,
};
use serde::Deserialize;
use std::cmp::Reverse;

/// Purchases of one report.
const MAX_ROWS: i64 = 5_000;

/// Which purchases a report is of.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportFilter {
    /// Days of the paper, from and to; absent: today.
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    /// Searched in numbers, providers and items.
    pub term: Option<String>,
    pub provider_id: Option<ProviderId>,
    /// CONTADO or CREDITO; `cash`: paid out of a cash box; `other`: paid otherwise.
    #[param(inline)]
    pub payment_type: Option<PurchasePaidBy>,
    pub status: Option<PurchaseStatus>,
}

impl ReportFilter {
    /// The days that it is of.
    pub(super) fn days(&self, today: NaiveDate) -> Result<(NaiveDate, NaiveDate)> {
        let to = self.end_date.unwrap_or(today);
        let from = self.start_date.unwrap_or(to.min(today));
        days_in_order(Some(from), Some(to))?;
        Ok((from, to))
    }
}

/// The report.
pub(super) async fn report(tx: &mut Tx, filter: &ReportFilter, today: NaiveDate) -> Result<PurchaseReport> {
    let (from, to) = filter.days(today)?;
    let wanted = Wanted {
        today,
        days: (Some(from), Some(to)),
        term: filter.term.as_deref(),
        providers: filter.provider_id.map(|id| vec![id.0]),
        paid_by: filter.payment_type,
        status: filter.status,
        ..Wanted::default()
    };
    let sums = store::report_sums(tx, &wanted).await?;
    if sums.all > MAX_ROWS {
        return invalid("end_date", "Son más de 5000 compras: elige menos días, o un proveedor.").err();
    }
    let found = store::page(tx, &wanted, &Paging::default(), (MAX_ROWS, 0)).await?;
    let purchases: Vec<PurchaseRow> = found.into_iter().map(|row| row.on(today)).collect();
    let summary = PurchaseSummary {
        count: sums.count,
        total: sums.total,
        subtotal: sums.subtotal,
        igv: sums.igv,
        paid: sums.paid,
        due: sums.total - sums.paid,
        voided_count: sums.all - sums.count,
        by_provider: by_provider(&purchases),
        by_document: by_document(&purchases),
    };
    Ok(PurchaseReport { purchases, summary })
}

fn counting(purchases: &[PurchaseRow]) -> impl Iterator<Item = &PurchaseRow> {
    purchases.iter().filter(|p| p.status == PurchaseStatus::Active)
}

fn by_provider(purchases: &[PurchaseRow]) -> Vec<BoughtOfProvider> {
    let mut all: Vec<BoughtOfProvider> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for p in counting(purchases) {
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

fn by_document(purchases: &[PurchaseRow]) -> Vec<BoughtByDocument> {
    let mut all: Vec<BoughtByDocument> = Vec::new();
    for p in counting(purchases) {
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
