//! Calls of documents for those who are signed in: files, and the e-mail to the client.

use super::{
    actions::{Actions, Detail, actions},
    email::{self, MailDocument},
    file::{self, File},
    held::Held,
    notes_http, public_http,
};
use axum::{
    Json,
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};
use comanda_base::{error::Result, ids::BillingId};
use comanda_invoicing::billing::{
    self, Billing,
    electronic::{TaxOwner, Transmission},
};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Done},
};
use comanda_till::payments::{Format, SoldAt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
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

/// How a PDF is wanted.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DocumentPdf {
    /// `ticket` (the default: as wide as the paper of its cash desk), `80`, `58` or `a4`.
    pub format: Option<String>,
    /// True: to be saved instead of shown.
    #[serde(default)]
    pub download: bool,
}

impl DocumentPdf {
    pub(super) fn format(&self) -> Result<Format> {
        Format::read(self.format.as_deref())
    }
}

/// Hands a file out, to be shown or to be saved.
pub(super) fn handed(file: File, download: bool) -> Response {
    let how = if download { "attachment" } else { "inline" };
    let disposition = format!("{how}; filename=\"{}\"", file.name);
    let headers = [(header::CONTENT_TYPE, file.content_type.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, file.content).into_response()
}

/// A document with how far it has come, and what may be done with it.
#[derive(Debug, Serialize, ToSchema)]
pub struct BillingDetail {
    #[serde(flatten)]
    pub billing: Billing,
    #[serde(flatten)]
    pub detail: Detail,
    pub actions: Actions,
    pub sold_at: SoldAt,
}

/// A document, how far it has come with the tax authority and with its client, and what who asks may do with it now.
#[utoipa::path(get, path = "/billings/{id}", tag = "billing", responses((status = 200, body = Answer<BillingDetail>)))]
async fn get_billing(actor: Actor, Path(id): Path<BillingId>) -> Result<Json<Answer<BillingDetail>>> {
    let mut tx = actor.company.db.read().await?;
    let billing = billing::visible_to(&mut tx, &actor, id).await?;
    let detail = Detail::of(&mut tx, TaxOwner::Billing(id)).await?;
    let actions = actions(&mut tx, &actor, &billing).await?;
    let sold_at = SoldAt::load(&mut tx, &billing).await?;
    Ok(ok(BillingDetail { billing, detail, actions, sold_at }))
}

/// The XML of an electronic document as the tax authority gets it; signed from the moment that it was signed.
#[utoipa::path(get, path = "/billings/{id}/xml", tag = "billing", responses((status = 200, content_type = "application/xml")))]
async fn get_xml(actor: Actor, Path(id): Path<BillingId>) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let document = Held::visible_to(&mut tx, &actor, TaxOwner::Billing(id)).await?;
    Ok(handed(file::xml(&mut tx, &document).await?, true))
}

/// The receipt of the tax authority as it came, a zip; 404 before it came.
#[utoipa::path(get, path = "/billings/{id}/cdr", tag = "billing", responses((status = 200, content_type = "application/zip")))]
async fn get_cdr(actor: Actor, Path(id): Path<BillingId>) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let document = Held::visible_to(&mut tx, &actor, TaxOwner::Billing(id)).await?;
    Ok(handed(file::cdr(&mut tx, &document).await?, true))
}

/// A document as a PDF, of its paper or on A4.
#[utoipa::path(get, path = "/billings/{id}/pdf", tag = "billing", params(DocumentPdf), responses((status = 200, content_type = "application/pdf")))]
async fn get_pdf(actor: Actor, Path(id): Path<BillingId>, Query(query): Query<DocumentPdf>) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let document = Held::visible_to(&mut tx, &actor, TaxOwner::Billing(id)).await?;
    let format = query.format()?;
    Ok(handed(file::pdf(&mut tx, &document, format).await?, query.download))
}

/// Mails PDF and XML to the client, after this answer; how that went stands in the document's `transmission`.
#[utoipa::path(post, path = "/billings/{id}/mail", tag = "billing", request_body = MailDocument, responses((status = 200, body = Answer<Transmission>)))]
async fn mail_document(actor: Actor, Path(id): Path<BillingId>, write: Write<MailDocument>) -> Result<Done> {
    actor.must(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| email::ask(work, TaxOwner::Billing(id), body).await)
}
