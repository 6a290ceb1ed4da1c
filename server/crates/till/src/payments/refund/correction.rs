//! The effect of a refund on the document of its payment: the rules to void it or to issue a credit note, the document of what stays sold,
//! and how debit notes are taken back.
//!
//! A debit note is only taken back whole: by a void within the days for that, else by a credit note, with its money or its debt. No credit
//! note modifies a debit note (rules 2116, 2399), so it names the document that the debit note was added to. Interest and a higher value
//! are part of the price and are taken back before the whole document is; a penalty is not.

use super::{
    model::RefundRequest,
    plan::{RefundPlan, Remainder},
};
use crate::payments::{
    self,
    sale::{DocumentTerms, DocumentedSale, build_sale},
    split::Charge,
};
use anyhow::anyhow;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Error, Result, invalid, refuse},
    ids::{BillingId, RequestId},
    money::Money,
};
use comanda_invoicing::billing::{
    Billing, BillingState,
    debit::{DebitReasonCode, GivenDebitNote},
    electronic,
    notes::{NoteTarget, ReasonCode},
    tax::compute_figures,
};
use comanda_ledgers::ledger::RefundOutcome;
use comanda_platform::settings::{Regime, Settings, TaxRule, tax};
use serde::Serialize;
use utoipa::ToSchema;

/// The days after its issue within which a document can be voided (rule 2957).
pub(super) const DAYS_TO_VOID: i64 = 7;

/// The way in which a refund corrects the document of its payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentCorrection {
    /// The document is voided; what stays sold gets a document of its own.
    Void,
    /// The document stays valid, and a credit note takes something off it, for this reason.
    CreditNote(ReasonCode),
}

/// The facts of a refund that decide how its document is corrected.
#[derive(Debug, Clone, Copy)]
pub(super) struct DocumentCase {
    /// Whether something stays sold.
    pub leaves_remainder: bool,
    pub outcome: RefundOutcome,
    /// The reason of the credit note that was requested, where one was.
    pub requested_reason: Option<ReasonCode>,
    /// Whether it is a paper document that can no longer be voided.
    pub is_declared_paper: bool,
    /// The issue date, in Lima.
    pub issued_on: NaiveDate,
    pub today: NaiveDate,
    /// The tax regime that the house sells under today.
    pub regime: Regime,
}

/// Tells whether a paper document can no longer be voided. It is voided by crossing out its copies, which the books of its month record,
/// only as long as that month lasts and its books are open; what was declared is taken back by a credit note of the present month.
fn is_declared(issued_on: NaiveDate, today: NaiveDate, books_closed_until: Option<NaiveDate>) -> bool {
    let is_of_this_month = (issued_on.year(), issued_on.month()) == (today.year(), today.month());
    !is_of_this_month || books_closed_until.is_some_and(|closed| issued_on <= closed)
}

/// Decides whether the document is voided or gets a credit note. A document that the tax authority does not know or has refused can only be
/// voided; one with credit notes can no longer be voided, and debit notes that add to it stay beside it.
pub(super) fn document_correction(billing: &Billing, case: DocumentCase) -> DocumentCorrection {
    let row = &billing.row;
    let is_credited = !billing.credit_notes.is_empty();
    let is_refused = matches!(row.state, BillingState::Rejected | BillingState::Failed);
    // A paper document of another regime keeps its regime: no document like it can be issued for what stays sold, so a credit note reduces
    // it (2117).
    let keeps_its_regime = row.is_contingency && row.regime != case.regime && case.leaves_remainder;
    let is_known = if row.is_contingency { case.is_declared_paper || keeps_its_regime } else { row.hash.is_some() };
    if !(is_known || is_credited) || billing.remaining_total().is_zero() || (is_refused && !is_credited) {
        return DocumentCorrection::Void;
    }
    if let Some(reason) = case.requested_reason {
        return DocumentCorrection::CreditNote(reason);
    }
    // Whether a debit note added to the document; that stays on it.
    let is_debited = billing.debit_notes.iter().any(|n| n.binds);
    if case.leaves_remainder || is_credited {
        return DocumentCorrection::CreditNote(ReasonCode::ReturnByLine);
    }
    // Whether SUNAT accepted the document makes no difference: by then the days to void it are over too.
    if !row.is_contingency && !is_debited && (case.today - case.issued_on).num_days() <= DAYS_TO_VOID {
        return DocumentCorrection::Void;
    }
    // A debit note returns no goods, so its reason is never a whole return.
    DocumentCorrection::CreditNote(match case.outcome {
        RefundOutcome::Close if billing.debit.is_none() => ReasonCode::WholeReturn,
        RefundOutcome::Close | RefundOutcome::Reopen => ReasonCode::Void,
    })
}

/// The document of a sale that is refunded in part.
#[derive(Debug, Clone, Copy)]
pub(super) struct SoldDocument<'a> {
    pub request: RequestId,
    pub billing: &'a Billing,
    pub tip_on_document: bool,
    pub at: DateTime<Utc>,
    /// The discounts by credit notes on its payment, as long as that payment is valid.
    pub credited: Money,
}

