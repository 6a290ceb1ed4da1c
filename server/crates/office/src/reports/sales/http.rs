//! Calls of the sales report.

use super::{
    documents::{self, SoldDocuments},
    files,
    report::{self, Asked, SalesCut, SalesReport},
};
use crate::reports::span::ReportDays;
use axum::{Json, response::Response};
use comanda_base::{db::Tx, error::Result, ids::UserId, listing::Paging};
use comanda_ledgers::figures::{Narrowed, SalesChannel};
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::FileFormat,
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor},
};
use comanda_printing::report_file;
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_sales_report)).routes(routes!(list_sold)).routes(routes!(get_sales_file))
}

/// What the report is cut by, and which sales it is of.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct SalesAsked {
    /// Absent: DAY.
    by: Option<SalesCut>,
    channel: Option<SalesChannel>,
    attendant_id: Option<UserId>,
    cashier_id: Option<UserId>,
    billing_type_id: Option<i64>,
}

impl SalesAsked {
    async fn read(self, tx: &mut Tx, actor: &Actor, days: ReportDays) -> Result<(Asked, Settings)> {
        let (span, settings, today) = days.read(tx, actor).await?;
        let narrowed = Narrowed {
            channel: self.channel,
            attendant: self.attendant_id,
            cashier: self.cashier_id,
            billing_type: self.billing_type_id,
            ..Narrowed::default()
        };
        let by = self.by.unwrap_or(SalesCut::Day);
        let now = actor.app.clock().now();
        Ok((Asked { span, by, narrowed, today, now, zone: settings.time_zone }, settings))
    }
}

/// Sales of a period by one cut, against the same number of days before, until the same time where the last day is not over.
#[utoipa::path(get, path = "/sales-total-report", tag = "reports", params(ReportDays, SalesAsked), responses((status = 200, body = Answer<SalesReport>)))]
async fn get_sales_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<SalesAsked>,
) -> Result<Json<Answer<SalesReport>>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (asked, _) = asked.read(&mut tx, &actor, days).await?;
    Ok(ok(report::report(&mut tx, asked).await?))
}

/// Which row of the report.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct SalesKey {
    /// Absent: all rows.
    key: Option<String>,
}

/// The documents behind a row of the report, the latest first; they sum to it. A product's or a category's show the part of them that is
/// of it.
#[utoipa::path(get, path = "/sales-total-report/documents", tag = "reports", params(ReportDays, SalesAsked, SalesKey, Paging), responses((status = 200, body = SoldDocuments)))]
async fn list_sold(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<SalesAsked>,
    Query(row): Query<SalesKey>,
    Query(paging): Query<Paging>,
) -> Result<Json<SoldDocuments>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (asked, settings) = asked.read(&mut tx, &actor, days).await?;
    Ok(Json(documents::of_key(&mut tx, &settings, asked, row.key.as_deref(), &paging).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/sales-total-report/file", tag = "reports", params(ReportDays, SalesAsked, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_sales_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<SalesAsked>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let (asked, _) = asked.read(&mut tx, &actor, days).await?;
    let report = report::report(&mut tx, asked).await?;
    drop(tx);
    let name = format!("ventas-{}-{}-{}", report.by.as_str().to_lowercase(), report.start_date, report.end_date);
    report_file(files::table(&report, &company), file.format, name).await
}
