//! Credit notes, which reverse a document or a part of it without voiding it: returned units, or a discount after the sale. Payments issue
//! them with a refund, in its transaction; the document stays on its day, and the note counts as negative on its own. A line of a discount
//! takes an amount off and no units (`Billing::remaining_quantity`); `remaining_by_line` is what all notes left of each line. For a
//! discount on a boleta the tax authority gets reason 09 (`ReasonCode::official_reason`, rule 4367).

mod discount;
mod figures;
mod issue;
mod listing;
mod model;
mod paper;
mod reissue;
mod remainder;
mod store;

pub use discount::{LineDiscount, check_line_discounts, distribute_discount};
pub use figures::{LineQuantity, NoteTarget, unit_amount};
pub use issue::{NewCreditNote, NoteScope, issue_note};
pub use model::{CreditNote, CreditNoteLine, ListedNote, NoteFilter, ReasonCode};
pub use paper::{PrintedNote, note_ticket};
pub use reissue::reissue_note;
pub(super) use reissue::{move_notes, require_notes_refused};
pub use remainder::remaining_by_line;

pub(super) use listing::{NoteQuery, count_notes, count_notes_by_state, load_note_page};
pub(super) use store::load_credit_notes;

/// The code of catalogue 01.
pub(super) const CREDIT_NOTE_CODE: &str = "07";

use super::model::{Billing, BillingLine};
use comanda_base::{
    db::{self, Tx},
    ids::{CreditNoteId, RefundId},
    money::{Money, Quantity},
};

/// Finds the note issued with a refund.
pub async fn find_by_refund(tx: &mut Tx, refund: RefundId) -> db::Result<Option<CreditNote>> {
    store::find_by_refund(tx, refund).await
}
/// Finds a note by its id.
pub async fn find_note(tx: &mut Tx, id: CreditNoteId) -> db::Result<Option<CreditNote>> {
    store::find_note(tx, id).await
}

impl Billing {
    /// Returns the total left after credit notes.
    pub fn remaining_total(&self) -> Money {
        self.row.total - self.credit_notes.iter().map(|n| n.total).sum()
    }
    /// Returns the part of `remaining_total` outside the IGV.
    pub fn remaining_outside_igv(&self) -> Money {
        self.row.other_charges - self.credit_notes.iter().map(|n| n.other_charges).sum()
    }
    /// Returns the part of `remaining_total` that is tax on plastic bags.
    pub fn remaining_bag_tax(&self) -> Money {
        self.row.bag_tax - self.credit_notes.iter().map(|n| n.bag_tax).sum()
    }
    /// Returns the quantity of a line that no note returned; a discount returns none.
    pub fn remaining_quantity(&self, line: &BillingLine) -> Quantity {
        let returns = self.credit_notes.iter().filter(|n| !n.reason_code.is_discount());
        let note_lines = returns.flat_map(|n| &n.lines).filter(|l| l.billing_line_id == line.id);
        line.quantity - note_lines.map(|l| l.quantity).sum()
    }
}
