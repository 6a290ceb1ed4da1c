//! HTTP routes of debit notes.

use super::{
    issue::issue_debit_note,
    model::{DebitNoteRequest, DebitQuote},
    quote,
};
use crate::payments::{document_to_change::load_document_to_change, model::NewPayment};
use axum::{Json, extract::Path};
use comanda_base::{error::Result, ids::BillingId, money::Money};
use comanda_invoicing::billing::debit::DebitReasonCode;
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::payments) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(give_debit_note)).routes(routes!(quote_debit_note))
}

/// Adds interest, a higher value or a penalty to an electronic factura or boleta by a debit note, which is paid or owed at once.
#[utoipa::path(post, path = "/billings/{id}/debit-note", tag = "billing", params(("id" = BillingId, Path)), request_body = DebitNoteRequest, responses((status = 200, body = Answer<NewPayment>)))]
async fn give_debit_note(
    actor: Actor,
    Path(id): Path<BillingId>,
    write: Write<DebitNoteRequest>,
) -> Result<WriteAnswer> {
    let approval = pin::approve_action(&actor, Action::VoidDocument, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| issue_debit_note(work, id, body, approval).await)
}

/// The parameters of a debit note quote.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DebitParams {
    /// The reason; absent: interest.
    pub reason_code: Option<DebitReasonCode>,
    /// The amount with IGV; absent: only the most that may be added is quoted.
    pub amount: Option<Money>,
}

/// Quotes a debit note of this amount.
#[utoipa::path(get, path = "/billings/{id}/debit-note-quote", tag = "billing", params(("id" = BillingId, Path), DebitParams), responses((status = 200, body = Answer<DebitQuote>)))]
async fn quote_debit_note(
    actor: Actor,
    Path(id): Path<BillingId>,
    Query(params): Query<DebitParams>,
) -> Result<Json<Answer<DebitQuote>>> {
    let (_, billing) = load_document_to_change(&actor, id).await?;
    let reason = params.reason_code.unwrap_or(DebitReasonCode::Interest);
    Ok(ok(quote::quote_debit_note(&billing, reason, params.amount)?))
}
