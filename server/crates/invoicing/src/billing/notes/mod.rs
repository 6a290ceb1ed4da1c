//! Credit notes: what takes a part of a document, or all of it, back without voiding it: units, or a discount after the sale. Payments give them with a refund, in its
//! transaction; the document stays on its day, the note counts negative on its own.

mod discount;
mod figures;
mod issue;
mod left;
mod listing;
mod model;
mod paper;
mod reissue;
mod store;

pub use discount::{OffLine, check_off_lines, off_document};
pub use figures::{Asked, Target, each};
pub use issue::{NewNote, Takes, issue};
pub use left::left_by_line;
pub use model::{CreditNote, CreditNoteLine, ListedNote, NoteFilter, ReasonCode};
pub use paper::{NotePaper, note_ticket};
pub use reissue::reissue;
pub(super) use reissue::{must_be_refused_with, pass_on};

pub(super) use listing::{Wanted, count_by_state, count_wanted, wanted};
pub(super) use store::of_billings;

/// The kind of document that its series are of.
pub(super) const TYPE: i64 = 4;
/// Catalogue 01.
pub(super) const CODE: &str = "07";

use super::model::{Billing, BillingLine};
use comanda_base::{
    db::{self, Tx},
    ids::{CreditNoteId, RefundId},
    money::{Money, Quantity},
};

/// The note that a refund was given with.
pub async fn of_refund(tx: &mut Tx, refund: RefundId) -> db::Result<Option<CreditNote>> {
    store::of_refund(tx, refund).await
}
/// One note.
pub async fn note(tx: &mut Tx, id: CreditNoteId) -> db::Result<Option<CreditNote>> {
    store::note(tx, id).await
}

impl Billing {
    /// What is left of it after its credit notes.
    pub fn left(&self) -> Money {
        self.row.total - self.credit_notes.iter().map(|n| n.total).sum()
    }
    /// Of that, what is outside the IGV.
    pub fn left_outside_igv(&self) -> Money {
        self.row.other_charges - self.credit_notes.iter().map(|n| n.other_charges).sum()
    }
    /// Of that, the tax on plastic bags.
    pub fn left_bag_tax(&self) -> Money {
        self.row.bag_tax - self.credit_notes.iter().map(|n| n.bag_tax).sum()
    }
    /// How many of a line's units no note took back; a discount takes none.
    pub fn left_of(&self, line: &BillingLine) -> Quantity {
        let returns = self.credit_notes.iter().filter(|n| !n.reason_code.is_discount());
        let of_notes = returns.flat_map(|n| &n.lines).filter(|l| l.billing_line_id == line.id);
        line.quantity - of_notes.map(|l| l.quantity).sum()
    }
}
