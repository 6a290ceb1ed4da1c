//! What a refund does to the document: voids it, or takes it back by a credit note. Pure.

use chrono::{Datelike, NaiveDate};
use comanda_invoicing::billing::{Billing, BillingState, notes::ReasonCode};
use comanda_ledgers::ledger::RefundOutcome;
use comanda_platform::settings::Regime;

/// A document is voided within so many days of its issue (rule 2957).
pub(super) const DAYS_TO_VOID: i64 = 7;

/// What becomes of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// It counts no more; the rest, where there is one, gets a document of its own.
    Void,
    /// It stays, and a note takes something off it.
    Note(ReasonCode),
}

/// What a refund is like, for its document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case {
    /// Something stays sold.
    pub leaves_a_rest: bool,
    pub outcome: RefundOutcome,
    /// A note was asked for, for this reason.
    pub wanted: Option<ReasonCode>,
    /// It is true of a paper that can be voided no more.
    pub is_declared_paper: bool,
    /// Days in Lima.
    pub issued_on: NaiveDate,
    pub today: NaiveDate,
    /// The regime that the house sells under today.
    pub regime: Regime,
}

/// Whether a paper of that day can be voided no more: its copies are crossed out, and its month says so, as long as that month goes on and
/// its books are open. What was declared is taken back by a credit note of the present month.
pub(super) fn is_declared(issued_on: NaiveDate, today: NaiveDate, books_closed_until: Option<NaiveDate>) -> bool {
    let is_of_this_month = (issued_on.year(), issued_on.month()) == (today.year(), today.month());
    !is_of_this_month || books_closed_until.is_some_and(|closed| issued_on <= closed)
}

/// Which way it goes. What the tax authority does not know or has refused can only be voided; what notes were given for already
/// cannot be voided any more, and what debit notes add to stays beside them.
pub(super) fn way(billing: &Billing, case: Case) -> Way {
    let row = &billing.row;
    let is_credited = !billing.credit_notes.is_empty();
    let is_refused = matches!(row.state, BillingState::Rejected | BillingState::Failed);
    // A paper of another regime keeps its own: no document like it is issued for what stays sold, so a note takes the rest off (2117).
    let keeps_its_regime = row.is_contingency && row.regime != case.regime && case.leaves_a_rest;
    let is_known = if row.is_contingency { case.is_declared_paper || keeps_its_regime } else { row.hash.is_some() };
    if !(is_known || is_credited) || billing.left().is_zero() || (is_refused && !is_credited) {
        return Way::Void;
    }
    if let Some(reason) = case.wanted {
        return Way::Note(reason);
    }
    // What was added to it stays on it.
    let is_debited = billing.debit_notes.iter().any(|n| n.binds);
    if case.leaves_a_rest || is_credited {
        return Way::Note(ReasonCode::ReturnByLine);
    }
    // Whether it was taken already makes no difference: by the time that it is, the days to void it are over too.
    if !row.is_contingency && !is_debited && (case.today - case.issued_on).num_days() <= DAYS_TO_VOID {
        return Way::Void;
    }
    // Nothing of a debit note is returned.
    Way::Note(match case.outcome {
        RefundOutcome::Close if billing.debit.is_none() => ReasonCode::WholeReturn,
        RefundOutcome::Close | RefundOutcome::Reopen => ReasonCode::Void,
    })
}
