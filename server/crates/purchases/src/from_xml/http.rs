//! The HTTP call that reads a supplier's document.

use super::{
    build_draft,
    model::{PaperDraft, PaperQr},
    open::MAX_XML_BYTES,
    read_file, read_qr,
};
use axum::{Json, extract::DefaultBodyLimit};
use comanda_base::error::{Result, invalid};
use comanda_platform::{
    http::{
        Answer, ok,
        upload::{FileForm, UploadBody, WRAPPING_BYTES},
    },
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The route of the call.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_paper)).layer(DefaultBodyLimit::max(MAX_XML_BYTES + WRAPPING_BYTES))
}

/// Reads a supplier's factura or boleta into a draft and stores nothing: the XML (or a ZIP with it) as a form, or the text of its QR as
/// JSON. 422 at `file` with advice when it is no such document, or one of another company.
#[utoipa::path(post, path = "/purchase/from-xml", tag = "purchases", request_body(content((FileForm = "multipart/form-data"), (PaperQr = "application/json"))), responses((status = 200, body = Answer<PaperDraft>)))]
async fn read_paper(actor: Actor, sent: UploadBody) -> Result<Json<Answer<PaperDraft>>> {
    actor.require(Action::EditCatalog)?;
    let (invoice, field) = if sent.is_json() {
        let wrong = |_| invalid("qr", "Escanea el QR de la factura otra vez.");
        let body: PaperQr = serde_json::from_slice(sent.bytes()).map_err(wrong)?;
        (read_qr(&body.qr)?, "qr")
    } else {
        (read_file(sent.parse_file(MAX_XML_BYTES).await?.body.bytes.to_vec()).await?, "file")
    };
    let mut tx = actor.company.db.read().await?;
    Ok(ok(build_draft(&mut tx, invoice, field).await?))
}
