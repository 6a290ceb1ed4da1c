//! Cash boxes, their cycles (from opening to the blind count that closes them) and cash movements. Received money is not stored here: the
//! expected amount is summed from the ledger of payments each time, so that no running total can disagree with it. Payments call
//! `lock_own_cycle_shared`, refunds `lock_own_cycle` and `check_cash_suffices`, purchases `lock_own_cycle_for_document` and
//! `record_document_movement`.

mod arqueo_ticket;
mod boxes;
mod boxes_http;
mod boxes_store;
mod close_cycle;
mod count;
mod delete_cycle;
mod detail;
mod document_movements;
mod expected;
mod http;
mod log_store;
mod model;
mod movement_ticket;
mod movements;
mod movements_file;
mod movements_http;
mod movements_store;
mod open_cycle;
mod opening_ticket;
mod review;
mod store;
mod turns;

pub use boxes_store::set_printer_of_cashboxes;
pub use detail::load_differences;
pub use document_movements::{DocumentMovement, lock_own_cycle_for_document, record_document_movement};
pub use expected::{CashParts, ExpectedBalances, MethodBalance, load_expected_balances};
pub use http::routes;
pub use model::{ByMethod, Cycle, CycleBox, CycleRow, CycleStatus, MovementType};
pub use movements_file::REPORTS;
pub use open_cycle::{
    check_cash_suffices, load_cycle_box, load_cycle_row, load_own_open_cycle, lock_own_cycle, lock_own_cycle_if_any,
    lock_own_cycle_shared, no_open_cycle_refusal,
};
pub use review::{UnreviewedCycle, list_left_open, load_cycles_to_review};
pub use store::{are_all_cashboxes_closed, find_open_cycle_of};
