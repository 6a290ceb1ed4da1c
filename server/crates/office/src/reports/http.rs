//! HTTP endpoints of the reports.

use super::{
    accounting_dashboard_http,
    action_log::{self, ActionLogEntry, ActionLogFilter, ActionLogFilters},
    cancellations, cash_monitor_http, cash_report,
    client_history::{self, ClientHistory},
    daily_http,
    dashboard::{self, Dashboard},
    first_use::{self, FirstUse},
    kitchen_times, menu_engineering, now, payment_methods, sales,
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::ClientId,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Query, ok},
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_dashboard))
        .merge(now::http::routes())
        .routes(routes!(get_first_use))
        .merge(daily_http::routes())
        .merge(sales::http::routes())
        .merge(accounting_dashboard_http::routes())
        .merge(cash_monitor_http::routes())
        .merge(payment_methods::http::routes())
        .merge(cash_report::http::routes())
        .merge(cancellations::http::routes())
        .merge(menu_engineering::http::routes())
        .merge(kitchen_times::http::routes())
        .routes(routes!(client_history))
        .routes(routes!(list_actions))
        .routes(routes!(action_filters))
}

/// Today's figures, the sales of the last days, top products, and what needs attention.
#[utoipa::path(get, path = "/dashboard", tag = "reports", responses((status = 200, body = Answer<Dashboard>)))]
async fn get_dashboard(actor: Actor) -> Result<Json<Answer<Dashboard>>> {
    actor.require(Action::SeeDashboard)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(dashboard::load_dashboard(&mut tx, &actor, now).await?))
}

/// The progress of a new company towards its first sale, derived from its data.
#[utoipa::path(get, path = "/first-use", tag = "settings", responses((status = 200, body = Answer<FirstUse>)))]
async fn get_first_use(actor: Actor) -> Result<Json<Answer<FirstUse>>> {
    actor.require(Action::Settings)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(first_use::load_first_use(&mut tx, now).await?))
}

/// The action log, the newest first.
#[utoipa::path(get, path = "/pos-options/action-logs", tag = "pos-options", params(ActionLogFilter, Paging), responses((status = 200, body = Rows<ActionLogEntry>)))]
async fn list_actions(
    actor: Actor,
    Query(filter): Query<ActionLogFilter>,
    Query(paging): Query<Paging>,
) -> Result<Rows<ActionLogEntry>> {
    actor.require(Action::SeeActionLog)?;
    let mut tx = actor.company.db.read().await?;
    action_log::load_action_log(&mut tx, &filter, &paging).await
}

/// The values by which the action log can be filtered: types with their labels, and users.
#[utoipa::path(get, path = "/pos-options/action-log-filters", tag = "pos-options", responses((status = 200, body = Answer<ActionLogFilters>)))]
async fn action_filters(actor: Actor) -> Result<Json<Answer<ActionLogFilters>>> {
    actor.require(Action::SeeActionLog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(action_log::load_filters(&mut tx, actor.is_super_admin).await?))
}

/// A client's purchases, with the last fifty documents.
#[utoipa::path(get, path = "/clients/{id}/history", tag = "clients", params(("id" = ClientId, Path)), responses((status = 200, body = Answer<ClientHistory>)))]
async fn client_history(actor: Actor, Path(id): Path<ClientId>) -> Result<Json<Answer<ClientHistory>>> {
    actor.require(Action::EditClients)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(client_history::load_client_history(&mut tx, id).await?))
}
