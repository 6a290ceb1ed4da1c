//! Calls of the report of cash cycles.

use super::{
    files,
    report::{self, Asked, CashReport},
};
use crate::reports::{of_person::OfPerson, span::ReportDays};
use axum::{Json, response::Response};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::FileFormat,
    settings::CompanyInfo,
    state::App,
    use_case::{Action, Actor},
};
use comanda_printing::report_file;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_cash_report)).routes(routes!(get_cash_report_file))
}

async fn read(tx: &mut Tx, actor: &Actor, days: ReportDays, of: OfPerson) -> Result<Asked> {
    let (span, _, today) = days.read(tx, actor).await?;
    Ok(Asked { span, of, only_closed: !actor.may(Action::SeeExpected), today })
}

/// Cash cycles that were opened on these business days: what each should hold, what was counted, and what each way to pay differed by.
/// Open ones are there for those who may know what they should hold; to others only their names are told.
#[utoipa::path(get, path = "/cash-report", tag = "reports", params(ReportDays, OfPerson), responses((status = 200, body = Answer<CashReport>)))]
async fn get_cash_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(of): Query<OfPerson>,
) -> Result<Json<Answer<CashReport>>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let asked = read(&mut tx, &actor, days, of).await?;
    Ok(ok(report::report(&mut tx, asked).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/cash-report/file", tag = "reports", params(ReportDays, OfPerson, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_cash_report_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(of): Query<OfPerson>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let asked = read(&mut tx, &actor, days, of).await?;
    let report = report::report(&mut tx, asked).await?;
    drop(tx);
    let name = format!("cajas-{}-{}", report.start_date, report.end_date);
    report_file(files::table(&report, &company), file.format, name).await
}
