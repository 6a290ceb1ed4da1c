//! Calls of the public look-up: open to everybody, counted by address, and of the company of the host alone.

use super::{
    file,
    http::{DocumentPdf, handed},
    public::{self, Consult, PublicDocument},
};
use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use comanda_base::{error::Result, source::Source};
use comanda_platform::{
    http::{Answer, AtCompany, Query, Write, ok, write::of_strangers},
    state::App,
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(consult))
        .routes(routes!(get_public_document))
        .routes(routes!(get_public_pdf))
        .routes(routes!(get_public_xml))
        .layer(of_strangers())
}

/// A document by all that its paper says; whatever does not fit is one and the same 404.
#[utoipa::path(post, path = "/public/consulta", tag = "public", security(()), request_body = Consult, responses((status = 200, body = Answer<PublicDocument>)))]
async fn consult(
    State(app): State<App>,
    AtCompany(company): AtCompany,
    source: Source,
    write: Write<Consult>,
) -> Result<Json<Answer<PublicDocument>>> {
    app.limits().consult(source, &company.slug)?;
    let mut tx = company.db.read().await?;
    let found = public::consulted(&mut tx, &write.body).await?;
    app.limits().consulted(source, &company.slug);
    Ok(ok(found))
}

/// A document by its secret address.
#[utoipa::path(get, path = "/public/documents/{token}", tag = "public", security(()), responses((status = 200, body = Answer<PublicDocument>)))]
async fn get_public_document(
    State(app): State<App>,
    AtCompany(company): AtCompany,
    source: Source,
    Path(token): Path<String>,
) -> Result<Json<Answer<PublicDocument>>> {
    app.limits().public_file(source, &company.slug)?;
    let mut tx = company.db.read().await?;
    let document = public::by_token(&mut tx, &token).await?;
    Ok(ok(public::shown(&mut tx, &document).await?))
}

/// Its PDF.
#[utoipa::path(get, path = "/public/documents/{token}/pdf", tag = "public", security(()), params(DocumentPdf), responses((status = 200, content_type = "application/pdf")))]
async fn get_public_pdf(
    State(app): State<App>,
    AtCompany(company): AtCompany,
    source: Source,
    Path(token): Path<String>,
    Query(query): Query<DocumentPdf>,
) -> Result<Response> {
    app.limits().public_file(source, &company.slug)?;
    let format = query.format()?;
    let mut tx = company.db.read().await?;
    let document = public::by_token(&mut tx, &token).await?;
    Ok(handed(file::pdf(&mut tx, &document, format).await?, query.download))
}

/// Its XML.
#[utoipa::path(get, path = "/public/documents/{token}/xml", tag = "public", security(()), responses((status = 200, content_type = "application/xml")))]
async fn get_public_xml(
    State(app): State<App>,
    AtCompany(company): AtCompany,
    source: Source,
    Path(token): Path<String>,
) -> Result<Response> {
    app.limits().public_file(source, &company.slug)?;
    let mut tx = company.db.read().await?;
    let document = public::by_token(&mut tx, &token).await?;
    Ok(handed(file::xml(&mut tx, &document).await?, true))
}
