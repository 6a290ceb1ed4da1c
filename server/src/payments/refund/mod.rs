//! Giving money back. A payment is voided with its document, whose number stays taken; the money leaves the open cycle of whoever
//! gives it back, whichever cycle had taken it. What was paid for is either unpaid again (REOPEN) or dismissed (CLOSE). Where only some
//! units go back, the rest is charged again in the same transaction, with a new document and without any money moving.

mod back;
mod charge_again;
mod give_back;
pub(super) mod http;
pub(super) mod model;
mod plan;
mod print;
mod quote;
mod rest;
mod slip;
mod store;
