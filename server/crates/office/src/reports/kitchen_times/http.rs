//! Calls of the report of kitchen times.

use super::{
    files,
    operations::{self, OperationFilter, PreparedOperation},
    report::{self, Asked, KitchenTimes},
};
use crate::reports::span::ReportDays;
use axum::{Json, response::Response};
use comanda_base::{
    db::Tx,
    error::Result,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::FileFormat,
    settings::CompanyInfo,
    state::App,
    use_case::{Action, Actor},
};
use comanda_printing::report_file;
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_kitchen_times))
        .routes(routes!(list_kitchen_operations))
        .routes(routes!(get_kitchen_times_file))
}

/// Which dishes.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct KitchenAsked {
    area_id: Option<i64>,
    category_id: Option<i64>,
}

impl KitchenAsked {
    async fn read(self, tx: &mut Tx, actor: &Actor, days: ReportDays) -> Result<Asked> {
        let (span, settings, today) = days.read(tx, actor).await?;
        Ok(Asked { span, area: self.area_id, category: self.category_id, today, settings })
    }
}

/// How long dishes took from sending to ready, against what their area promises: by area, dish and hour.
#[utoipa::path(get, path = "/kitchen-times", tag = "reports", params(ReportDays, KitchenAsked), responses((status = 200, body = Answer<KitchenTimes>)))]
async fn get_kitchen_times(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<KitchenAsked>,
) -> Result<Json<Answer<KitchenTimes>>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let asked = asked.read(&mut tx, &actor, days).await?;
    Ok(ok(report::report(&mut tx, &asked).await?))
}

/// The dishes behind a figure, the slowest first.
#[utoipa::path(get, path = "/kitchen-times/operations", tag = "reports", params(ReportDays, KitchenAsked, OperationFilter, Paging), responses((status = 200, body = Rows<PreparedOperation>)))]
async fn list_kitchen_operations(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<KitchenAsked>,
    Query(filter): Query<OperationFilter>,
    Query(paging): Query<Paging>,
) -> Result<Rows<PreparedOperation>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let asked = asked.read(&mut tx, &actor, days).await?;
    operations::operations(&mut tx, &asked, &filter, &paging).await
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/kitchen-times/file", tag = "reports", params(ReportDays, KitchenAsked, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_kitchen_times_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<KitchenAsked>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let asked = asked.read(&mut tx, &actor, days).await?;
    let report = report::report(&mut tx, &asked).await?;
    drop(tx);
    let name = format!("tiempos-de-cocina-{}-{}", report.start_date, report.end_date);
    report_file(files::table(&report, &company), file.format, name).await
}
