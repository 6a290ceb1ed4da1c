//! Calls of accounts, lines and commands.

mod commands;
mod lines;
mod pdfs;
mod requests;

use crate::state::App;
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
        .merge(super::lists::to_collect::routes())
        .merge(super::map::table_actions::routes())
        .merge(super::moves::routes())
        .merge(super::reservations::routes())
}
