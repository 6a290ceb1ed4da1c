//! The composition root of routes, sockets and layers. Tests build the same app.

mod in_process;
mod reports;

pub use self::{
    in_process::{Call, InProcess},
    reports::all_reports,
};

use crate::sockets;
use axum::{
    Extension, Router,
    extract::DefaultBodyLimit,
    http::HeaderMap,
    middleware,
    routing::{any, get},
};
use comanda_base::{clock::Clock, config::Config};
use comanda_platform::{
    downloads::InstallerFolder,
    http::{as_file, call_count, drain, in_flight, openapi, prepared::PreparedText, security, static_files},
    realtime::{AgentCallbacks, Realtime},
    servers::Relay,
    state::App,
};
use comanda_printing as printing;
use comanda_till::cash;
use std::sync::LazyLock;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

/// The largest request body; the longest legitimate one is an order of some hundred lines.
const MAX_BODY_BYTES: usize = 1_000_000;

/// Opens the databases and returns the app with the router that serves it.
pub async fn open_app_with_router(config: Config, clock: Clock) -> anyhow::Result<(App, Router)> {
    let (layer, realtime) = Realtime::new(AGENTS, Relay::default());
    let app = App::open(config, clock, realtime).await?;
    app.join_servers().await?;
    sockets::start_sockets(&app);
    printing::tend_jobs(app.clone());
    comanda_ledgers::stock::valuation::spawn_worker(app.clone());
    comanda_office::documents::send_emails(app.clone());
    comanda_office::documents::send_deadline_emails(app.clone());
    comanda_office::close_of_day::send_emails(app.clone());
    comanda_masterdata::catalog::planned_prices::start_price_writer(app.clone());
    comanda_office::rate_change::send_emails(app.clone());
    let strangers = middleware::from_fn_with_state(app.clone(), sockets::limit_strangers);
    // The sockets are not counted: they are in the layer around this one.
    let counted = router(app.clone()).layer(middleware::from_fn_with_state(app.clone(), call_count::count_call));
    let router = counted.layer(layer).layer(strangers);
    // The parts of the accounting dashboard are one path in the document, and one report each.
    let paths = API.1.iter().cloned().chain(all_reports().map(|report| format!("/api{}", report.file)));
    Ok((app, as_file::with_report_files(router, paths)))
}

/// Opens the app without background workers and routes, for commands that work on its data beside running servers.
pub async fn open_app(config: Config, clock: Clock) -> anyhow::Result<App> {
    App::open(config, clock, Realtime::new(AGENTS, Relay::default()).1).await
}

const AGENTS: AgentCallbacks = AgentCallbacks {
    wake: |realtime, company, wakes| Box::pin(printing::link::wake_agents(realtime, company, wakes)),
    present: printing::link::list_connected_agents,
};

/// Returns every route of the API, with its description.
pub fn api_routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::Base::openapi()).nest(
        "/api",
        OpenApiRouter::new()
            .merge(comanda_orders::orders::routes())
            .merge(comanda_orders::kitchen::routes())
            .merge(comanda_invoicing::billing::routes())
            .merge(comanda_invoicing::sending::trial_routes())
            .merge(comanda_till::cash::routes())
            .merge(comanda_office::documents::routes())
            .merge(comanda_masterdata::payment_options::routes())
            .merge(comanda_till::payments::routes())
            .merge(comanda_masterdata::promotions::routes())
            .merge(comanda_platform::people::routes())
            .merge(comanda_masterdata::catalog::routes())
            .merge(comanda_platform::pictures::routes())
            .merge(comanda_masterdata::clients::routes())
            .merge(comanda_masterdata::providers::routes())
            .merge(comanda_purchases::routes())
            .merge(comanda_platform::mail::routes())
            .merge(comanda_masterdata::floor::routes())
            .merge(comanda_ledgers::stock::routes())
            .merge(comanda_storeroom::inventory::routes())
            .merge(comanda_storeroom::productions::routes())
            .merge(comanda_storeroom::stock_files::routes())
            .merge(comanda_storeroom::counts::routes())
            .merge(comanda_office::accounting::routes())
            .merge(comanda_office::reports::routes())
            .merge(reports::routes())
            .merge(comanda_office::close_of_day::routes())
            .merge(comanda_office::sales_goal::routes())
            .merge(comanda_office::reconciliation::routes())
            .merge(comanda_invoicing::sending::routes())
            .merge(comanda_platform::settings::routes(|tx, change, now| {
                Box::pin(comanda_invoicing::billing::electronic::apply_company_change(tx, change, now))
            }))
            .merge(comanda_office::rate_change::routes())
            .merge(comanda_platform::licence::routes())
            .merge(comanda_till::removal::routes())
            .merge(comanda_platform::ubigeo::routes())
            .merge(comanda_platform::downloads::routes())
            .merge(printing::routes(|tx, printer, boxes| Box::pin(cash::set_printer_of_cashboxes(tx, printer, boxes)))),
    )
}

/// The routes of the API and their paths, built once: this is the slowest part of a start-up, and tests start many servers.
static API: LazyLock<(Router<App>, Vec<String>)> = LazyLock::new(|| {
    let (router, document) = api_routes().split_for_parts();
    (router, document.paths.paths.into_keys().collect())
});

/// Returns the OpenAPI document, completed with the responses common to all calls.
pub fn openapi_document() -> utoipa::openapi::OpenApi {
    openapi::complete_document(api_routes().into_openapi())
}

static DOCUMENT: PreparedText =
    PreparedText::new("application/json", || serde_json::to_string(&openapi_document()).unwrap_or_default());
static DOCUMENT_PAGE: PreparedText =
    PreparedText::new("text/html; charset=utf-8", || openapi::render_page(&openapi_document()));

fn router(app: App) -> Router {
    let downloads = InstallerFolder::new(app.config().downloads.as_deref(), &app.config().data);
    API.0
        .clone()
        .route("/api/openapi.json", get(async |headers: HeaderMap| DOCUMENT.respond(&headers).await))
        .route("/api/docs", get(async |headers: HeaderMap| DOCUMENT_PAGE.respond(&headers).await))
        .route("/descargas/{file}", get(comanda_platform::downloads::file))
        .merge(crate::observability::routes())
        .route("/api/{*unknown}", any(async || comanda_base::error::not_found("esa dirección")))
        .fallback(static_files::serve_web_app)
        .layer(Extension(downloads))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(
            (in_flight::WritesInFlight::default(), app.clone()),
            in_flight::run_copies_one_by_one,
        ))
        .layer(middleware::from_fn(drain::drain_body))
        .layer(middleware::from_fn(security::guard_request))
        .with_state(app)
}
