//! HTTP endpoints of the report of kitchen times.

use super::{
    files,
    operations::{self, OperationFilter, PreparedOperation},
    report::{self, KitchenTimes, KitchenTimesQuery},
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
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_kitchen_times))
        .routes(routes!(list_kitchen_operations))
        .routes(routes!(get_kitchen_times_file))
}

/// Query of kitchen times.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct KitchenReportQuery {
    area_id: Option<i64>,
    category_id: Option<i64>,
}

impl KitchenReportQuery {
    async fn resolve(self, tx: &mut Tx, actor: &Actor, days: ReportDays) -> Result<KitchenTimesQuery> {
        let (span, settings, today) = days.resolve(tx, actor).await?;
        Ok(KitchenTimesQuery { span, area: self.area_id, category: self.category_id, today, settings })
    }

    async fn load_report(self, actor: &Actor, days: ReportDays) -> Result<KitchenTimes> {
        actor.require(Action::SeeReports)?;
        let mut tx = actor.company.db.read().await?;
        let query = self.resolve(&mut tx, actor, days).await?;
        report::load_report(&mut tx, &query).await
    }
}

/// Preparation times from sent to ready, against the promises of the areas, by area, dish and hour.
#[utoipa::path(get, path = "/kitchen-times", tag = "reports", params(ReportDays, KitchenReportQuery), responses((status = 200, body = Answer<KitchenTimes>)))]
async fn get_kitchen_times(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<KitchenReportQuery>,
) -> Result<Json<Answer<KitchenTimes>>> {
    Ok(ok(query.load_report(&actor, days).await?))
}

/// The dishes that make up a figure, the slowest first.
#[utoipa::path(get, path = "/kitchen-times/operations", tag = "reports", params(ReportDays, KitchenReportQuery, OperationFilter, Paging), responses((status = 200, body = Rows<PreparedOperation>)))]
async fn list_kitchen_operations(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<KitchenReportQuery>,
    Query(filter): Query<OperationFilter>,
    Query(paging): Query<Paging>,
) -> Result<Rows<PreparedOperation>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let query = query.resolve(&mut tx, &actor, days).await?;
    operations::load_operations(&mut tx, &query, &filter, &paging).await
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/kitchen-times/file", tag = "reports", params(ReportDays, KitchenReportQuery, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_kitchen_times_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<KitchenReportQuery>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let report = query.load_report(&actor, days).await?;
    let name = format!("tiempos-de-cocina-{}-{}", report.start_date, report.end_date);
    report_answer(&actor, file, name, |company| files::build_table(&report, company)).await
}
