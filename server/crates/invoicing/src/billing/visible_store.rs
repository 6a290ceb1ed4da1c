//! Reading one document, for somebody who may not see all of them.

use super::{
    model::BillingRow,
    store::{OF_CYCLES, billings},
};
use comanda_base::{
    db::{self, Tx},
    ids::{BillingId, UserId},
};

/// A document, where it is of this person's cycles; without one, anybody's.
pub(super) async fn visible(tx: &mut Tx, id: BillingId, of: Option<UserId>) -> db::Result<Option<BillingRow>> {
    tx.query(billings().with("AND b.id = ?", id).when(OF_CYCLES, of)).maybe().await
}

/// A document that a credit note was given for: whoever gave one in a cycle of their own sees it too.
pub(super) async fn with_note(tx: &mut Tx, id: BillingId, of: Option<UserId>) -> db::Result<Option<BillingRow>> {
    let own = "AND (b.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)
        OR EXISTS (SELECT 1 FROM credit_notes n WHERE n.billing_id = b.id
                     AND n.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)))";
    tx.query(billings().with("AND b.id = ?", id).when(own, of)).maybe().await
}
