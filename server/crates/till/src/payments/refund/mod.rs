//! Refunds. A payment is voided with its document, whose number stays taken; the money leaves the open cycle of whoever refunds it,
//! whichever cycle had taken it. What was paid for is either unpaid again (REOPEN) or dismissed (CLOSE). Where only some units are
//! refunded, the remainder is charged again in the same transaction, without any money moving: with a new document, or on the first
//! one, which a credit note reduces. An electronic document is credited rather than voided where only a part of it is refunded, where
//! that happened before, where it is too old to be voided (`correction`), or where its void failed (`credit_note`). Where only money is
//! refunded, a discount after the sale, nothing is dismissed.
//!
//! Céntimos by which the documents of one account are rounded never prevent a refund (`Account::matches_payments`). The percentage tip of
//! the account is lower without the refunded units, and what another payment had collected of it is refunded too: the document of the
//! remainder then exceeds the remainder (`payments::sale`). Of a recargo al consumo, or of a tip on documents, the total is right, but its
//! share stays on the document that collected it, which may be another guest's.

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
