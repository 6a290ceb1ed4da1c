//! How a debit note is taken back: by a void of all of it, within the days for that. The tax authority takes no credit note of one (rule
//! 2116), and its account has nothing to be collected anew.

use super::{
    model::RefundRequest,
    way::{self, Way},
};
use crate::{
    billing::Billing,
    error::{Code, Result, invalid, refuse},
    ledger::RefundOutcome,
    settings::tax,
};
use chrono::NaiveDate;

/// Refuses what does not void all of a debit note; passes every other document.
pub(super) fn must_be_taken_back_whole(billing: &Billing, body: &RefundRequest, today: NaiveDate) -> Result<()> {
    let Some(note) = &billing.debit else { return Ok(()) };
    if body.outcome == RefundOutcome::Reopen {
        let text = format!("{} no se vuelve a cobrar: anúlala, y da otra nota de débito.", billing.full_number);
        return invalid("outcome", text).err();
    }
    if body.products.is_some() || body.discount.is_some() {
        return invalid("products", "Una nota de débito se anula completa.").err();
    }
    let case = way::Case {
        leaves_a_rest: false,
        outcome: body.outcome,
        wanted: body.credit_note,
        is_declared_paper: false,
        issued_on: tax::issue_date(billing.row.issued_at),
        today,
    };
    if way::way(billing, case) == Way::Void {
        return Ok(());
    }
    let text = format!(
        "Ya pasaron los {} días para anular {}. Si no corresponde, da una nota de crédito por ese monto sobre {}.",
        way::DAYS_TO_VOID,
        billing.full_number,
        note.document
    );
    refuse(Code::Conflict, text).current(&billing.row).err()
}

/// Refuses a credit note of a debit note.
pub(super) fn must_not_be_credited(billing: &Billing) -> Result<()> {
    let Some(note) = &billing.debit else { return Ok(()) };
    let text = format!(
        "Una nota de débito no lleva nota de crédito: {} se anula completa, o se descuenta su monto de {}.",
        billing.full_number, note.document
    );
    refuse(Code::Conflict, text).current(&billing.row).err()
}
