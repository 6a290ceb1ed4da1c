//! Calls of refunds.

use super::{
    give_back::give_back,
    model::{NewRefund, RefundQuote, RefundRequest},
    quote,
};
use axum::{Json, extract::Path};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    ids::{CycleId, PaymentId, RequestId},
    listing::{Paging, Rows},
};
use comanda_ledgers::ledger::{self, Refund, WantedRefunds, refunds};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, Done, not_permitted},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of refunds.
pub(in crate::payments) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(refund)).routes(routes!(quote_refund)).routes(routes!(list_refunds))
}

/// Voids a payment with its document and gives its money back, all of it or some units.
#[utoipa::path(post, path = "/payments/{id}/refund", tag = "payments", params(("id" = PaymentId, Path)), request_body = RefundRequest, responses((status = 200, body = Answer<NewRefund>)))]
async fn refund(actor: Actor, Path(id): Path<PaymentId>, write: Write<RefundRequest>) -> Result<Done> {
    let approval = pin::approve(&actor, Action::VoidDocument, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| give_back(work, id, body, approval).await)
}

/// Which units would go back.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QuoteParams {
    /// Units of lines, as in `12:1,15:2`; absent: all of the payment.
    pub products: Option<String>,
}

/// What a refund would give back, by method, and what it would leave.
#[utoipa::path(get, path = "/payments/{id}/refund-quote", tag = "payments", params(("id" = PaymentId, Path), QuoteParams), responses((status = 200, body = Answer<RefundQuote>)))]
async fn quote_refund(
    actor: Actor,
    Path(id): Path<PaymentId>,
    Query(params): Query<QuoteParams>,
) -> Result<Json<Answer<RefundQuote>>> {
    actor.must(Action::VoidDocument)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(quote::quote(&mut tx, id, params.products.as_deref(), actor.app.clock().now()).await?))
}

/// Which refunds a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RefundFilter {
    pub client_request_id: Option<RequestId>,
    /// The cycle that the money left.
    pub cashbox_cycle_id: Option<CycleId>,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Refunds, the latest first; `term` searches document, reason, cash box and who gave it back. A cashier lists their own.
#[utoipa::path(get, path = "/refunds", tag = "payments", params(Paging, RefundFilter), responses((status = 200, body = Rows<Refund>)))]
async fn list_refunds(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<RefundFilter>,
) -> Result<Rows<Refund>> {
    if !actor.may(Action::Collect) && !actor.may(Action::SeeReports) {
        return not_permitted().err();
    }
    let mut tx = actor.company.db.read().await?;
    let own = (!actor.may(Action::SeeReports) && filter.client_request_id.is_none()).then_some(actor.user_id);
    let term = paging.term.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let wanted = WantedRefunds {
        client_request_id: filter.client_request_id,
        cycle: filter.cashbox_cycle_id,
        by: own,
        date_from: filter.date_from,
        date_to: filter.date_to,
        term: term.map(str::to_owned),
    };
    let total = ledger::count_wanted_refunds(&mut tx, &wanted).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    let found = ledger::wanted_refunds(&mut tx, &wanted, (limit, offset)).await?;
    let found = refunds::completed(&mut tx, found).await?;
    Ok(Rows::page(found, total, limit))
}
