//! Printers, agents and print jobs: the server's half of the way from an order to paper. A job is written in the transaction of
//! what it prints (`enqueue`); agents fetch it afterwards.

mod agents;
mod alarms;
mod configurations;
mod drawer;
mod jobs;
pub mod link;
mod notices;
pub mod pdf;
mod printers;
mod routing;
mod state;

pub use agents::pair_directly;
pub use jobs::{NewJob, copies, enqueue, is_printable, stuck_jobs};
pub use link::tend::start as tend_jobs;
pub use notices::{Notice, notices};
pub use routing::{
    PrintOption, Printer, Routes, WIDE, Went, cash_columns, cash_printer, is_at_open_till, next_area_papers,
    printer_name, printers_for, where_papers_went,
};

use crate::state::App;
use utoipa_axum::router::OpenApiRouter;

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    agents::http::routes()
        .merge(agents::own::routes())
        .merge(printers::http::routes())
        .merge(jobs::http::routes())
        .merge(alarms::routes())
        .merge(notices::routes())
        .merge(drawer::routes())
        .merge(configurations::routes())
}
