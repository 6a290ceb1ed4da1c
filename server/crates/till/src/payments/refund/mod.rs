//! Refunds. A payment is voided with its document, whose number stays taken; the money leaves the open cycle of whoever refunds it,
//! whichever cycle had taken it. What was paid for is either unpaid again (REOPEN) or dismissed (CLOSE). Where only some units are
//! refunded, the remainder is charged again in the same transaction, without any money moving: with a new document, or on the first
//! one, which a credit note reduces. An electronic document is credited rather than voided where only a part of it is refunded, where
//! that happened before, where it is too old to be voided (`correction`), or where its void failed (`credit_note`). Where only money is
//! refunded, a discount after the sale, nothing is dismissed.

mod charge_again;
mod correction;
pub(super) mod credit_note;
mod document_requests;
mod give_back;
pub(super) mod http;
pub(super) mod model;
mod payout;
mod plan;
mod print;
pub(super) mod quote;
mod store;
