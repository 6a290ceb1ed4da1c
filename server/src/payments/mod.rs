//! Taking money for an account: all of it, lines, an equal share or an amount. One transaction holds the payment, what it covers,
//! its document, the paper and the log. Cash reads the ledger; nothing here knows how a cash box is counted.

mod a4;
mod due;
mod http;
mod ledger;
mod model;
mod options;
mod pay;
mod print_receipt;
mod quote;
mod read;
mod receipt;
mod sale;
mod split;
mod store;
mod tender;

pub use http::routes;
pub use ledger::{Received, payments_of, received};
pub use model::Payment;
pub use options::{PaymentOption, payment_options};
