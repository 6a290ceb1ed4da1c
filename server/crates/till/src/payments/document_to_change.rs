//! The document that the quotes of a credit note or a debit note start from.

use comanda_base::{db::Tx, error::Result, ids::BillingId};
use comanda_invoicing::billing::{self, Billing};
use comanda_platform::use_case::{Action, Actor};

/// Loads a document for whoever may take documents back or add to them.
pub(super) async fn load_document_to_change(actor: &Actor, id: BillingId) -> Result<(Tx, Billing)> {
    actor.require(Action::VoidDocument)?;
    let mut tx = actor.company.db.read().await?;
    let billing = billing::load_visible(&mut tx, actor, id).await?;
    Ok((tx, billing))
}
