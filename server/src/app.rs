//! The one place where the parts meet: `App::open` and `router`. Tests build the same app.

use crate::{
    clock::Clock,
    companies::Companies,
    config::Config,
    downloads::Downloads,
    http::{hear_out::hear_out, openapi, security, static_files, turns},
    limits::Limits,
    outward::Outward,
    realtime::{self, Realtime},
    seal::Seals,
};
use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{any, get},
};
use std::sync::{Arc, Weak};
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

/// Bodies above this are refused; the longest honest one is an order of some hundred lines.
const MOST_BODY_BYTES: usize = 1_000_000;

/// What every handler shares; cheap to clone.
#[derive(Debug, Clone)]
pub struct App(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    config: Config,
    clock: Clock,
    companies: Companies,
    realtime: Realtime,
    limits: Limits,
    turns: turns::Turns,
    downloads: Downloads,
}

impl App {
    /// Opens databases and gives the app with the router that serves it.
    pub async fn open(config: Config, clock: Clock) -> anyhow::Result<(Self, Router)> {
        let companies = Companies::open(&config, clock.clone()).await?;
        let (sockets, realtime) = Realtime::new();
        let downloads = Downloads::of(config.downloads.as_deref(), &config.data);
        let app = Self(Arc::new(Parts {
            config,
            clock,
            companies,
            realtime,
            limits: Limits::default(),
            turns: turns::Turns::default(),
            downloads,
        }));
        app.realtime().listen(app.downgrade());
        crate::printing::tend_jobs(app.clone());
        let strangers = middleware::from_fn_with_state(app.clone(), realtime::limit_strangers);
        let router = router(app.clone()).layer(sockets).layer(strangers);
        Ok((app, router))
    }
    /// To be held by what the app itself owns.
    pub fn downgrade(&self) -> WeakApp {
        WeakApp(Arc::downgrade(&self.0))
    }
    /// What the operator decided.
    pub fn config(&self) -> &Config {
        &self.0.config
    }
    /// What secrets are sealed with.
    pub fn seals(&self) -> Seals {
        Seals::of(&self.config().data)
    }
    /// Where it connects to on a company's word.
    pub fn outward(&self) -> Outward {
        Outward { allow_private: self.config().allow_private_addresses }
    }
    /// The one source of time.
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }
    /// The companies of this server.
    pub fn companies(&self) -> &Companies {
        &self.0.companies
    }
    /// The socket hub.
    pub fn realtime(&self) -> &Realtime {
        &self.0.realtime
    }
    /// Rate limits.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }
    /// The print agent's installers.
    pub fn downloads(&self) -> &Downloads {
        &self.0.downloads
    }
    /// Copies of writes that are under way.
    pub fn turns(&self) -> &turns::Turns {
        &self.0.turns
    }
}

/// An app that may have ended: the socket server, which the app owns, holds it like this, so that neither keeps the other alive.
#[derive(Debug, Clone)]
pub struct WeakApp(Weak<Parts>);

impl WeakApp {
    /// The app, while it lives.
    pub fn get(&self) -> Option<App> {
        self.0.upgrade().map(App)
    }
}

/// Every call of the API, with its description.
pub fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::Base::openapi()).nest(
        "/api",
        OpenApiRouter::new()
            .merge(crate::orders::routes())
            .merge(crate::kitchen::routes())
            .merge(crate::billing::routes())
            .merge(crate::cash::routes())
            .merge(crate::payments::routes())
            .merge(crate::promotions::routes())
            .merge(crate::people::routes())
            .merge(crate::catalog::routes())
            .merge(crate::pictures::routes())
            .merge(crate::clients::routes())
            .merge(crate::providers::routes())
            .merge(crate::mail::routes())
            .merge(crate::floor::routes())
            .merge(crate::stock::routes())
            .merge(crate::reports::routes())
            .merge(crate::settings::routes())
            .merge(crate::licence::routes())
            .merge(crate::advanced::routes())
            .merge(crate::ubigeo::routes())
            .merge(crate::downloads::routes())
            .merge(crate::printing::routes()),
    )
}

/// The API's document, with what every call may answer besides.
pub fn document() -> utoipa::openapi::OpenApi {
    openapi::complete(api().into_openapi())
}

fn router(app: App) -> Router {
    Router::from(api())
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/docs", get(openapi::docs_page))
        .route("/descargas/{file}", get(crate::downloads::file))
        .route("/api/{*unknown}", any(async || crate::error::not_found("esa dirección")))
        .fallback(static_files::serve)
        .layer(DefaultBodyLimit::max(MOST_BODY_BYTES))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(app.clone(), turns::one_copy_at_a_time))
        .layer(middleware::from_fn(hear_out))
        .layer(middleware::from_fn(security::guard))
        .with_state(app)
}
