//! HTTP endpoints of the report of payment methods.

use super::{
    files,
    report::{self, PaymentMethodQuery, PaymentMethodReport},
};
use crate::reports::{
    cashier_filter::CashierFilter,
    file_http::report_answer,
    span::ReportDays,
    store::{self, MoneyOperation, OperationSums},
};
use axum::{Json, response::Response};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::PaymentOptionId,
    listing::{Paging, page_count},
};
use comanda_ledgers::figures::MoneyFilter;
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::{FileFormat, TableBody},
    state::App,
    use_case::{Action, Actor},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_payment_method_report))
        .routes(routes!(list_money_operations))
        .routes(routes!(get_payment_method_file))
}

async fn resolve_query(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    cashier: CashierFilter,
) -> Result<PaymentMethodQuery> {
    let (span, _, today) = days.resolve(tx, actor).await?;
    Ok(PaymentMethodQuery { span, cashier, today, now: actor.app.clock().now() })
}

async fn load_report(actor: &Actor, days: ReportDays, cashier: CashierFilter) -> Result<PaymentMethodReport> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let query = resolve_query(&mut tx, actor, days, cashier).await?;
    report::load_report(&mut tx, query).await
}

/// Money of a period by payment method, day and person: received less change and refunds, and collected debts.
#[utoipa::path(get, path = "/payment-method-report", tag = "reports", params(ReportDays, CashierFilter), responses((status = 200, body = Answer<PaymentMethodReport>)))]
async fn get_payment_method_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(cashier): Query<CashierFilter>,
) -> Result<Json<Answer<PaymentMethodReport>>> {
    Ok(ok(load_report(&actor, days, cashier).await?))
}

/// Query of a payment method.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct MethodFilter {
    /// All methods by default.
    payment_option_id: Option<PaymentOptionId>,
}

/// A page of operations, and the totals of all.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct MoneyOperations {
    success: bool,
    rows: Vec<MoneyOperation>,
    total_rows: i64,
    total_pages: i64,
    totals: OperationSums,
}

/// The payments, refunds and collections that make up a figure, the latest first. `term` searches documents and operation numbers.
#[utoipa::path(get, path = "/payment-method-report/operations", tag = "reports", params(ReportDays, CashierFilter, MethodFilter, Paging), responses((status = 200, body = MoneyOperations)))]
async fn list_money_operations(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(cashier): Query<CashierFilter>,
    Query(method): Query<MethodFilter>,
    Query(paging): Query<Paging>,
) -> Result<Json<MoneyOperations>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let query = resolve_query(&mut tx, &actor, days, cashier).await?;
    let criteria = MoneyFilter { option: method.payment_option_id, ..query.money_filter(query.span) };
    let term = paging.term.as_deref();
    let totals = store::sum_money_operations(&mut tx, &criteria, term).await?;
    let (limit, offset) = paging.page_limits_of_sales(totals.rows)?;
    let rows = store::list_money_operation_rows(&mut tx, &criteria, term, (limit, offset)).await?;
    let total_pages = page_count(totals.rows, limit);
    Ok(Json(MoneyOperations { success: true, rows, total_rows: totals.rows, total_pages, totals }))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/payment-method-report/file", tag = "reports", params(ReportDays, CashierFilter, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_payment_method_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(cashier): Query<CashierFilter>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let report = load_report(&actor, days, cashier).await?;
    let name = format!("medios-de-pago-{}-{}", report.start_date, report.end_date);
    report_answer(&actor, file, name, |company| files::build_table(&report, company)).await
}
