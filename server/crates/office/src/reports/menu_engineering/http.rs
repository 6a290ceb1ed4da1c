//! Calls of menu engineering.

use super::{
    files,
    report::{self, Asked, MenuReport},
};
use crate::reports::span::ReportDays;
use axum::{Json, response::Response};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
};
use comanda_ledgers::figures::{Narrowed, SalesChannel};
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

/// Which dishes.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct MenuAsked {
    /// Ids with commas between them; absent: all.
    category_id: Option<String>,
    channel: Option<SalesChannel>,
}

impl MenuAsked {
    async fn read(&self, tx: &mut Tx, actor: &Actor, days: ReportDays) -> Result<Asked> {
        let (span, settings, today) = days.read(tx, actor).await?;
        let ids = self.category_id.as_deref().unwrap_or_default().split(',').filter(|id| !id.trim().is_empty());
        let Ok(categories) = ids.map(|id| id.trim().parse()).collect() else {
            return invalid("category_id", "Son números de categorías, con comas entre ellos.").err();
        };
        let narrowed = Narrowed { channel: self.channel, ..Narrowed::default() };
        Ok(Asked { span, narrowed, categories, today, zone: settings.time_zone })
    }
}

/// Dishes by popularity and margin, from what was sold and what it cost then.
#[utoipa::path(get, path = "/menu-engineering", tag = "reports", params(ReportDays, MenuAsked), responses((status = 200, body = Answer<MenuReport>)))]
async fn get_menu_engineering(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<MenuAsked>,
) -> Result<Json<Answer<MenuReport>>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let asked = asked.read(&mut tx, &actor, days).await?;
    Ok(ok(report::report(&mut tx, &asked).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/menu-engineering/file", tag = "reports", params(ReportDays, MenuAsked, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_menu_engineering_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<MenuAsked>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let asked = asked.read(&mut tx, &actor, days).await?;
    let report = report::report(&mut tx, &asked).await?;
    drop(tx);
    let name = format!("ingenieria-de-carta-{}-{}", report.start_date, report.end_date);
    report_file(files::table(&report, &company), file.format, name).await
}
