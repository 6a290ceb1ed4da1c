//! How documents are numbered and taxed: the kinds of document, their series, the rates of IGV by date.

mod rates;
mod series;
mod series_http;
mod series_rules;
mod store;
mod types;
mod types_http;

use crate::state::App;
use utoipa_axum::router::OpenApiRouter;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(types_http::routes()).merge(series_http::routes()).merge(rates::routes())
}
