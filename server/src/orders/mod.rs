//! Accounts (client requests), their lines and the commands sent to the kitchen. Owns prices at the moment of adding, the ledger of
//! what was sent, line status and what an account comes to; knows no payment and no document. Tables, kitchen, payments and
//! billing call what is offered here, under the lock of the account (`lock_request`).

pub mod account;
mod advance;
mod distribute;
pub mod model;
mod request;
#[cfg(test)]
mod sample;
pub mod status;
mod store;
mod view;

pub use account::{Account, Totals};
pub use advance::{Step, advance};
pub use distribute::distribute;
pub use model::{Line, LineStatus, Request, RequestKind};
pub use request::{
    Closing, account_of, close, lines_of, lock_request, lock_to_serve, mark_paid, must_serve, set_billed, tell,
};
pub use store::RequestRow;
pub use view::request_view;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
}
