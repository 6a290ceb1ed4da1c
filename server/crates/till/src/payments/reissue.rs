//! "Emitir de nuevo": issues a document that the tax authority refused again, to the client as corrected. No money moves; what is still
//! owed goes with the new document.

use super::{credit, included_service, model::Payment, pay, read, store};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::{BillingId, ClientId},
};
use comanda_invoicing::billing::{self, Billing, BillingRow, BillingState, Customer, ReissueQuote};
use comanda_orders::orders;
use comanda_platform::{
    realtime::{EventKind, Room},
    settings::tax,
    use_case::{Actor, Work},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Body of `POST /billings/{id}/reissue`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ReissueRequest {
    /// The client of the new document. Absent: the client of the refused one, with their present data.
    pub client_id: Option<ClientId>,
}

/// The refused document and its replacement.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reissued {
    pub billing: Billing,
    pub replaced: Billing,
}

/// Issues a refused document again, and moves its payment and debt to the new one.
pub(super) async fn reissue_with_payment(
    work: &mut Work<'_>,
    id: BillingId,
    body: &ReissueRequest,
) -> Result<Reissued> {
    tax::lock_rules_shared(work.tx).await?;
    let request = billing::load_visible(work.tx, work.actor, id).await?.row.client_request_id;
    orders::lock_request(work, request).await?;
    // Read again, now that nobody else can change it.
    let refused = billing::load_document(work.tx, id).await?;
    let payment = load_standing_payment(work.tx, &refused.row).await?;
    // A debit note goes to the client of the document that it adds to.
    let standing = match &refused.debit {
        Some(note) => {
            let changed = billing::debit::find_last_replacement(work.tx, note.document_id).await?;
            orders::lock_request(work, changed.client_request_id).await?;
            // Read again, now that nobody else can take it back.
            Some(billing::debit::find_last_replacement(work.tx, note.document_id).await?)
        }
        None => None,
    };
    let before = standing.as_ref().unwrap_or(&refused.row);
    if standing.is_some() && body.client_id.is_some_and(|client| Some(client) != before.client_id) {
        let text = "Una nota de débito es para el cliente de su comprobante.";
        return invalid("client_id", text).err();
    }
    let customer = match body.client_id.or(before.client_id) {
        Some(client) => pay::load_customer(work.tx, Some(client)).await?,
        None => customer_of_document(before),
    };
    let instalments = match credit::lock_receivable(work.tx, payment.row.id).await? {
        Some(debt) => credit::transfer_receivable(work, &debt, &customer).await?,
        None => Vec::new(),
    };
    let account = orders::load_account(work.tx, request, work.now).await?;
    let split_anew = |sale, old_rule| included_service::resplit_recargo(&account, sale, old_rule);
    let kept_at = store::insert_placeholder(work.tx, refused.row.payment_id, work.now).await?;
    store::set_client(work.tx, payment.row.id, customer.id).await?;
    let billing = billing::reissue_document(work, &refused, &split_anew, &customer, &instalments, kept_at).await?;
    store::move_document(work.tx, id, billing.row.id).await?;
    for document in [id, billing.row.id] {
        work.add_event(Room::Cash, EventKind::DocumentsChanged, json!({"billing_id": document}));
    }
    let replaced = Ok(billing::load_billings(work.tx, &[id]).await?.pop()).or_not_found("el comprobante")?;
    Ok(Reissued { billing, replaced })
}

/// Quotes the document that a reissue would produce.
pub(super) async fn quote_reissue(
    tx: &mut Tx,
    actor: &Actor,
    id: BillingId,
    now: DateTime<Utc>,
) -> Result<ReissueQuote> {
    let refused = billing::load_visible(tx, actor, id).await?;
    load_standing_payment(tx, &refused.row).await?;
    let account = orders::load_account(tx, refused.row.client_request_id, now).await?;
    let split_anew = |sale, old_rule| included_service::resplit_recargo(&account, sale, old_rule);
    billing::preview_reissue(tx, &refused, &split_anew, now).await
}

/// Returns the valid payment of a document that can be issued again, or of its remainder after a partial refund. Refuses with 409 where
/// nothing of it is paid.
async fn load_standing_payment(tx: &mut Tx, refused: &BillingRow) -> Result<Payment> {
    must_be_refused(refused)?;
    match refused.standing_payment_id {
        Some(id) => read::load_payment(tx, id).await,
        None => {
            let text = format!("El cobro de {} ya se devolvió: no hay qué emitir de nuevo.", refused.full_number());
            refuse(Code::Conflict, text).with_current(refused).err()
        }
    }
}

fn must_be_refused(billing: &BillingRow) -> Result<()> {
    let number = billing.full_number();
    let text = match billing.state {
        BillingState::Rejected if billing.is_voided() => format!("{number} se rechazó y su cobro ya se devolvió."),
        BillingState::Rejected => match &billing.replaced_by_number {
            None => return Ok(()),
            Some(other) => format!("{number} ya se emitió de nuevo: {other}."),
        },
        _ => format!("Solo se emite de nuevo lo que la SUNAT rechazó, y {number} no lo está."),
    };
    refuse(Code::Conflict, text).with_current(billing).err()
}

/// Returns the customer as named on a document.
pub(super) fn customer_of_document(billing: &BillingRow) -> Customer {
    Customer {
        id: None,
        document_type: billing.client_document_type,
        document_number: billing.client_document_number.clone(),
        name: billing.client_name.clone(),
        address: billing.client_address.clone(),
    }
}
