//! HTTP endpoints of menu engineering.

use super::{
    files,
    report::{self, MenuQuery, MenuReport},
};
use crate::reports::{file_http::report_answer, span::ReportDays};
use axum::{Json, response::Response};
use comanda_base::error::{Result, invalid};
use comanda_ledgers::figures::{SalesChannel, SalesFilter};
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::{FileFormat, TableBody},
    state::App,
    use_case::{Action, Actor},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_menu_engineering)).routes(routes!(get_menu_engineering_file))
}

/// Query of menu engineering.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct MenuReportQuery {
    /// Category ids separated by commas; all by default.
    category_id: Option<String>,
    channel: Option<SalesChannel>,
}

impl MenuReportQuery {
    async fn load_report(self, actor: &Actor, days: ReportDays) -> Result<MenuReport> {
        actor.require(Action::SeeReports)?;
        let mut tx = actor.company.db.read().await?;
        let (span, settings, today) = days.resolve(&mut tx, actor).await?;
        let ids = self.category_id.as_deref().unwrap_or_default().split(',').filter(|id| !id.trim().is_empty());
        let Ok(categories) = ids.map(|id| id.trim().parse()).collect() else {
            return invalid("category_id", "Son números de categorías, con comas entre ellos.").err();
        };
        let filter = SalesFilter { channel: self.channel, ..SalesFilter::default() };
        let query = MenuQuery { span, filter, categories, today, zone: settings.time_zone };
        report::load_report(&mut tx, &query).await
    }
}

/// Dishes by popularity and margin, from sales and the costs at the time of sale.
#[utoipa::path(get, path = "/menu-engineering", tag = "reports", params(ReportDays, MenuReportQuery), responses((status = 200, body = Answer<MenuReport>)))]
async fn get_menu_engineering(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<MenuReportQuery>,
) -> Result<Json<Answer<MenuReport>>> {
    Ok(ok(query.load_report(&actor, days).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/menu-engineering/file", tag = "reports", params(ReportDays, MenuReportQuery, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_menu_engineering_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<MenuReportQuery>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let report = query.load_report(&actor, days).await?;
    let name = format!("ingenieria-de-carta-{}-{}", report.start_date, report.end_date);
    report_answer(&actor, file, name, |company| files::build_table(&report, company)).await
}
