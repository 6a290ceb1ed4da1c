//! Calls that read documents.

use super::{
    documents::whole,
    model::{Billing, BillingRow},
    setup, store,
};
use crate::{
    db::Sql,
    error::Result,
    ids::{CycleId, PaymentId, RequestId},
    listing::{Paging, Rows},
    search::contains,
    state::App,
    use_case::{Action, Actor, not_permitted},
};
use axum::extract::Query;
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_billings)).merge(setup::routes())
}

/// Who collects chooses among them, who reads reports filters by them.
pub(super) fn must_see(actor: &Actor) -> Result<()> {
    if actor.may(Action::Collect) || actor.may(Action::SeeReports) { Ok(()) } else { not_permitted().err() }
}

const SEARCHED: &str =
    "AND (LOWER(b.serie || '-' || b.number) LIKE ? ESCAPE '!' OR b.client_search_key LIKE ? ESCAPE '!'
    OR b.client_document_number LIKE ? ESCAPE '!')";

/// `B001-00000347` as `B001-347`: numbers are kept without the zeros that they are printed with.
fn without_zeros(term: &str) -> String {
    match term.trim().split_once('-') {
        Some((serie, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{serie}-{}", number.trim_start_matches('0'))
        }
        _ => term.trim().to_owned(),
    }
}

/// Which documents a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BillingFilter {
    pub client_request_id: Option<RequestId>,
    pub payment_id: Option<PaymentId>,
    pub cashbox_cycle_id: Option<CycleId>,
    /// 1 boleta, 2 factura, 3 nota de venta.
    pub billing_type_id: Option<i64>,
    /// NOT_SENT, VOIDED …
    pub state: Option<String>,
    /// Only those that the tax authority has to get, and has not got.
    #[serde(default)]
    pub to_send: bool,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Documents, the latest first; `term` searches number, client and client's document.
#[utoipa::path(get, path = "/billings", tag = "billing", params(Paging, BillingFilter), responses((status = 200, body = Rows<Billing>)))]
async fn list_billings(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<BillingFilter>,
) -> Result<Rows<Billing>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    // A cashier reads any account's documents, to reprint them, but lists only those of their own cycles.
    let own = (!actor.may(Action::SeeReports) && filter.client_request_id.is_none()).then_some(actor.user_id);
    let pattern = paging.term.as_deref().filter(|t| !t.trim().is_empty()).map(|t| contains(&without_zeros(t)));
    let narrow = |sql: Sql| {
        let sql = if filter.to_send { sql.add("AND").add(store::TO_SEND) } else { sql };
        sql.when("AND b.client_request_id = ?", filter.client_request_id)
            .when("AND b.payment_id = ?", filter.payment_id)
            .when("AND b.cycle_id = ?", filter.cashbox_cycle_id)
            .when("AND b.billing_type_id = ?", filter.billing_type_id)
            .when("AND b.state = ?", filter.state.clone())
            .when("AND b.business_day >= ?", filter.date_from)
            .when("AND b.business_day <= ?", filter.date_to)
            .when(SEARCHED, pattern.clone())
            .when("AND b.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)", own)
    };
    let total: i64 = tx.query(narrow(store::count_of_billings())).scalar().await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    let page = narrow(store::billings()).add("ORDER BY b.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    let found: Vec<BillingRow> = tx.query(page).all().await?;
    let found = whole(&mut tx, found).await?;
    Ok(Rows::page(found, total, limit))
}
