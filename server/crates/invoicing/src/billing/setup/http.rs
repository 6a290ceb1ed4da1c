//! HTTP calls for the numbering and taxation of documents.

use super::{rates_http, regimes_http, types_and_series_http, zones_http};
use comanda_platform::state::App;
use utoipa_axum::router::OpenApiRouter;

/// The routes of these settings.
pub(in crate::billing) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(types_and_series_http::routes())
        .merge(rates_http::routes())
        .merge(regimes_http::routes())
        .merge(zones_http::routes())
}
