//! HTTP endpoints of the report of cash cycles.

use super::{
    files,
    report::{self, CashReport, CashReportQuery},
};
use crate::reports::{cashier_filter::CashierFilter, span::ReportDays};
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

async fn resolve_query(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    cashier: CashierFilter,
) -> Result<CashReportQuery> {
    let (span, _, today) = days.resolve(tx, actor).await?;
    Ok(CashReportQuery { span, cashier, only_closed: !actor.can_without_pin(Action::SeeExpected), today })
}

/// Cash cycles that were opened on these business days, with expected and counted amounts and differences by payment method. Open cycles
/// are included only for users who may see expected amounts; others get only their names.
#[utoipa::path(get, path = "/cash-report", tag = "reports", params(ReportDays, CashierFilter), responses((status = 200, body = Answer<CashReport>)))]
async fn get_cash_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(cashier): Query<CashierFilter>,
) -> Result<Json<Answer<CashReport>>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let query = resolve_query(&mut tx, &actor, days, cashier).await?;
    Ok(ok(report::load_report(&mut tx, query).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/cash-report/file", tag = "reports", params(ReportDays, CashierFilter, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_cash_report_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(cashier): Query<CashierFilter>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let query = resolve_query(&mut tx, &actor, days, cashier).await?;
    let report = report::load_report(&mut tx, query).await?;
    drop(tx);
    let name = format!("cajas-{}-{}", report.start_date, report.end_date);
    report_file(files::build_table(&report, &company), file.format, name).await
}
