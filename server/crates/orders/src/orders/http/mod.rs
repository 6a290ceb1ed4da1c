//! HTTP routes of accounts, lines and commands.

mod commands;
mod lines;
mod pdfs;
mod requests;
mod to_collect;

use comanda_platform::state::App;
use utoipa_axum::router::OpenApiRouter;

/// Returns the routes of this room.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(requests::routes())
        .merge(lines::routes())
        .merge(commands::routes())
        .merge(pdfs::routes())
        .merge(super::adjustments::routes())
        .merge(super::courses::routes())
        .merge(super::map::http::routes())
        .merge(to_collect::routes())
        .merge(super::moves::routes())
        .merge(super::reservations::routes())
}
