//! HTTP endpoints of documents for signed-in users: details, files and the e-mail to the client.

use super::{
    actions::{Actions, Detail, load_actions},
    email::{self, MailDocument},
    file::{self, DocumentFile},
    notes_http, public_http,
    tax_document::TaxDocument,
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{error::Result, ids::BillingId};
use comanda_invoicing::billing::{
    self, Billing,
    electronic::{TaxOwner, Transmission},
};
use comanda_platform::{
    http::{self, Answer, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use comanda_till::payments::{PdfFormat, SoldAt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_billing))
        .routes(routes!(get_xml))
        .routes(routes!(get_cdr))
        .routes(routes!(get_pdf))
        .routes(routes!(mail_document))
        .merge(notes_http::routes())
        .merge(public_http::routes())
}

/// Query of a document's PDF.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DocumentPdf {
    /// `ticket` (the default: as wide as the paper of its cash desk), `80`, `58` or `a4`.
    pub format: Option<String>,
    /// Whether the browser should save the file instead of showing it.
    #[serde(default)]
    pub download: bool,
}

impl DocumentPdf {
    pub(super) fn format(&self) -> Result<PdfFormat> {
        PdfFormat::parse(self.format.as_deref())
    }
}

/// Returns the response with a file, to be shown or to be saved.
pub(super) fn file_response(file: DocumentFile, download: bool) -> Response {
    let answer = if download { http::download_response } else { http::inline_response };
    answer(file.content, file.content_type, &file.name)
}

/// A document with its transmission and the possible actions.
#[derive(Debug, Serialize, ToSchema)]
pub struct BillingDetail {
    #[serde(flatten)]
    pub billing: Billing,
    #[serde(flatten)]
    pub detail: Detail,
    pub actions: Actions,
    pub sold_at: SoldAt,
}

/// A document, its transmission to the tax authority and to its client, and the actions that the user may take now.
#[utoipa::path(get, path = "/billings/{id}", tag = "billing", responses((status = 200, body = Answer<BillingDetail>)))]
async fn get_billing(actor: Actor, Path(id): Path<BillingId>) -> Result<Json<Answer<BillingDetail>>> {
    let mut tx = actor.company.db.read().await?;
    let billing = billing::load_visible(&mut tx, &actor, id).await?;
    let detail = Detail::load(&mut tx, TaxOwner::Billing(id)).await?;
    let actions = load_actions(&mut tx, &actor, &billing).await?;
    let sold_at = SoldAt::load(&mut tx, &billing).await?;
    Ok(ok(BillingDetail { billing, detail, actions, sold_at }))
}

/// The XML of an electronic document as sent to the tax authority; unsigned until it is signed.
#[utoipa::path(get, path = "/billings/{id}/xml", tag = "billing", responses((status = 200, content_type = "application/xml")))]
async fn get_xml(actor: Actor, Path(id): Path<BillingId>) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let document = TaxDocument::load_visible(&mut tx, &actor, TaxOwner::Billing(id)).await?;
    Ok(file_response(file::load_xml(&mut tx, &document).await?, true))
}

/// The tax authority's receipt (CDR) as received, a zip; 404 before it arrives.
#[utoipa::path(get, path = "/billings/{id}/cdr", tag = "billing", responses((status = 200, content_type = "application/zip")))]
async fn get_cdr(actor: Actor, Path(id): Path<BillingId>) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let document = TaxDocument::load_visible(&mut tx, &actor, TaxOwner::Billing(id)).await?;
    Ok(file_response(file::load_cdr(&mut tx, &document).await?, true))
}

/// A document as a PDF, in the width of its paper or on A4.
#[utoipa::path(get, path = "/billings/{id}/pdf", tag = "billing", params(DocumentPdf), responses((status = 200, content_type = "application/pdf")))]
async fn get_pdf(actor: Actor, Path(id): Path<BillingId>, Query(query): Query<DocumentPdf>) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let document = TaxDocument::load_visible(&mut tx, &actor, TaxOwner::Billing(id)).await?;
    let format = query.format()?;
    Ok(file_response(file::render_pdf(&mut tx, &document, format).await?, query.download))
}

/// Mails PDF and XML to the client after this answer; the document's `transmission` has the result.
#[utoipa::path(post, path = "/billings/{id}/mail", tag = "billing", request_body = MailDocument, responses((status = 200, body = Answer<Transmission>)))]
async fn mail_document(actor: Actor, Path(id): Path<BillingId>, write: Write<MailDocument>) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| email::queue_email(work, TaxOwner::Billing(id), body).await)
}
