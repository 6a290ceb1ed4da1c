//! Calls of the report of ways to pay.

use super::{
    files,
    report::{self, Asked, PaymentMethodReport},
};
use crate::reports::{
    of_person::OfPerson,
    span::ReportDays,
    store::{self, MoneyOperation, OperationSums},
};
use axum::{Json, response::Response};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::PaymentOptionId,
    listing::{Paging, pages},
};
use comanda_ledgers::figures::WantedMoney;
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::FileFormat,
    settings::CompanyInfo,
    state::App,
    use_case::{Action, Actor},
};
use comanda_printing::report_file;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_payment_method_report))
        .routes(routes!(list_money_operations))
        .routes(routes!(get_payment_method_file))
}

async fn read(tx: &mut Tx, actor: &Actor, days: ReportDays, of: OfPerson) -> Result<Asked> {
    let (span, _, today) = days.read(tx, actor).await?;
    Ok(Asked { span, of, today, now: actor.app.clock().now() })
}

/// Money of a period by way to pay, day and person: received less change and refunds, and what was collected of debts.
#[utoipa::path(get, path = "/payment-method-report", tag = "reports", params(ReportDays, OfPerson), responses((status = 200, body = Answer<PaymentMethodReport>)))]
async fn get_payment_method_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(of): Query<OfPerson>,
) -> Result<Json<Answer<PaymentMethodReport>>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let asked = read(&mut tx, &actor, days, of).await?;
    Ok(ok(report::report(&mut tx, asked).await?))
}

/// Which way to pay.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct OfMethod {
    /// Absent: all ways.
    payment_option_id: Option<PaymentOptionId>,
}

/// A page of operations, and what all of them come to.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct MoneyOperations {
    success: bool,
    rows: Vec<MoneyOperation>,
    total_rows: i64,
    total_pages: i64,
    totals: OperationSums,
}

/// Payments, refunds and collections behind a figure, the latest first; they sum to it. `term` searches documents and operation numbers.
#[utoipa::path(get, path = "/payment-method-report/operations", tag = "reports", params(ReportDays, OfPerson, OfMethod, Paging), responses((status = 200, body = MoneyOperations)))]
async fn list_money_operations(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(of): Query<OfPerson>,
    Query(method): Query<OfMethod>,
    Query(paging): Query<Paging>,
) -> Result<Json<MoneyOperations>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let asked = read(&mut tx, &actor, days, of).await?;
    let wanted = WantedMoney { option: method.payment_option_id, ..asked.wanted(asked.span) };
    let term = paging.term.as_deref();
    let totals = store::operation_sums(&mut tx, &wanted, term).await?;
    let (limit, offset) = paging.window_of_sales(totals.rows)?;
    let rows = store::money_operations(&mut tx, &wanted, term, (limit, offset)).await?;
    let total_pages = pages(totals.rows, limit);
    Ok(Json(MoneyOperations { success: true, rows, total_rows: totals.rows, total_pages, totals }))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/payment-method-report/file", tag = "reports", params(ReportDays, OfPerson, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_payment_method_file(
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
    let name = format!("medios-de-pago-{}-{}", report.start_date, report.end_date);
    report_file(files::table(&report, &company), file.format, name).await
}