/// Returns the document figures of the remainder and, where the first document stays, what a credit note has to take off it. The quote and
/// the refund use the same function.
pub(super) async fn document_remainder(
    tx: &mut Tx,
    sold: SoldDocument<'_>,
    remainder: &Remainder,
    charge: &Charge<'_>,
    correction: DocumentCorrection,
) -> Result<(DocumentedSale, Option<NoteTarget>)> {
    let SoldDocument { request, billing, tip_on_document, at, credited } = sold;
    // A credit note keeps the tax rule of its document; a new document has the rule of its own day.
    let rule = match correction {
        DocumentCorrection::Void => tax::rule_at(tx, at).await?,
        _ => TaxRule { regime: billing.row.regime, ..billing.row.rule() },
    };
    let mut billed = payments::read::load_billed_sums(tx, request, remainder.account()).await?;
    billed.total -= credited;
    if correction != DocumentCorrection::Void {
        billed.total -= billing.remaining_total();
        billed.services -= billing.remaining_outside_igv();
    }
    let by_consumption = billing.row.by_consumption;
    let terms = DocumentTerms { by_consumption, tip_on_document, tax: rule };
    let documented = build_sale(remainder.account(), charge, &billed, terms);
    if correction == DocumentCorrection::Void {
        return Ok((documented, None));
    }
    let stays = compute_figures(documented.sale.clone()).map_err(anyhow::Error::from)?;
    if stays.total + documented.tip != charge.amount {
        return Err(Error::Internal(anyhow!("the rest of {} does not come to the payment", billing.full_number)));
    }
    let target = NoteTarget {
        total: billing.remaining_total() - (stays.total - remainder.credited()),
        other_charges: billing.remaining_outside_igv() - stays.other_charges,
    };
    Ok((documented, Some(target)))
}

/// A debit note that is still valid while its document is to be taken back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StandingDebitNote {
    pub id: BillingId,
    /// `FD01-00000001`
    pub full_number: String,
    pub reason_code: DebitReasonCode,
    pub total: Money,
    /// Whether it must be taken back before its document can be as a whole; otherwise it stays beside the document.
    pub goes_first: bool,
}

/// Lists the valid debit notes of a document.
pub(super) fn standing_debit_notes(billing: &Billing) -> Vec<StandingDebitNote> {
    let note = |n: &GivenDebitNote| StandingDebitNote {
        id: n.id,
        full_number: n.full_number.clone(),
        reason_code: n.reason_code,
        total: n.total,
        goes_first: n.reason_code != DebitReasonCode::Penalty,
    };
    billing.debit_notes.iter().filter(|n| n.stands).map(note).collect()
}

/// Refuses with 409 to take a whole document back while a debit note that belongs to its price is still valid.
pub(super) fn check_debit_notes_taken_back(billing: &Billing, plan: &RefundPlan) -> Result<()> {
    let first: Vec<_> = standing_debit_notes(billing).into_iter().filter(|note| note.goes_first).collect();
    if plan.leaves_remainder() || first.is_empty() {
        return Ok(());
    }
    let named: Vec<_> = first.iter().map(|note| format!("{} (S/ {:#})", note.full_number, note.total)).collect();
    let text = format!(
        "A {} se le sumó con nota de débito: {}. Anula primero la nota de débito, y después {}.",
        billing.full_number,
        named.join(", "),
        billing.full_number
    );
    refuse(Code::Conflict, text).with_current(&billing.row).err()
}

/// Refuses what takes back a part of a debit note, or would collect it anew; passes every other document.
pub(super) fn check_debit_note_taken_back_whole(billing: &Billing, body: &RefundRequest) -> Result<()> {
    if billing.debit.is_none() {
        return Ok(());
    }
    if body.outcome == RefundOutcome::Reopen {
        let text = format!("{} no se vuelve a cobrar: anúlala, y da otra nota de débito.", billing.full_number);
        return invalid("outcome", text).err();
    }
    if body.products.is_some() || body.discount.is_some() {
        return check_debit_note_credited_whole(billing);
    }
    Ok(())
}

/// Refuses to credit a part of a debit note; passes every other document.
pub(super) fn check_debit_note_credited_whole(billing: &Billing) -> Result<()> {
    if billing.debit.is_none() {
        return Ok(());
    }
    let text = format!(
        "{} es una nota de débito: se anula completa (motivo 01 o 06). Después puedes dar otra por lo que corresponde.",
        billing.full_number
    );
    invalid("reason_code", text).err()
}

/// Tells whether a document was written on paper and can only be taken back by a credit note. A house that issues no electronic documents
/// voids its paper documents.
pub(super) async fn is_declared_paper(tx: &mut Tx, billing: &Billing, today: NaiveDate) -> Result<bool> {
    if !billing.row.is_contingency {
        return Ok(false);
    }
    let closed = Settings::load(tx).await?.books_closed_until;
    let issued_on = tax::issue_date(billing.row.issued_at);
    Ok(is_declared(issued_on, today, closed) && electronic::issues_electronically(tx).await?)
}
