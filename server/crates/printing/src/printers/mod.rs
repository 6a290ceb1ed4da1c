//! Printers: their configuration, and their state.

pub(super) mod http;
mod list;
mod list_store;
mod model;
mod save;
mod store;
mod test_page;

pub(super) use http::Queued;
pub(super) use list::{PrinterSelection, PrinterView, current_state, load_printers};
pub use model::PrintOption;
pub(super) use model::{PrinterForm, STAND_IN_SECONDS};
pub use save::SetCashboxes;
pub(super) use save::{add_printer, change_printer, delete_printer};
pub(super) use store::{find_agent, list_setups, printer_is_active, set_printer_state, takes_papers_of};
pub(super) use test_page::print_test_page;
