//! HTTP endpoints of menu engineering.

use super::{
    files,
    report::{self, MenuQuery, MenuReport},
};
use crate::reports::span::ReportDays;
use axum::{Json, response::Response};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
};
use comanda_ledgers::figures::{SalesChannel, SalesFilter};
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
    async fn resolve(&self, tx: &mut Tx, actor: &Actor, days: ReportDays) -> Result<MenuQuery> {
        let (span, settings, today) = days.resolve(tx, actor).await?;
        let ids = self.category_id.as_deref().unwrap_or_default().split(',').filter(|id| !id.trim().is_empty());
        let Ok(categories) = ids.map(|id| id.trim().parse()).collect() else {
            return invalid("category_id", "Son números de categorías, con comas entre ellos.").err();
        };
        let filter = SalesFilter { channel: self.channel, ..SalesFilter::default() };
        Ok(MenuQuery { span, filter, categories, today, zone: settings.time_zone })
    }
}

/// Dishes by popularity and margin, from sales and the costs at the time of sale.
#[utoipa::path(get, path = "/menu-engineering", tag = "reports", params(ReportDays, MenuReportQuery), responses((status = 200, body = Answer<MenuReport>)))]
async fn get_menu_engineering(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<MenuReportQuery>,
) -> Result<Json<Answer<MenuReport>>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let query = query.resolve(&mut tx, &actor, days).await?;
    Ok(ok(report::load_report(&mut tx, &query).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/menu-engineering/file", tag = "reports", params(ReportDays, MenuReportQuery, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_menu_engineering_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(query): Query<MenuReportQuery>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let query = query.resolve(&mut tx, &actor, days).await?;
    let report = report::load_report(&mut tx, &query).await?;
    drop(tx);
    let name = format!("ingenieria-de-carta-{}-{}", report.start_date, report.end_date);
    report_file(files::build_table(&report, &company), file.format, name).await
}
