//! Kinds of document that the present regime issues no more, of which papers of the time before it may still be entered.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_invoicing::billing::{
    BillingKind, BillingType,
    contingency::{self, ContingencySeries},
};
use comanda_platform::settings::{regime, tax};
use serde::Serialize;
use utoipa::ToSchema;

/// Papers of the time before the present regime that may still be entered.
#[derive(Debug, Serialize, ToSchema)]
pub struct PapersOfBefore {
    pub billing_types: Vec<BillingType>,
    /// The last day of the regime before, which such a paper says at most.
    pub until: NaiveDate,
}

/// Takes what is not issued any more out of the kinds to choose; gives it where papers of it may still be entered.
pub(super) async fn papers_of_before(
    tx: &mut Tx,
    kinds: &mut Vec<BillingType>,
    series: &[ContingencySeries],
    now: DateTime<Utc>,
) -> Result<Option<PapersOfBefore>> {
    if !tax::rule_at(tx, now).await?.regime.is_nuevo_rus() {
        return Ok(None);
    }
    let is_factura = |t: &BillingType| BillingKind::from_id(t.id) == Some(BillingKind::Factura);
    let (mut billing_types, others): (Vec<_>, Vec<_>) = kinds.drain(..).partition(is_factura);
    *kinds = others;
    billing_types.retain(|t| series.iter().any(|series| series.billing_type_id == t.id));
    if billing_types.is_empty() {
        return Ok(None);
    }
    let today = tax::issue_date(now);
    let before = regime::regime_before(tx, today).await?;
    let until = before.filter(|(last, regime)| !regime.is_nuevo_rus() && contingency::may_be_entered(*last, today));
    Ok(until.map(|(until, _)| PapersOfBefore { billing_types, until }))
}
