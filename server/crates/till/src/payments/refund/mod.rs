//! Giving money back. A payment is voided with its document, whose number stays taken; the money leaves the open cycle of whoever
//! gives it back, whichever cycle had taken it. What was paid for is either unpaid again (REOPEN) or dismissed (CLOSE). Where only some
//! units go back, the rest is charged again in the same transaction, without any money moving: with a new document, or on the first
//! one, which a credit note makes less. An electronic document is credited rather than voided where only a part of it goes back,
//! where that happened before, or where it is too old to be voided (`way`), or where its void failed (`failed_void`). Where only money goes back, a discount after the sale
//! (`discount`), nothing is dismissed.

mod back;
mod charge_again;
mod debit_note;
mod discount;
pub(super) mod document_http;
mod failed_void;
mod give_back;
pub(super) mod http;
pub(super) mod model;
mod money_only;
pub(super) mod note;
mod of_document;
mod plan;
mod print;
mod quote;
mod record;
mod rest;
mod rest_document;
mod slip;
mod store;
pub(super) mod undoing;
mod way;
