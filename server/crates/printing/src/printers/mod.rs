//! Printers: how they are set up, and how they are.

pub(super) mod http;
mod list;
mod list_store;
mod model;
mod save;
mod store;
mod test_page;

pub(super) use http::Queued;
pub(super) use list::{PrinterView, Selection, printers};
pub use model::PrintOption;
pub(super) use model::PrinterForm;
pub use save::SetCashboxes;
pub(super) use save::{add, change, delete};
pub(super) use store::{agent_of, printer_is_active, set_state, setups};
pub(super) use test_page::print_test_page;
