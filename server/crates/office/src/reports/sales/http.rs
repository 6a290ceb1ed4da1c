//! HTTP endpoints of the sales report.

use super::{
    documents::{self, SoldDocuments},
    files,
    report::{self, SalesCut, SalesQuery, SalesReport},
};
use crate::reports::{file_http::report_answer, span::ReportDays};
use axum::{Json, response::Response};
use comanda_base::{db::Tx, error::Result, ids::UserId, listing::Paging};
use comanda_ledgers::figures::{SalesChannel, SalesFilter};
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::{FileFormat, TableBody, file_name_part},
    settings::Settings,
    state::App,
    use_case::{Action, Actor},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_sales_report)).routes(routes!(list_sold)).routes(routes!(get_sales_file))
}

/// Query of the sales report: its grouping and filters.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct SalesReportQuery {
    /// The grouping; DAY by default.
    by: Option<SalesCut>,
    channel: Option<SalesChannel>,
    attendant_id: Option<UserId>,
    cashier_id: Option<UserId>,
    billing_type_id: Option<i64>,
}

impl SalesReportQuery {
    async fn resolve(self, tx: &mut Tx, actor: &Actor, days: ReportDays) -> Result<(SalesQuery, Settings)> {
        let (span, settings, today) = days.resolve(tx, actor).await?;
        let filter = SalesFilter {
            channel: self.channel,
            attendant: self.attendant_id,
            cashier: self.cashier_id,
            billing_type: self.billing_type_id,
            ..SalesFilter::default()
        };
        let cut = self.by.unwrap_or(SalesCut::Day);
        let now = actor.app.clock().now();
        Ok((SalesQuery { span, by: cut, filter, today, now, zone: settings.time_zone }, settings))
    }

    async fn load_report(self, actor: &Actor, days: ReportDays) -> Result<SalesReport> {
        actor.require(Action::SeeReports)?;
        let mut tx = actor.company.db.read().await?;
        let (query, _) = self.resolve(&mut tx, actor, days).await?;
        report::load_report(&mut tx, query).await
    }
}

/// Sales of a period by one grouping, against the preceding period of equal length, up to the same time where the last day is not over.
#[utoipa::path(get, path = "/sales-total-report", tag = "reports", params(ReportDays, SalesReportQuery), responses((status = 200, body = Answer<SalesReport>)))]
async fn get_sales_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<SalesReportQuery>,
) -> Result<Json<Answer<SalesReport>>> {
    Ok(ok(query.load_report(&actor, days).await?))
}

/// The row of the report whose documents are listed.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct SalesRowKey {
    /// The row's key; all rows by default.
    key: Option<String>,
}

/// The documents that make up a row of the report, the latest first. For a product or a category each document has only its part of that
/// product or category as total.
#[utoipa::path(get, path = "/sales-total-report/documents", tag = "reports", params(ReportDays, SalesReportQuery, SalesRowKey, Paging), responses((status = 200, body = SoldDocuments)))]
async fn list_sold(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<SalesReportQuery>,
    Query(row): Query<SalesRowKey>,
    Query(paging): Query<Paging>,
) -> Result<Json<SoldDocuments>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (query, settings) = query.resolve(&mut tx, &actor, days).await?;
    Ok(Json(documents::load_documents_of_row(&mut tx, &settings, query, row.key.as_deref(), &paging).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/sales-total-report/file", tag = "reports", params(ReportDays, SalesReportQuery, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_sales_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<SalesReportQuery>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let report = query.load_report(&actor, days).await?;
    let name = format!(
        "ventas-{}-{}-{}",
        file_name_part(files::grouping_title(report.by)),
        report.start_date,
        report.end_date
    );
    report_answer(&actor, file, name, |company| files::build_table(&report, company)).await
}
