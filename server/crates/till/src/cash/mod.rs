//! Cash boxes, their cycles (from opening to the blind count that closes them) and cash movements. What was received is not kept
//! here: the expected amount is summed from the payments' ledger each time, so that no running number can disagree with it.
//! Payments call `share_own_cycle`, refunds `lock_own_cycle` and `must_hold`, purchases `own_cycle_for` and `move_for_document`.

mod arqueo_ticket;
mod boxes;
mod boxes_http;
mod boxes_store;
mod close_cycle;
mod count;
mod delete_cycle;
mod detail;
mod expected;
mod http;
mod log_store;
mod model;
mod movement_ticket;
mod movements;
mod movements_file;
mod movements_http;
mod movements_store;
mod of_documents;
mod open_cycle;
mod opening_ticket;
mod review;
mod store;
mod turns;

pub use boxes_store::set_printer_of;
pub use detail::differences;
pub use expected::{CashParts, Expected, Method, expected};
pub use http::routes;
pub use model::{ByMethod, Cycle, CycleBox, CycleRow, CycleStatus, MovementType};
pub use of_documents::{DocumentMovement, move_for_document, own_cycle_for};
pub use open_cycle::{
    cycle_box, cycle_row, lock_own_cycle, lock_own_cycle_if_any, must_hold, no_open_cycle, own_open_cycle,
    share_own_cycle,
};
pub use review::{Differing, left_open, to_review};
pub use store::{is_all_closed, open_cycle_of};
