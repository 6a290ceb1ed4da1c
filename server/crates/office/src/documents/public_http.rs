//! HTTP endpoints of the public look-up: open to everybody, rate-limited by address, and limited to the company of the host.

use super::{
    file,
    http::{DocumentPdf, file_response},
    public::{self, Consult, PublicDocument},
};
use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use comanda_base::{error::Result, source::Source};
use comanda_platform::{
    http::{Answer, CompanyOfHost, Query, Write, ok, write::small_body_limit},
    state::App,
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(consult))
        .routes(routes!(get_public_document))
        .routes(routes!(get_public_pdf))
        .routes(routes!(get_public_xml))
        .layer(small_body_limit())
}

/// Finds a document by all data of its paper; every mismatch gives the same 404.
#[utoipa::path(post, path = "/public/consulta", tag = "public", security(()), request_body = Consult, responses((status = 200, body = Answer<PublicDocument>)))]
async fn consult(
    State(app): State<App>,
    CompanyOfHost(company): CompanyOfHost,
    source: Source,
    write: Write<Consult>,
) -> Result<Json<Answer<PublicDocument>>> {
    app.limits().count_document_lookup(source, &company.slug)?;
    let mut tx = company.db.read().await?;
    let found = public::find_consulted(&mut tx, &write.body).await?;
    app.limits().uncount_document_lookup(source, &company.slug);
    Ok(ok(found))
}

/// Finds a document by its secret address.
#[utoipa::path(get, path = "/public/documents/{token}", tag = "public", security(()), responses((status = 200, body = Answer<PublicDocument>)))]
async fn get_public_document(
    State(app): State<App>,
    CompanyOfHost(company): CompanyOfHost,
    source: Source,
    Path(token): Path<String>,
) -> Result<Json<Answer<PublicDocument>>> {
    app.limits().count_public_file(source, &company.slug)?;
    let mut tx = company.db.read().await?;
    let document = public::find_by_token(&mut tx, &token).await?;
    Ok(ok(public::public_view(&mut tx, &document).await?))
}

/// The PDF of a document, by its secret address.
#[utoipa::path(get, path = "/public/documents/{token}/pdf", tag = "public", security(()), params(DocumentPdf), responses((status = 200, content_type = "application/pdf")))]
async fn get_public_pdf(
    State(app): State<App>,
    CompanyOfHost(company): CompanyOfHost,
    source: Source,
    Path(token): Path<String>,
    Query(query): Query<DocumentPdf>,
) -> Result<Response> {
    app.limits().count_public_file(source, &company.slug)?;
    let format = query.format()?;
    let mut tx = company.db.read().await?;
    let document = public::find_by_token(&mut tx, &token).await?;
    Ok(file_response(file::render_pdf(&mut tx, &document, format).await?, query.download))
}

/// The XML of a document, by its secret address.
#[utoipa::path(get, path = "/public/documents/{token}/xml", tag = "public", security(()), responses((status = 200, content_type = "application/xml")))]
async fn get_public_xml(
    State(app): State<App>,
    CompanyOfHost(company): CompanyOfHost,
    source: Source,
    Path(token): Path<String>,
) -> Result<Response> {
    app.limits().count_public_file(source, &company.slug)?;
    let mut tx = company.db.read().await?;
    let document = public::find_by_token(&mut tx, &token).await?;
    Ok(file_response(file::load_xml(&mut tx, &document).await?, true))
}
