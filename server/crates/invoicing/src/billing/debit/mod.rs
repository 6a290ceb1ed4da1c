//! Debit notes: interest, a higher value or a penalty added to a factura or boleta. A note is a document like any other, with a row in
//! `billings`, its own payment and its own account, so that sales, cash, debts, registers and voids include it; the modified document and
//! the reason are stored here. Payments issue notes (`payments::debit`).

mod figures;
mod model;
mod store;

pub use figures::{DebitFigures, check_amount, debit_figures, debit_sale, max_debit_amount};
pub use model::{DebitNote, DebitReasonCode, GivenDebitNote, NewDebitNote, debit_note_obstacle};

pub(super) use store::{insert_debit_note, insert_debit_note_copy, load_debit_notes};

use super::{model::BillingRow, store::find_billing};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::BillingId,
};

/// Finds the document that stands in place of the modified one: the last document reissued for it, or itself.
pub async fn find_last_replacement(tx: &mut Tx, changed: BillingId) -> Result<BillingRow> {
    let id = store::find_last_replacement(tx, changed).await?;
    find_billing(tx, id).await.or_not_found("el comprobante")
}
