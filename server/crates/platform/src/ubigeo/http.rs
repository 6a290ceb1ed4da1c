//! Looking for a district.

use super::District;
use crate::http::Query;
use crate::{http::rows, state::App, use_case::Actor};
use comanda_base::listing::Rows;
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of the catalogue.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_districts))
}

/// What is looked for.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Part of a district, province, department or code.
    term: Option<String>,
}

/// Districts of Peru, up to twenty that fit.
#[utoipa::path(get, path = "/ubigeo", tag = "settings", params(Wanted), responses((status = 200, body = Rows<District>)))]
async fn list_districts(_actor: Actor, Query(wanted): Query<Wanted>) -> Rows<District> {
    rows(super::search(wanted.term.as_deref().unwrap_or_default()))
}
