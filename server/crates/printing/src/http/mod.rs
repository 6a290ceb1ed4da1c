//! Routes of printing, with the handlers of alarms, notices, the drawer and the configurations.

mod alarms;
mod configurations;
mod drawer;
mod notices;

use super::{
    agents, handover, jobs,
    printers::{self, SetCashboxes},
    scales,
};
use axum::Extension;
use comanda_platform::state::App;
use utoipa_axum::router::OpenApiRouter;

/// Returns the routes of printing; a printer's form sets the cash boxes for which it prints through `cashboxes`.
pub fn routes(cashboxes: SetCashboxes) -> OpenApiRouter<App> {
    agents::http::routes()
        .merge(agents::own::routes())
        .merge(printers::http::routes())
        .merge(jobs::http::routes())
        .merge(handover::http::routes())
        .merge(alarms::routes())
        .merge(notices::routes())
        .merge(scales::routes())
        .merge(drawer::routes())
        .merge(configurations::routes())
        .layer(Extension(cashboxes))
}
