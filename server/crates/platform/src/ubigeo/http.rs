//! The call that searches districts.

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

/// The query of a search for districts.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct DistrictQuery {
    /// Part of a district, province, department or code.
    term: Option<String>,
}

/// Districts of Peru that match the term, up to twenty.
#[utoipa::path(get, path = "/ubigeo", tag = "settings", params(DistrictQuery), responses((status = 200, body = Rows<District>)))]
async fn list_districts(_actor: Actor, Query(wanted): Query<DistrictQuery>) -> Rows<District> {
    rows(super::search(wanted.term.as_deref().unwrap_or_default()))
}
