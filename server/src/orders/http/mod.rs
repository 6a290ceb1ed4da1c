//! Calls of accounts, lines and commands.

mod commands;
mod lines;
mod pdfs;
mod requests;

use crate::state::App;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(requests::routes())
        .merge(lines::routes())
        .merge(commands::routes())
        .merge(pdfs::routes())
        .merge(super::adjustments::routes())
        .merge(super::map::routes())
        .merge(super::to_collect::routes())
        .merge(super::table_actions::routes())
        .merge(super::moves::routes())
        .merge(super::reservations::routes())
        .merge(super::products::routes())
        .merge(super::rooms::routes())
}

/// A write that says nothing but its address.
#[derive(Debug, Deserialize, ToSchema)]
struct Nothing {}
