//! Calls of the reports.

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

/// Routes of this slice.
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

/// Today in figures, the week in days, what sells, and what wants attention.
#[utoipa::path(get, path = "/dashboard", tag = "reports", responses((status = 200, body = Answer<Dashboard>)))]
async fn get_dashboard(actor: Actor) -> Result<Json<Answer<Dashboard>>> {
    actor.must(Action::SeeDashboard)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(dashboard::dashboard(&mut tx, &actor, now).await?))
}

/// How far a new company has come to its first sale, as what is there says.
#[utoipa::path(get, path = "/first-use", tag = "settings", responses((status = 200, body = Answer<FirstUse>)))]
async fn get_first_use(actor: Actor) -> Result<Json<Answer<FirstUse>>> {
    actor.must(Action::Settings)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(first_use::first_use(&mut tx, now).await?))
}

/// The action log, the newest first.
#[utoipa::path(get, path = "/pos-options/action-logs", tag = "pos-options", params(ActionLogFilter, Paging), responses((status = 200, body = Rows<ActionLogEntry>)))]
async fn list_actions(
    actor: Actor,
    Query(filter): Query<ActionLogFilter>,
    Query(paging): Query<Paging>,
) -> Result<Rows<ActionLogEntry>> {
    actor.must(Action::SeeActionLog)?;
    let mut tx = actor.company.db.read().await?;
    action_log::action_log(&mut tx, &filter, &paging).await
}

/// What the action log can be narrowed by: its types with their names, and people.
#[utoipa::path(get, path = "/pos-options/action-log-filters", tag = "pos-options", responses((status = 200, body = Answer<ActionLogFilters>)))]
async fn action_filters(actor: Actor) -> Result<Json<Answer<ActionLogFilters>>> {
    actor.must(Action::SeeActionLog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(action_log::filters(&mut tx, actor.is_super_admin).await?))
}

/// What a client bought and spent; the last fifty documents.
#[utoipa::path(get, path = "/clients/{id}/history", tag = "clients", params(("id" = ClientId, Path)), responses((status = 200, body = Answer<ClientHistory>)))]
async fn client_history(actor: Actor, Path(id): Path<ClientId>) -> Result<Json<Answer<ClientHistory>>> {
    actor.must(Action::EditClients)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(client_history::client_history(&mut tx, id).await?))
}
