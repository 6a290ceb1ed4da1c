//! Kinds of document that the present tax regime no longer issues, but of which paper documents from before it may still be entered.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, document_kind::DocumentKind, error::Result};
use comanda_invoicing::billing::{
    BillingType,
    contingency::{self, ContingencySeries},
};
use comanda_platform::settings::{regime, tax};
use serde::Serialize;
use utoipa::ToSchema;

/// Kinds of paper document from before the present regime that may still be entered.
#[derive(Debug, Serialize, ToSchema)]
pub struct PapersOfBefore {
    pub billing_types: Vec<BillingType>,
    /// The last day of the previous regime, and so the latest date on such a paper.
    pub until: NaiveDate,
}

/// Removes the kinds that are no longer issued from `kinds`; returns them where paper documents of them may still be entered.
pub(super) async fn remove_discontinued_kinds(
    tx: &mut Tx,
    kinds: &mut Vec<BillingType>,
    series: &[ContingencySeries],
    now: DateTime<Utc>,
) -> Result<Option<PapersOfBefore>> {
    if !tax::load_rule_at(tx, now).await?.regime.is_nuevo_rus() {
        return Ok(None);
    }
    let is_factura = |t: &BillingType| DocumentKind::from_id(t.id) == Some(DocumentKind::Factura);
    let (mut billing_types, others): (Vec<_>, Vec<_>) = kinds.drain(..).partition(is_factura);
    *kinds = others;
    billing_types.retain(|t| series.iter().any(|series| series.billing_type_id.id() == t.id));
    if billing_types.is_empty() {
        return Ok(None);
    }
    let today = tax::issue_date(now);
    let before = regime::find_regime_before(tx, today).await?;
    let until = before.filter(|(last, regime)| !regime.is_nuevo_rus() && contingency::is_entry_allowed(*last, today));
    Ok(until.map(|(until, _)| PapersOfBefore { billing_types, until }))
}
