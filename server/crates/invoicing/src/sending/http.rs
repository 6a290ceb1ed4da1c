//! Calls about sending.

use super::{
    again,
    ask::{self, DocumentStatus, Reconciled},
    batches::{self, BatchRow},
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
    state::{App, Haste},
    use_case::{Action, Actor, Done, not_permitted},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
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

/// Who brings documents on their way, and who reads the accounts.
fn must_see(actor: &Actor) -> Result<()> {
    if actor.may(Action::SendDocuments) || actor.may(Action::SeeReports) { Ok(()) } else { not_permitted().err() }
}

/// Sends a document again, now: one that waits, or that failed and was mended. It is sent right after the answer.
#[utoipa::path(post, path = "/billings/{id}/send", tag = "billing", responses((status = 200, body = Answer<DocumentStatus>)))]
async fn send_billing(actor: Actor, Path(id): Path<BillingId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::SendDocuments)?;
    let done = idempotent_write!(actor, write, |work, _body| again::send(work, TaxOwner::Billing(id)).await)?;
    actor.app.sender().wake(&actor.company.slug, Haste::Asked);
    Ok(done)
}

/// Asks the tax authority for a document now, by its number, and gives where it stands.
#[utoipa::path(get, path = "/electronic-invoice/{id}/check-document-status", tag = "billing", responses((status = 200, body = Answer<DocumentStatus>)))]
async fn check_document_status(actor: Actor, Path(id): Path<BillingId>) -> Result<Json<Answer<DocumentStatus>>> {
    must_see(&actor)?;
    let document = again::electronic(&actor.company, TaxOwner::Billing(id)).await?;
    Ok(ok(ask::check(&actor.app, &actor.company, document).await?))
}

/// Sends a credit note again, now, as its document.
#[utoipa::path(post, path = "/credit-notes/{id}/send", tag = "billing", params(("id" = CreditNoteId, Path)), responses((status = 200, body = Answer<DocumentStatus>)))]
async fn send_credit_note(actor: Actor, Path(id): Path<CreditNoteId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::SendDocuments)?;
    let done = idempotent_write!(actor, write, |work, _body| again::send(work, TaxOwner::Note(id)).await)?;
    actor.app.sender().wake(&actor.company.slug, Haste::Asked);
    Ok(done)
}

/// Asks the tax authority for a credit note now, by its number, and gives where it stands.
#[utoipa::path(get, path = "/credit-notes/{id}/check-document-status", tag = "billing", params(("id" = CreditNoteId, Path)), responses((status = 200, body = Answer<DocumentStatus>)))]
async fn check_credit_note_status(actor: Actor, Path(id): Path<CreditNoteId>) -> Result<Json<Answer<DocumentStatus>>> {
    must_see(&actor)?;
    let document = again::electronic(&actor.company, TaxOwner::Note(id)).await?;
    Ok(ok(ask::check(&actor.app, &actor.company, document).await?))
}

/// Body of `POST /electronic-billing/summaries`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct SummaryForm {
    /// The day of issue, until today.
    pub date: NaiveDate,
}

/// How many boletas a summary will carry.
#[derive(Debug, Serialize, ToSchema)]
pub struct SummaryAsked {
    pub documents: i64,
}

/// Sends the daily summary of a day now: all of its boletas and their notes that wait for one.
#[utoipa::path(post, path = "/electronic-billing/summaries", tag = "billing", request_body = SummaryForm, responses((status = 200, body = Answer<SummaryAsked>)))]
async fn send_summaries(actor: Actor, write: Write<SummaryForm>) -> Result<Done> {
    actor.must(Action::SendDocuments)?;
    let done = idempotent_write!(actor, write, |work, form| {
        Ok(SummaryAsked { documents: again::sum_up(work, form.date).await? })
    })?;
    actor.app.sender().wake(&actor.company.slug, Haste::Asked);
    Ok(done)
}

/// RA and RC, the latest first.
#[utoipa::path(get, path = "/electronic-billing/batches", tag = "billing", params(Paging), responses((status = 200, body = Rows<BatchRow>)))]
async fn list_batches(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<BatchRow>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    batches::list(&mut tx, &paging).await
}

/// Body of `POST /electronic-billing/reconcile`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct ReconcileForm {
    /// Days of issue, both included; 31 at most.
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// `next` of the answer before: a hundred documents are asked for at a time.
    pub after: Option<TaxDocumentId>,
}

/// Asks the tax authority for every document of some days, puts right what is kept here, and says what changed. Sent twice, it
/// asks twice: it only reads there.
#[utoipa::path(post, path = "/electronic-billing/reconcile", tag = "billing", request_body = ReconcileForm, responses((status = 200, body = Answer<Reconciled>)))]
async fn reconcile_documents(actor: Actor, write: Write<ReconcileForm>) -> Result<Json<Answer<Reconciled>>> {
    actor.must(Action::SendDocuments)?;
    let form = &write.body;
    again::check_days(form.from, form.to)?;
    let after = form.after.unwrap_or(TaxDocumentId(0));
    Ok(ok(ask::reconcile(&actor.app, &actor.company, (form.from, form.to), after).await?))
}
