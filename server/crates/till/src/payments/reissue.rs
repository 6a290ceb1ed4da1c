//! 'Emitir de nuevo': a document that the tax authority refused is issued again to the client as corrected. No money moves; what is
//! still owed of it goes along.

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
    /// Who the new document is to. Left out: whoever the refused one is to, with their present data.
    pub client_id: Option<ClientId>,
}

/// The document that was refused, and the one in its place.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reissued {
    pub billing: Billing,
    pub replaced: Billing,
}

/// Issues it anew.
pub(super) async fn reissue(work: &mut Work<'_>, id: BillingId, body: &ReissueRequest) -> Result<Reissued> {
    tax::hold(work.tx).await?;
    let request = billing::visible_to(work.tx, work.actor, id).await?.row.client_request_id;
    orders::lock_request(work, request).await?;
    // Again, now that nobody else can change it.
    let refused = billing::document(work.tx, id).await?;
    let payment = standing_payment(work.tx, &refused.row).await?;
    // A debit note is to whoever the document is to that stands.
    let standing = match &refused.debit {
        Some(note) => {
            let changed = billing::debit::standing_document(work.tx, note.document_id).await?;
            orders::lock_request(work, changed.client_request_id).await?;
            // Again, now that nobody else can take it back.
            Some(billing::debit::standing_document(work.tx, note.document_id).await?)
        }
        None => None,
    };
    let before = standing.as_ref().unwrap_or(&refused.row);
    if standing.is_some() && body.client_id.is_some_and(|client| Some(client) != before.client_id) {
        let text = "Una nota de débito es para el cliente de su comprobante.";
        return invalid("client_id", text).err();
    }
    let customer = match body.client_id.or(before.client_id) {
        Some(client) => pay::customer(work.tx, Some(client)).await?,
        None => named(before),
    };
    let instalments = match credit::locked_of(work.tx, payment.row.id).await? {
        Some(debt) => credit::pass_on(work, &debt, &customer).await?,
        None => Vec::new(),
    };
    let account = orders::account_of(work.tx, request, work.now).await?;
    let split_anew = |sale, was| included_service::split_anew(&account, sale, was);
    let kept_at = store::insert_stand_in(work.tx, refused.row.payment_id, work.now).await?;
    store::set_client(work.tx, payment.row.id, customer.id).await?;
    let billing = billing::reissue(work, &refused, &split_anew, &customer, &instalments, kept_at).await?;
    store::pass_document_on(work.tx, id, billing.row.id).await?;
    for document in [id, billing.row.id] {
        work.tell(Room::Cash, EventKind::DocumentsChanged, json!({"billing_id": document}));
    }
    let replaced = Ok(billing::billings(work.tx, &[id]).await?.pop()).or_not_found("el comprobante")?;
    Ok(Reissued { billing, replaced })
}

/// What the new document would say.
pub(super) async fn quote(tx: &mut Tx, actor: &Actor, id: BillingId, now: DateTime<Utc>) -> Result<ReissueQuote> {
    let refused = billing::visible_to(tx, actor, id).await?;
    standing_payment(tx, &refused.row).await?;
    let account = orders::account_of(tx, refused.row.client_request_id, now).await?;
    let split_anew = |sale, was| included_service::split_anew(&account, sale, was);
    billing::reissue_quote(tx, &refused, &split_anew, now).await
}

/// Reads the payment of a document that can be issued anew, or of what stays of it after a part went back; 409 where nothing of it is paid.
async fn standing_payment(tx: &mut Tx, refused: &BillingRow) -> Result<Payment> {
    must_be_refused(refused)?;
    match refused.standing_payment_id {
        Some(id) => read::payment(tx, id).await,
        None => {
            let text = format!("El cobro de {} ya se devolvió: no hay qué emitir de nuevo.", refused.full_number());
            refuse(Code::Conflict, text).current(refused).err()
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
    refuse(Code::Conflict, text).current(billing).err()
}

/// Whoever the refused document is to.
pub(super) fn named(billing: &BillingRow) -> Customer {
    Customer {
        id: None,
        document_type: billing.client_document_type,
        document_number: billing.client_document_number.clone(),
        name: billing.client_name.clone(),
        address: billing.client_address.clone(),
    }
}
