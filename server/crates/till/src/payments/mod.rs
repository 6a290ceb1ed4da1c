//! Payments of an account: all of it, lines, an equal share or an amount. One transaction holds the payment, what it covers, its document,
//! the paper and the log; `refund` takes it back. Cash reads the ledger; nothing here depends on how a cash box is counted.

mod a4;
#[cfg(test)]
mod arbitrary;
mod bags;
mod cash_warning;
mod coverings;
mod credit;
mod debit;
mod document_to_change;
#[cfg(test)]
mod documents_tests;
mod due;
mod http;
mod included_service;
mod model;
mod papers_of_before;
mod pay;
mod pay_request;
mod print_receipt;
mod quote;
mod read;
mod receipt;
mod refund;
mod reissue;
mod reissue_http;
mod sale;
mod sold_at;
mod split;
mod store;
mod tender;

pub use http::routes;
pub use model::Payment;
pub use receipt::{PdfFormat, render_document_pdf};
pub use refund::{
    credit_note::render_note_pdf as note_pdf_of,
    quote::{Undoing, plan_undoing},
};
pub use sold_at::SoldAt;
