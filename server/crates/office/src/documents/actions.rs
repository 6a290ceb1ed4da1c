//! The actions that a user may take on a document now, by the same rules that later guard them, so that a screen offers nothing that would
//! be refused.

use comanda_base::{db::Tx, error::Result};
use comanda_invoicing::{
    billing::{
        Billing, BillingState, debit,
        electronic::{self, BillingSetup, TaxOwner, Transmission},
        notes::CreditNote,
    },
    sending,
};
use comanda_platform::{
    mail,
    use_case::{Action, Actor, Grant},
};
use comanda_till::payments::{Undoing, plan_undoing};
use serde::Serialize;
use utoipa::ToSchema;

/// The transmission of an electronic document, and its public address.
#[derive(Debug, Serialize, ToSchema)]
pub struct Detail {
    /// Null for a document that is not electronic.
    pub transmission: Option<Transmission>,
    /// The secret address under which the document is public; null where the server's public address is not configured.
    pub public_address: Option<String>,
}

impl Detail {
    pub(super) async fn load(tx: &mut Tx, owner: TaxOwner) -> Result<Self> {
        let transmission = Transmission::load(tx, owner).await?;
        let base = mail::load_public_url(tx).await?;
        let public_address =
            transmission.as_ref().and_then(|transmission| Some(format!("{}/c/{}", base?, transmission.token)));
        Ok(Self { transmission, public_address })
    }
}

/// The actions that the user may take on a boleta, factura or nota de venta now.
#[derive(Debug, Serialize, ToSchema)]
pub struct Actions {
    /// `POST /billings/{id}/mail`
    pub mail: bool,
    /// `POST /billings/{id}/send`
    pub send: bool,
    /// `GET /electronic-invoice/{id}/check-document-status`
    pub check: bool,
    /// `POST /electronic-invoice/{id}/void` and `POST /billings/{id}/credit-note`; null where neither is possible.
    pub undo: Option<Undoing>,
    /// `POST /payments/{standing_payment_id}/refund`: refunds the payment as at the till.
    pub refund: bool,
    /// `POST /billings/{id}/reissue`, for a rejected document.
    pub reissue: bool,
    /// `POST /billings/{id}/credit-note` for the whole document without money, after the tax authority finally refused its voiding.
    pub credit_failed_void: bool,
    /// `POST /billings/{id}/debit-note`
    pub debit_note: bool,
}

/// Loads the actions on a document.
pub(super) async fn load_actions(tx: &mut Tx, actor: &Actor, billing: &Billing) -> Result<Actions> {
    let is_electronic = billing.row.hash.is_some();
    let voids = actor.grant(Action::VoidDocument) != Grant::No;
    let undo = if voids { plan_undoing(billing, actor.app.clock().now()) } else { None };
    let is_refused = billing.row.state == BillingState::Rejected;
    let is_undone = billing.row.is_voided() || billing.row.standing_payment_id.is_none();
    Ok(Actions {
        mail: is_electronic && actor.can_without_pin(Action::Collect),
        send: may_send(actor, billing.row.state),
        check: is_electronic && may_check_status(tx, actor).await?,
        refund: voids && !is_undone,
        reissue: is_refused && !is_undone && actor.can_without_pin(Action::Collect),
        credit_failed_void: voids && electronic::has_failed_void(tx, billing.row.id).await?,
        debit_note: voids && debit::debit_note_obstacle(billing).is_none(),
        undo,
    })
}

/// The actions that the user may take on a credit note now.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoteActions {
    /// `POST /credit-notes/{id}/mail`
    pub mail: bool,
    /// `POST /credit-notes/{id}/send`
    pub send: bool,
    /// `GET /credit-notes/{id}/check-document-status`
    pub check: bool,
    /// `POST /credit-notes/{id}/reissue`, for a rejected note.
    pub reissue: bool,
}

/// Loads the actions on a credit note.
pub(super) async fn load_note_actions(tx: &mut Tx, actor: &Actor, note: &CreditNote) -> Result<NoteActions> {
    let is_electronic = note.hash.is_some();
    Ok(NoteActions {
        mail: is_electronic && actor.can_without_pin(Action::Collect),
        send: may_send(actor, note.state),
        check: is_electronic && may_check_status(tx, actor).await?,
        reissue: note.state == BillingState::Rejected && actor.can_without_pin(Action::Collect),
    })
}

fn may_send(actor: &Actor, state: BillingState) -> bool {
    actor.can_without_pin(Action::SendDocuments) && sending::can_resend(state)
}

async fn may_check_status(tx: &mut Tx, actor: &Actor) -> Result<bool> {
    let allowed = actor.can_without_pin(Action::SendDocuments) || actor.can_without_pin(Action::SeeReports);
    Ok(allowed && BillingSetup::load(tx).await?.gateway.can_query_documents())
}
