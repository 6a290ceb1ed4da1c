//! Taking money for an account: all of it, lines, an equal share or an amount. One transaction holds the payment, what it covers,
//! its document, the paper and the log. Cash reads the ledger; nothing here knows how a cash box is counted.

mod ledger;
mod options;

pub use ledger::{Received, payments_of, received};
pub use options::{PaymentOption, payment_options};
