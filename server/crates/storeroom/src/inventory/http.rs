//! The routes of stock movements by hand, and the query that the lists of products and supplies share.

use super::{opening_http, products_http, supplies_http};
use chrono::NaiveDate;
use comanda_platform::state::App;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

/// The routes of stock movements by hand.
pub fn routes() -> OpenApiRouter<App> {
    products_http::routes().merge(supplies_http::routes()).merge(opening_http::routes())
}

/// The first and the last business day of a list.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Days {
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}
