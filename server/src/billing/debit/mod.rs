//! Debit notes: interest, a higher value or a penalty added to a factura or boleta. A note is a document like any other, with a row in
//! `billings`, its own payment and its own account, so that sales, cash, debts, registers and voids count it as they count those; what it
//! adds to and why is kept here. Payments issue it (`payments::debit`).

mod figures;
mod model;
mod store;

pub use figures::{DebitFigures, check_amount, figures_of, room_left, sale_of};
pub use model::{DebitNote, DebitReasonCode, GivenDebitNote, NewDebitNote, why_not};

pub(super) use store::{insert, insert_again, of_billings, rate_to_keep};
