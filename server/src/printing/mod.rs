//! Printers, agents and print jobs: the server's half of the way from an order to paper.

pub mod link;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
}
