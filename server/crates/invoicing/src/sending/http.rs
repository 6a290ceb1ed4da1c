//! HTTP calls about sending.

use super::{
    batches::{self, BatchRow},
    status_query::{self, DocumentStatus, Reconciled},
    user_requests,
};
use crate::billing::electronic::TaxOwner;
use axum::{Json, extract::Path};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    ids::{BillingId, CreditNoteId, TaxDocumentId},
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::{App, WakePriority},
    use_case::{Action, Actor, WriteAnswer, not_permitted_refusal},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of sending.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(send_billing))
        .routes(routes!(check_document_status))
        .routes(routes!(send_credit_note))
        .routes(routes!(check_credit_note_status))
        .routes(routes!(send_summaries))
        .routes(routes!(list_batches))
        .routes(routes!(reconcile_documents))
}

/// Requires the right to send documents or to see reports.
fn must_see(actor: &Actor) -> Result<()> {
    if actor.can_without_pin(Action::SendDocuments) || actor.can_without_pin(Action::SeeReports) {
        Ok(())
    } else {
        not_permitted_refusal().err()
    }
}

/// Sends a document again now: one that waits, or that failed and was corrected. It is sent right after the response.
#[utoipa::path(post, path = "/billings/{id}/send", tag = "billing", responses((status = 200, body = Answer<DocumentStatus>)))]
async fn send_billing(actor: Actor, Path(id): Path<BillingId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::SendDocuments)?;
    let answer =
        idempotent_write!(actor, write, |work, _body| user_requests::resend_document(work, TaxOwner::Billing(id))
            .await)?;
    actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::Asked);
    Ok(answer)
}

/// Queries the tax authority for a document now, by its number, and returns its status.
#[utoipa::path(get, path = "/electronic-invoice/{id}/check-document-status", tag = "billing", responses((status = 200, body = Answer<DocumentStatus>)))]
async fn check_document_status(actor: Actor, Path(id): Path<BillingId>) -> Result<Json<Answer<DocumentStatus>>> {
    must_see(&actor)?;
    let document = user_requests::load_electronic(&actor.company, TaxOwner::Billing(id)).await?;
    Ok(ok(status_query::check_document(&actor.app, &actor.company, document).await?))
}

/// Sends a credit note again now, in the same way as its document.
#[utoipa::path(post, path = "/credit-notes/{id}/send", tag = "billing", params(("id" = CreditNoteId, Path)), responses((status = 200, body = Answer<DocumentStatus>)))]
async fn send_credit_note(actor: Actor, Path(id): Path<CreditNoteId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::SendDocuments)?;
    let answer =
        idempotent_write!(actor, write, |work, _body| user_requests::resend_document(work, TaxOwner::Note(id)).await)?;
    actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::Asked);
    Ok(answer)
}

/// Queries the tax authority for a credit note now, by its number, and returns its status.
#[utoipa::path(get, path = "/credit-notes/{id}/check-document-status", tag = "billing", params(("id" = CreditNoteId, Path)), responses((status = 200, body = Answer<DocumentStatus>)))]
async fn check_credit_note_status(actor: Actor, Path(id): Path<CreditNoteId>) -> Result<Json<Answer<DocumentStatus>>> {
    must_see(&actor)?;
    let document = user_requests::load_electronic(&actor.company, TaxOwner::Note(id)).await?;
    Ok(ok(status_query::check_document(&actor.app, &actor.company, document).await?))
}

/// Body of `POST /electronic-billing/summaries`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct SummaryForm {
    /// The day of issue, today or earlier.
    pub date: NaiveDate,
}

/// The number of boletas that the summary will include.
#[derive(Debug, Serialize, ToSchema)]
pub struct SummaryAsked {
    pub documents: i64,
}

/// Sends the daily summary of a day now, with all of its boletas and their notes that wait for one.
#[utoipa::path(post, path = "/electronic-billing/summaries", tag = "billing", request_body = SummaryForm, responses((status = 200, body = Answer<SummaryAsked>)))]
async fn send_summaries(actor: Actor, write: Write<SummaryForm>) -> Result<WriteAnswer> {
    actor.require(Action::SendDocuments)?;
    let answer = idempotent_write!(actor, write, |work, form| {
        Ok(SummaryAsked { documents: user_requests::make_summary(work, form.date).await? })
    })?;
    actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::Asked);
    Ok(answer)
}

/// Lists the batches (RA and RC), the latest first.
#[utoipa::path(get, path = "/electronic-billing/batches", tag = "billing", params(Paging), responses((status = 200, body = Rows<BatchRow>)))]
async fn list_batches(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<BatchRow>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    batches::load_batch_page(&mut tx, &paging).await
}

/// Body of `POST /electronic-billing/reconcile`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct ReconcileForm {
    /// The first day of issue; the span has at most 31 days.
    /// The last day of issue.
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// The value of `next` in the previous response; a hundred documents are queried at a time.
    pub after: Option<TaxDocumentId>,
}

/// Queries the tax authority for every document of some days, corrects the stored states, and returns the changes. A repeated request
/// queries again: it only reads there.
#[utoipa::path(post, path = "/electronic-billing/reconcile", tag = "billing", request_body = ReconcileForm, responses((status = 200, body = Answer<Reconciled>)))]
async fn reconcile_documents(actor: Actor, write: Write<ReconcileForm>) -> Result<Json<Answer<Reconciled>>> {
    actor.require(Action::SendDocuments)?;
    let form = &write.body;
    user_requests::validate_days(form.from, form.to)?;
    let after = form.after.unwrap_or(TaxDocumentId(0));
    Ok(ok(status_query::reconcile_documents(&actor.app, &actor.company, (form.from, form.to), after).await?))
}
