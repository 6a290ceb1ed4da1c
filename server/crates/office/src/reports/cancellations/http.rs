//! HTTP endpoints of the report of cancellations.

use super::{
    acts::{ActFilter, CancellationAct},
    files,
    report::{self, CancellationQuery, CancellationReport},
};
use crate::reports::{file_http::report_answer, span::ReportDays};
use axum::{Json, response::Response};
use comanda_base::{
    db::Tx,
    error::Result,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::{FileFormat, TableBody},
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_cancellation_report))
        .routes(routes!(list_cancellation_acts))
        .routes(routes!(get_cancellation_file))
}

async fn resolve_query(tx: &mut Tx, actor: &Actor, days: ReportDays, filter: ActFilter) -> Result<CancellationQuery> {
    filter.validate()?;
    let (span, settings, today) = days.resolve(tx, actor).await?;
    Ok(CancellationQuery { span, filter, today, now: actor.app.clock().now(), settings })
}

async fn load_report(actor: &Actor, days: ReportDays, filter: ActFilter) -> Result<CancellationReport> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let query = resolve_query(&mut tx, actor, days, filter).await?;
    report::load_report(&mut tx, &query).await
}

/// Counts of lines taken off, documents voided, credit notes, courtesies, discounts above 10 %, reprints and drawers opened without a sale,
/// against the preceding period, and by person in relation to their own sales and to the others of the same post.
#[utoipa::path(get, path = "/cancellation-report", tag = "reports", params(ReportDays, ActFilter), responses((status = 200, body = Answer<CancellationReport>)))]
async fn get_cancellation_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(filter): Query<ActFilter>,
) -> Result<Json<Answer<CancellationReport>>> {
    Ok(ok(load_report(&actor, days, filter).await?))
}

/// The acts that make up a figure, the latest first. `term` searches the line, reason, place, person and document.
#[utoipa::path(get, path = "/cancellation-report/operations", tag = "reports", params(ReportDays, ActFilter, Paging), responses((status = 200, body = Rows<CancellationAct>)))]
async fn list_cancellation_acts(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(filter): Query<ActFilter>,
    Query(paging): Query<Paging>,
) -> Result<Rows<CancellationAct>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let query = resolve_query(&mut tx, &actor, days, filter).await?;
    paging.slice_page(report::load_filtered_acts(&mut tx, &query, paging.term.as_deref()).await?)
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/cancellation-report/file", tag = "reports", params(ReportDays, ActFilter, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_cancellation_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(filter): Query<ActFilter>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let report = load_report(&actor, days, filter).await?;
    let name = format!("anulaciones-{}-{}", report.start_date, report.end_date);
    report_answer(&actor, file, name, |company| files::build_table(&report, company)).await
}
