//! Printers, print agents and print jobs: the server's half of the way from an order to paper. A job is written in the transaction of the
//! record that it prints (`enqueue`); agents fetch it afterwards.

mod agents;
mod alarms;
mod alarms_store;
mod drawer;
mod handover;
mod http;
mod jobs;
pub mod link;
mod notices;
mod printers;
mod routing;
mod routing_store;
mod scales;
mod state;
mod words;

pub use agents::pair_directly;
pub use http::routes;
pub use jobs::{
    NewJob, WaitingDocuments, count_copies, count_stuck_jobs, enqueue, enqueue_all, is_printable,
    list_waiting_documents,
};
pub use link::tend::start_tending_jobs as tend_jobs;
pub use notices::{Notice, load_notices};
pub use printers::{PrintOption, SetCashboxes};
pub use routing::{
    Printer, Routes, SentTicket, WIDE_COLUMNS, area_counter, find_cash_printer, is_at_open_till, load_cash_columns,
    printers_for,
};
pub use routing_store::{find_printer_name, list_printers_of_sent_tickets};
pub use state::JobState;
pub use words::PaperSize;
