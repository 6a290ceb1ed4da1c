//! HTTP endpoints of credit notes for signed-in users.

use super::{
    actions::{Detail, NoteActions, load_note_actions},
    email::{self, MailDocument},
    file,
    http::{DocumentPdf, file_response},
    tax_document::TaxDocument,
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{error::Result, ids::CreditNoteId, words::IdentityDocument};
use comanda_invoicing::billing::{
    self,
    electronic::{self, TaxOwner, Transmission},
    notes::{self, CreditNote},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::{App, WakePriority},
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_credit_note))
        .routes(routes!(get_credit_note_xml))
        .routes(routes!(get_credit_note_cdr))
        .routes(routes!(credit_note_pdf))
        .routes(routes!(mail_credit_note))
        .routes(routes!(reissue_credit_note))
}

/// A credit note with its transmission and the possible actions.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreditNoteDetail {
    #[serde(flatten)]
    pub note: CreditNote,
    /// The credited document, `B001-00000347`.
    pub document: String,
    pub client_name: String,
    pub client_document_type: IdentityDocument,
    pub client_document_number: String,
    /// The note's earlier numbers that were refused, such as `BC01-00000001`.
    pub replaces: Vec<String>,
    /// Advice on the tax authority's last answer, in Spanish; null where nothing has to be done.
    pub what_to_do: Option<&'static str>,
    #[serde(flatten)]
    pub detail: Detail,
    pub actions: NoteActions,
}

/// A credit note, its transmission to the tax authority and to its client, and the actions that the user may take now.
#[utoipa::path(get, path = "/credit-notes/{id}", tag = "billing", params(("id" = CreditNoteId, Path)), responses((status = 200, body = Answer<CreditNoteDetail>)))]
async fn get_credit_note(actor: Actor, Path(id): Path<CreditNoteId>) -> Result<Json<Answer<CreditNoteDetail>>> {
    let mut tx = actor.company.db.read().await?;
    let (billing, note) = billing::load_visible_note(&mut tx, &actor, id).await?;
    Ok(ok(CreditNoteDetail {
        detail: Detail::load(&mut tx, TaxOwner::Note(id)).await?,
        document: billing.full_number,
        client_name: billing.row.client_name,
        client_document_type: billing.row.client_document_type,
        client_document_number: billing.row.client_document_number,
        replaces: electronic::load_replaced_numbers(&mut tx, id).await?,
        what_to_do: note.what_to_do(),
        actions: load_note_actions(&mut tx, &actor, &note).await?,
        note,
    }))
}

/// The XML of a credit note as sent to the tax authority; unsigned until it is signed.
#[utoipa::path(get, path = "/credit-notes/{id}/xml", tag = "billing", params(("id" = CreditNoteId, Path)), responses((status = 200, content_type = "application/xml")))]
async fn get_credit_note_xml(actor: Actor, Path(id): Path<CreditNoteId>) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let note = TaxDocument::load_visible(&mut tx, &actor, TaxOwner::Note(id)).await?;
    Ok(file_response(file::load_xml(&mut tx, &note).await?, true))
}

/// The tax authority's receipt (CDR) for a credit note as received, a zip; 404 before it arrives.
#[utoipa::path(get, path = "/credit-notes/{id}/cdr", tag = "billing", params(("id" = CreditNoteId, Path)), responses((status = 200, content_type = "application/zip")))]
async fn get_credit_note_cdr(actor: Actor, Path(id): Path<CreditNoteId>) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let note = TaxDocument::load_visible(&mut tx, &actor, TaxOwner::Note(id)).await?;
    Ok(file_response(file::load_cdr(&mut tx, &note).await?, true))
}

/// A credit note as a PDF.
#[utoipa::path(get, path = "/credit-notes/{id}/pdf", tag = "billing", params(("id" = CreditNoteId, Path), DocumentPdf), responses((status = 200, content_type = "application/pdf")))]
async fn credit_note_pdf(
    actor: Actor,
    Path(id): Path<CreditNoteId>,
    Query(query): Query<DocumentPdf>,
) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let note = TaxDocument::load_visible(&mut tx, &actor, TaxOwner::Note(id)).await?;
    let format = query.format()?;
    Ok(file_response(file::render_pdf(&mut tx, &note, format).await?, query.download))
}

/// Mails a credit note's PDF and XML to the client, after this answer.
#[utoipa::path(post, path = "/credit-notes/{id}/mail", tag = "billing", params(("id" = CreditNoteId, Path)), request_body = MailDocument, responses((status = 200, body = Answer<Transmission>)))]
async fn mail_credit_note(
    actor: Actor,
    Path(id): Path<CreditNoteId>,
    write: Write<MailDocument>,
) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| email::queue_email(work, TaxOwner::Note(id), body).await)
}

/// Reissues a credit note that the tax authority refused, under the next number of its series; no money moves. 409 where it was not
/// refused.
#[utoipa::path(post, path = "/credit-notes/{id}/reissue", tag = "billing", params(("id" = CreditNoteId, Path)), responses((status = 200, body = Answer<CreditNote>)))]
async fn reissue_credit_note(actor: Actor, Path(id): Path<CreditNoteId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    let answer = idempotent_write!(actor, write, |work, _body| notes::reissue_note(work, id).await)?;
    actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::New);
    Ok(answer)
}
