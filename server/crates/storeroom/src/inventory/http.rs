//! Routes of this slice, of products and of supplies, and what their lists have in common.

use super::{opening_http, products_http, supplies_http};
use chrono::NaiveDate;
use comanda_platform::state::App;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    products_http::routes().merge(supplies_http::routes()).merge(opening_http::routes())
}

/// Business days that a list is of, from and to.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Days {
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}
