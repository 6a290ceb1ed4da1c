//! Calls that undo an electronic document: its money goes back as by a refund of the payment that it is of.

use super::{
    failed_void::credit_failed_void,
    give_back::give_back,
    model::NewRefund,
    of_document,
    of_document::{CreditNoteRequest, VoidRequest},
    undoing::{self, Asked, CreditQuote},
};
use crate::payments::document_to_change::document_to_change;
use axum::{Json, extract::Path};
use comanda_base::{error::Result, ids::BillingId, money::Money};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, Done},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this file.
pub(in crate::payments) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(void_document))
        .routes(routes!(credit_document))
        .routes(routes!(quote_credit_note))
}

/// Undoes all of an electronic document the way that its age and state allow: by a void, else by a credit note.
#[utoipa::path(post, path = "/electronic-invoice/{id}/void", tag = "billing", params(("id" = BillingId, Path)), request_body = VoidRequest, responses((status = 200, body = Answer<NewRefund>)))]
async fn void_document(actor: Actor, Path(id): Path<BillingId>, write: Write<VoidRequest>) -> Result<Done> {
    let approval = pin::approve(&actor, Action::VoidDocument, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| {
        let (payment, refund) = of_document::void(work, id, body).await?;
        give_back(work, payment, &refund, approval).await
    })
}

/// Gives a credit note for an electronic document, with its money: all of it, some lines, or a discount after the sale. Where the
/// document was voided and the tax authority refused that for good, all of it is credited and no money moves: it went back before.
#[utoipa::path(post, path = "/billings/{id}/credit-note", tag = "billing", params(("id" = BillingId, Path)), request_body = CreditNoteRequest, responses((status = 200, body = Answer<NewRefund>)))]
async fn credit_document(actor: Actor, Path(id): Path<BillingId>, write: Write<CreditNoteRequest>) -> Result<Done> {
    let approval = pin::approve(&actor, Action::VoidDocument, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| {
        if let Some(credited) = credit_failed_void(work, id, body, approval).await? {
            return Ok(credited);
        }
        let (payment, refund) = of_document::credit(work, id, body).await?;
        give_back(work, payment, &refund, approval).await
    })
}

/// What would be credited.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CreditQuoteParams {
    /// Units of the document's lines, as in `12:1,15:2`; nothing asked: all of it.
    pub lines: Option<String>,
    /// A discount of lines instead: amounts, as in `12:8.00,15:2.50`.
    pub discounts: Option<String>,
    /// A discount of the whole document instead.
    pub amount: Option<Money>,
}

/// What a credit note would take off a document, and how the money would go back.
#[utoipa::path(get, path = "/billings/{id}/credit-note-quote", tag = "billing", params(("id" = BillingId, Path), CreditQuoteParams), responses((status = 200, body = Answer<CreditQuote>)))]
async fn quote_credit_note(
    actor: Actor,
    Path(id): Path<BillingId>,
    Query(params): Query<CreditQuoteParams>,
) -> Result<Json<Answer<CreditQuote>>> {
    let (mut tx, billing) = document_to_change(&actor, id).await?;
    let CreditQuoteParams { lines, discounts, amount } = params;
    let asked = Asked { lines: lines.as_deref(), discounts: discounts.as_deref(), amount };
    Ok(ok(undoing::quote(&mut tx, &billing, asked, actor.app.clock().now()).await?))
}
