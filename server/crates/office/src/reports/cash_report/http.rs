//! HTTP endpoints of the report of cash cycles.

use super::{
    files,
    report::{self, CashReport, CashReportQuery},
};
use crate::reports::{cashier_filter::CashierFilter, file_http::report_answer, span::ReportDays};
use axum::{Json, response::Response};
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::{FileFormat, TableBody},
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_cash_report)).routes(routes!(get_cash_report_file))
}

async fn load_report(actor: &Actor, days: ReportDays, cashier: CashierFilter) -> Result<CashReport> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (span, _, today) = days.resolve(&mut tx, actor).await?;
    let only_closed = !actor.can_without_pin(Action::SeeExpected);
    report::load_report(&mut tx, CashReportQuery { span, cashier, only_closed, today }).await
}

/// Cash cycles that were opened on these business days, with expected and counted amounts and differences by payment method. Open cycles
/// are included only for users who may see expected amounts; others get only their names.
#[utoipa::path(get, path = "/cash-report", tag = "reports", params(ReportDays, CashierFilter), responses((status = 200, body = Answer<CashReport>)))]
async fn get_cash_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(cashier): Query<CashierFilter>,
) -> Result<Json<Answer<CashReport>>> {
    Ok(ok(load_report(&actor, days, cashier).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/cash-report/file", tag = "reports", params(ReportDays, CashierFilter, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_cash_report_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(cashier): Query<CashierFilter>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let report = load_report(&actor, days, cashier).await?;
    let name = format!("cajas-{}-{}", report.start_date, report.end_date);
    report_answer(&actor, file, name, |company| files::build_table(&report, company)).await
}
