//! SQL that loads one document for a user who may not see all of them.

use super::{
    model::BillingRow,
    store::{OF_CYCLES, select_billings},
};
use comanda_base::{
    db::{self, Tx},
    ids::{BillingId, UserId},
};

/// Finds a document, limited to this user's cycles where a user is given.
pub(super) async fn find_visible(tx: &mut Tx, id: BillingId, user: Option<UserId>) -> db::Result<Option<BillingRow>> {
    tx.query(select_billings().with("AND b.id = ?", id).when(OF_CYCLES, user)).maybe().await
}

/// Finds a document that has a credit note; a user who issued the note in a cycle of their own sees it too.
pub(super) async fn find_visible_with_note(
    tx: &mut Tx,
    id: BillingId,
    user: Option<UserId>,
) -> db::Result<Option<BillingRow>> {
    let condition = "AND (b.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)
        OR EXISTS (SELECT 1 FROM credit_notes n WHERE n.billing_id = b.id
                     AND n.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)))";
    tx.query(select_billings().with("AND b.id = ?", id).when(condition, user)).maybe().await
}
