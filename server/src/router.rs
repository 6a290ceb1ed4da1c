//! The composition root, where slices, sockets and layers meet. Tests build the same app.

mod in_process;

pub use in_process::{Call, InProcess};

use crate::{
    cash,
    clock::Clock,
    config::Config,
    downloads::Downloads,
    http::{as_file, drain, in_flight, openapi, prepared::Prepared, security, static_files, under_way},
    printing,
    realtime::{Agents, Realtime},
    servers::Relay,
    sockets,
    state::App,
};
use axum::{
    Extension, Router,
    extract::DefaultBodyLimit,
    http::HeaderMap,
    middleware,
    routing::{any, get},
};
use std::sync::LazyLock;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

/// Bodies above this are refused; the longest honest one is an order of some hundred lines.
const MAX_BODY_BYTES: usize = 1_000_000;

/// Opens databases and gives the app with the router that serves it.
pub async fn open(config: Config, clock: Clock) -> anyhow::Result<(App, Router)> {
    let (layer, realtime) = Realtime::new(AGENTS, Relay::default());
    let app = App::open(config, clock, realtime).await?;
    app.join_others().await?;
    sockets::listen(&app);
    printing::tend_jobs(app.clone());
    crate::stock::valuation::tend(app.clone());
    crate::documents::send_emails(app.clone());
    crate::documents::send_deadline_emails(app.clone());
    crate::close_of_day::send_emails(app.clone());
    crate::catalog::planned_prices::start(app.clone());
    crate::rate_change::send_emails(app.clone());
    let strangers = middleware::from_fn_with_state(app.clone(), sockets::limit_strangers);
    // Not the sockets, which are in the layer around it.
    let counted = router(app.clone()).layer(middleware::from_fn_with_state(app.clone(), under_way::count_call));
    let router = counted.layer(layer).layer(strangers);
    let paths = API.1.iter().cloned().chain(crate::reports::accounting_file_paths());
    Ok((app, as_file::answering(router, paths)))
}

/// The app alone, for work on its data beside the servers: nothing is served, sent or looked after.
pub async fn beside(config: Config, clock: Clock) -> anyhow::Result<App> {
    App::open(config, clock, Realtime::new(AGENTS, Relay::default()).1).await
}

const AGENTS: Agents = Agents {
    wake: |realtime, company, wakes| Box::pin(printing::link::wake_agents(realtime, company, wakes)),
    present: printing::link::present,
};

/// Every call of the API, with its description.
pub fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::Base::openapi()).nest(
        "/api",
        OpenApiRouter::new()
            .merge(crate::orders::routes())
            .merge(crate::kitchen::routes())
            .merge(crate::billing::routes())
            .merge(crate::sending::trial_routes())
            .merge(crate::cash::routes())
            .merge(crate::documents::routes())
            .merge(crate::payment_options::routes())
            .merge(crate::payments::routes())
            .merge(crate::promotions::routes())
            .merge(crate::people::routes())
            .merge(crate::catalog::routes())
            .merge(crate::pictures::routes())
            .merge(crate::clients::routes())
            .merge(crate::providers::routes())
            .merge(crate::purchases::routes())
            .merge(crate::mail::routes())
            .merge(crate::floor::routes())
            .merge(crate::stock::routes())
            .merge(crate::inventory::routes())
            .merge(crate::productions::routes())
            .merge(crate::stock_files::routes())
            .merge(crate::counts::routes())
            .merge(crate::accounting::routes())
            .merge(crate::reports::routes())
            .merge(crate::close_of_day::routes())
            .merge(crate::sales_goal::routes())
            .merge(crate::reconciliation::routes())
            .merge(crate::sending::routes())
            .merge(crate::settings::routes(|tx, change, now| {
                Box::pin(crate::billing::electronic::after_company(tx, change, now))
            }))
            .merge(crate::rate_change::routes())
            .merge(crate::licence::routes())
            .merge(crate::removal::routes())
            .merge(crate::ubigeo::routes())
            .merge(crate::downloads::routes())
            .merge(printing::routes(|tx, printer, boxes| Box::pin(cash::set_printer_of(tx, printer, boxes)))),
    )
}

/// The routes of the API and their paths, built once: that takes longer than anything else at start-up, and tests start many servers.
static API: LazyLock<(Router<App>, Vec<String>)> = LazyLock::new(|| {
    let (router, document) = api().split_for_parts();
    (router, document.paths.paths.into_keys().collect())
});

/// The API's document, with what every call may answer besides.
pub fn document() -> utoipa::openapi::OpenApi {
    openapi::complete(api().into_openapi())
}

static DOCUMENT: Prepared =
    Prepared::new("application/json", || serde_json::to_string(&document()).unwrap_or_default());
static DOCUMENT_PAGE: Prepared = Prepared::new("text/html; charset=utf-8", || openapi::page(&document()));

fn router(app: App) -> Router {
    let downloads = Downloads::of(app.config().downloads.as_deref(), &app.config().data);
    API.0
        .clone()
        .route("/api/openapi.json", get(async |headers: HeaderMap| DOCUMENT.answer(&headers).await))
        .route("/api/docs", get(async |headers: HeaderMap| DOCUMENT_PAGE.answer(&headers).await))
        .route("/descargas/{file}", get(crate::downloads::file))
        .merge(crate::observability::routes())
        .route("/api/{*unknown}", any(async || crate::error::not_found("esa dirección")))
        .fallback(static_files::serve)
        .layer(Extension(downloads))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(
            (in_flight::InFlight::default(), app.clone()),
            in_flight::one_copy_at_a_time,
        ))
        .layer(middleware::from_fn(drain::drain_body))
        .layer(middleware::from_fn(security::guard))
        .with_state(app)
}
