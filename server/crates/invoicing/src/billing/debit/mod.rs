//! Debit notes: interest, a higher value or a penalty added to a factura or boleta. A note is a document like any other, with a row in
//! `billings`, its own payment and its own account, so that sales, cash, debts, registers and voids count it as they count those; what it
//! adds to and why is kept here. Payments issue it (`payments::debit`).

mod figures;
mod model;
mod store;

pub use figures::{DebitFigures, check_amount, figures_of, room_left, sale_of};
pub use model::{DebitNote, DebitReasonCode, GivenDebitNote, NewDebitNote, why_not};

pub(super) use store::{insert, insert_again, of_billings};

use super::{model::BillingRow, store::billing};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::BillingId,
};

/// Finds what stands in the place of a document that a note adds to: the last one issued anew for it, or itself.
pub async fn standing_document(tx: &mut Tx, changed: BillingId) -> Result<BillingRow> {
    let standing = store::standing(tx, changed).await?;
    billing(tx, standing).await.or_not_found("el comprobante")
}
