//! A document that somebody thinks of taking back or of adding to, as the quotes of both read it.

use comanda_base::{db::Tx, error::Result, ids::BillingId};
use comanda_invoicing::billing::{self, Billing};
use comanda_platform::use_case::{Action, Actor};

/// Reads it for whoever may do either.
pub(super) async fn document_to_change(actor: &Actor, id: BillingId) -> Result<(Tx, Billing)> {
    actor.must(Action::VoidDocument)?;
    let mut tx = actor.company.db.read().await?;
    let billing = billing::visible_to(&mut tx, actor, id).await?;
    Ok((tx, billing))
}
