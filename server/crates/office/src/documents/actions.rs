//! What may be done with a document now, by whom: the rules of those who do it, asked beforehand, so that a screen offers nothing
//! that would be refused.

use comanda_base::{db::Tx, error::Result};
use comanda_invoicing::{
    billing::{
        Billing, BillingState, debit,
        electronic::{self, Setup, TaxOwner, Transmission},
        notes::CreditNote,
    },
    sending,
};
use comanda_platform::{
    mail,
    use_case::{Action, Actor, Grant},
};
use comanda_till::payments::{Undoing, undoing};
use serde::Serialize;
use utoipa::ToSchema;

/// How far an electronic document has come, and where anybody looks at it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Detail {
    /// None of a document that is not electronic.
    pub transmission: Option<Transmission>,
    /// Where anybody who knows it looks at the document; none where nobody said how people reach this server.
    pub public_address: Option<String>,
}

impl Detail {
    pub(super) async fn of(tx: &mut Tx, owner: TaxOwner) -> Result<Self> {
        let transmission = Transmission::load(tx, owner).await?;
        let base = mail::public_url(tx).await?;
        let public_address =
            transmission.as_ref().and_then(|transmission| Some(format!("{}/c/{}", base?, transmission.token)));
        Ok(Self { transmission, public_address })
    }
}

/// What who asks may do with a boleta, factura or nota de venta now.
#[derive(Debug, Serialize, ToSchema)]
pub struct Actions {
    /// `POST /billings/{id}/mail`
    pub mail: bool,
    /// `POST /billings/{id}/send`
    pub send: bool,
    /// `GET /electronic-invoice/{id}/check-document-status`
    pub check: bool,
    /// `POST /electronic-invoice/{id}/void` and `POST /billings/{id}/credit-note`; none where neither is possible.
    pub undo: Option<Undoing>,
    /// `POST /payments/{standing_payment_id}/refund`: its money goes back as at the till.
    pub refund: bool,
    /// `POST /billings/{id}/reissue`: it was rejected.
    pub reissue: bool,
    /// `POST /billings/{id}/credit-note` for all of it, without money: it was voided, and the tax authority refused that for good.
    pub credit_failed_void: bool,
    /// `POST /billings/{id}/debit-note`
    pub debit_note: bool,
}

/// Of a document.
pub(super) async fn actions(tx: &mut Tx, actor: &Actor, billing: &Billing) -> Result<Actions> {
    let is_electronic = billing.row.hash.is_some();
    let voids = actor.grant(Action::VoidDocument) != Grant::No;
    let undo = if voids { undoing(billing, actor.app.clock().now()) } else { None };
    let is_refused = billing.row.state == BillingState::Rejected;
    let is_undone = billing.row.is_voided() || billing.row.standing_payment_id.is_none();
    Ok(Actions {
        mail: is_electronic && actor.may(Action::Collect),
        send: may_send(actor, billing.row.state),
        check: is_electronic && may_ask(tx, actor).await?,
        refund: voids && !is_undone,
        reissue: is_refused && !is_undone && actor.may(Action::Collect),
        credit_failed_void: voids && electronic::has_failed_void(tx, billing.row.id).await?,
        debit_note: voids && debit::why_not(billing).is_none(),
        undo,
    })
}

/// What who asks may do with a credit note now.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoteActions {
    /// `POST /credit-notes/{id}/mail`
    pub mail: bool,
    /// `POST /credit-notes/{id}/send`
    pub send: bool,
    /// `GET /credit-notes/{id}/check-document-status`
    pub check: bool,
    /// `POST /credit-notes/{id}/reissue`: it was rejected.
    pub reissue: bool,
}

/// Of a note.
pub(super) async fn note_actions(tx: &mut Tx, actor: &Actor, note: &CreditNote) -> Result<NoteActions> {
    let is_electronic = note.hash.is_some();
    Ok(NoteActions {
        mail: is_electronic && actor.may(Action::Collect),
        send: may_send(actor, note.state),
        check: is_electronic && may_ask(tx, actor).await?,
        reissue: note.state == BillingState::Rejected && actor.may(Action::Collect),
    })
}

fn may_send(actor: &Actor, state: BillingState) -> bool {
    actor.may(Action::SendDocuments) && sending::can_be_sent(state)
}

async fn may_ask(tx: &mut Tx, actor: &Actor) -> Result<bool> {
    let may = actor.may(Action::SendDocuments) || actor.may(Action::SeeReports);
    Ok(may && Setup::load(tx).await?.gateway.answers_questions())
}
