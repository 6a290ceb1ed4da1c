//! How a debit note is taken back, and what becomes of one when its document is. A debit note goes whole: by a void within the days for
//! that, else by a credit note, with its money or its debt. No credit note modifies a debit note (rules 2116, 2399), so it names the
//! document that was added to. Interest and a higher value are part of what was sold and go before all of it does; a penalty is none.

use super::{model::RefundRequest, plan::Plan};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::BillingId,
    money::Money,
};
use comanda_invoicing::billing::{
    Billing,
    debit::{DebitReasonCode, GivenDebitNote},
};
use comanda_ledgers::ledger::RefundOutcome;
use serde::Serialize;
use utoipa::ToSchema;

/// A debit note that counts while its document is to be taken back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StandingDebitNote {
    pub id: BillingId,
    /// `FD01-00000001`
    pub full_number: String,
    pub reason_code: DebitReasonCode,
    pub total: Money,
    /// It is true where its document can be taken back as a whole only after it; otherwise it stays beside.
    pub goes_first: bool,
}

/// Lists the debit notes of a document that count.
pub(super) fn standing(billing: &Billing) -> Vec<StandingDebitNote> {
    let note = |n: &GivenDebitNote| StandingDebitNote {
        id: n.id,
        full_number: n.full_number.clone(),
        reason_code: n.reason_code,
        total: n.total,
        goes_first: n.reason_code != DebitReasonCode::Penalty,
    };
    billing.debit_notes.iter().filter(|n| n.stands).map(note).collect()
}

/// Refuses to take all of a document back while something that belongs to its price would stay alone.
pub(super) fn must_go_first(billing: &Billing, plan: &Plan) -> Result<()> {
    let first: Vec<_> = standing(billing).into_iter().filter(|note| note.goes_first).collect();
    if plan.leaves_a_rest() || first.is_empty() {
        return Ok(());
    }
    let named: Vec<_> = first.iter().map(|note| format!("{} (S/ {})", note.full_number, note.total)).collect();
    let text = format!(
        "A {} se le sumó con nota de débito: {}. Anula primero la nota de débito, y después {}.",
        billing.full_number,
        named.join(", "),
        billing.full_number
    );
    refuse(Code::Conflict, text).current(&billing.row).err()
}

/// Refuses what takes back a part of a debit note, or would collect it anew; passes every other document.
pub(super) fn must_be_taken_back_whole(billing: &Billing, body: &RefundRequest) -> Result<()> {
    if billing.debit.is_none() {
        return Ok(());
    }
    if body.outcome == RefundOutcome::Reopen {
        let text = format!("{} no se vuelve a cobrar: anúlala, y da otra nota de débito.", billing.full_number);
        return invalid("outcome", text).err();
    }
    if body.products.is_some() || body.discount.is_some() {
        return must_be_asked_whole(billing);
    }
    Ok(())
}

/// Refuses to credit a part of a debit note; passes every other document.
pub(super) fn must_be_asked_whole(billing: &Billing) -> Result<()> {
    if billing.debit.is_none() {
        return Ok(());
    }
    let text = format!(
        "{} es una nota de débito: se anula completa (motivo 01 o 06). Después puedes dar otra por lo que corresponde.",
        billing.full_number
    );
    invalid("reason_code", text).err()
}
