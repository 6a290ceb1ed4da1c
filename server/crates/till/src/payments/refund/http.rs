//! HTTP routes of refunds, and of undoing an electronic document, which refunds the payment that belongs to it.

use super::{
    credit_note::credit_failed_void,
    document_requests::{self, CreditNoteRequest, VoidRequest},
    give_back::refund_payment,
    model::{NewRefund, RefundQuote, RefundRequest},
    quote::{self, CreditQuote, CreditQuoteRequest},
};
use crate::payments::document_to_change::load_document_to_change;
use axum::{Json, extract::Path};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    ids::{BillingId, CycleId, PaymentId, RequestId},
    listing::{Paging, Rows},
    money::Money,
};
use comanda_ledgers::ledger::{self, Refund, RefundFilter, refunds};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, WriteAnswer, not_permitted},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::payments) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(refund))
        .routes(routes!(quote_refund))
        .routes(routes!(list_refunds))
        .routes(routes!(void_document))
        .routes(routes!(credit_document))
        .routes(routes!(quote_credit_note))
}

/// Voids a payment with its document and refunds its money, or some of its units.
#[utoipa::path(post, path = "/payments/{id}/refund", tag = "payments", params(("id" = PaymentId, Path)), request_body = RefundRequest, responses((status = 200, body = Answer<NewRefund>)))]
async fn refund(actor: Actor, Path(id): Path<PaymentId>, write: Write<RefundRequest>) -> Result<WriteAnswer> {
    let approval = pin::approve(&actor, Action::VoidDocument, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| refund_payment(work, id, body, approval).await)
}

/// The units that a refund quote asks about.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QuoteParams {
    /// Units of lines, as in `12:1,15:2`; absent: all of the payment.
    pub products: Option<String>,
}

/// Quotes what a refund would pay out, by method, and what would stay sold.
#[utoipa::path(get, path = "/payments/{id}/refund-quote", tag = "payments", params(("id" = PaymentId, Path), QuoteParams), responses((status = 200, body = Answer<RefundQuote>)))]
async fn quote_refund(
    actor: Actor,
    Path(id): Path<PaymentId>,
    Query(params): Query<QuoteParams>,
) -> Result<Json<Answer<RefundQuote>>> {
    actor.require(Action::VoidDocument)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(quote::quote_refund(&mut tx, id, params.products.as_deref(), actor.app.clock().now()).await?))
}

/// The query of a list of refunds.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RefundListQuery {
    pub client_request_id: Option<RequestId>,
    /// The cycle that the money left.
    pub cashbox_cycle_id: Option<CycleId>,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Lists refunds, the latest first; `term` searches document, reason, cash box and user. A cashier lists their own.
#[utoipa::path(get, path = "/refunds", tag = "payments", params(Paging, RefundListQuery), responses((status = 200, body = Rows<Refund>)))]
async fn list_refunds(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<RefundListQuery>,
) -> Result<Rows<Refund>> {
    if !actor.can_without_pin(Action::Collect) && !actor.can_without_pin(Action::SeeReports) {
        return not_permitted().err();
    }
    let mut tx = actor.company.db.read().await?;
    let only_user =
        (!actor.can_without_pin(Action::SeeReports) && filter.client_request_id.is_none()).then_some(actor.user_id);
    let term = paging.term.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let selection = RefundFilter {
        client_request_id: filter.client_request_id,
        cycle: filter.cashbox_cycle_id,
        by: only_user,
        date_from: filter.date_from,
        date_to: filter.date_to,
        term: term.map(str::to_owned),
    };
    let total = ledger::count_refunds(&mut tx, &selection).await?;
    let (limit, offset) = paging.sales_window(total)?;
    let found = ledger::list_refunds(&mut tx, &selection, (limit, offset)).await?;
    let found = refunds::load_details_into(&mut tx, found).await?;
    Ok(Rows::page(found, total, limit))
}

/// Undoes a whole electronic document as its age and state allow: by a void, else by a credit note.
#[utoipa::path(post, path = "/electronic-invoice/{id}/void", tag = "billing", params(("id" = BillingId, Path)), request_body = VoidRequest, responses((status = 200, body = Answer<NewRefund>)))]
async fn void_document(actor: Actor, Path(id): Path<BillingId>, write: Write<VoidRequest>) -> Result<WriteAnswer> {
    let approval = pin::approve(&actor, Action::VoidDocument, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| {
        let (payment, refund) = document_requests::refund_for_void(work, id, body).await?;
        refund_payment(work, payment, &refund, approval).await
    })
}

/// Issues a credit note for an electronic document, and refunds its money: for all of it, some lines, or a discount after the sale. Where
/// the document was voided and the tax authority refused that for good, all of it is credited and no money moves, since it was returned
/// before.
#[utoipa::path(post, path = "/billings/{id}/credit-note", tag = "billing", params(("id" = BillingId, Path)), request_body = CreditNoteRequest, responses((status = 200, body = Answer<NewRefund>)))]
async fn credit_document(
    actor: Actor,
    Path(id): Path<BillingId>,
    write: Write<CreditNoteRequest>,
) -> Result<WriteAnswer> {
    let approval = pin::approve(&actor, Action::VoidDocument, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| {
        if let Some(credited) = credit_failed_void(work, id, body, approval).await? {
            return Ok(credited);
        }
        let (payment, refund) = document_requests::refund_for_credit_note(work, id, body).await?;
        refund_payment(work, payment, &refund, approval).await
    })
}

/// The part of a document that a credit note quote asks about.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CreditQuoteParams {
    /// Units of the document's lines, as in `12:1,15:2`; all of the document where no parameter is given.
    pub lines: Option<String>,
    /// A discount of lines instead: amounts, as in `12:8.00,15:2.50`.
    pub discounts: Option<String>,
    /// A discount of the whole document instead.
    pub amount: Option<Money>,
}

/// Quotes what a credit note would take off a document, and how the money would be paid out.
#[utoipa::path(get, path = "/billings/{id}/credit-note-quote", tag = "billing", params(("id" = BillingId, Path), CreditQuoteParams), responses((status = 200, body = Answer<CreditQuote>)))]
async fn quote_credit_note(
    actor: Actor,
    Path(id): Path<BillingId>,
    Query(params): Query<CreditQuoteParams>,
) -> Result<Json<Answer<CreditQuote>>> {
    let (mut tx, billing) = load_document_to_change(&actor, id).await?;
    let CreditQuoteParams { lines, discounts, amount } = params;
    let request = CreditQuoteRequest { lines: lines.as_deref(), discounts: discounts.as_deref(), amount };
    Ok(ok(quote::quote_credit_note(&mut tx, &billing, request, actor.app.clock().now()).await?))
}
