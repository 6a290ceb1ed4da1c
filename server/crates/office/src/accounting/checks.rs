//! What is to be looked at before the register of a month leaves the house.

use super::{
    checks_store::{self as store, Gap, LISTED},
    month::Month,
};
use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result, words::words};
use comanda_invoicing::billing::BillingState;
use serde::Serialize;
use utoipa::ToSchema;

words!(
    /// What is looked at.
    CheckCode {
        /// Numbers of a series that no document has.
        NumberingGap = "NUMBERING_GAP",
        /// Electronic documents that the tax authority has not accepted yet.
        NotAccepted = "NOT_ACCEPTED",
        /// Documents that count no more, of which the tax authority is still to hear.
        VoidNotTold = "VOID_NOT_TOLD",
        /// Documents that the tax authority refused and that were not issued anew.
        Rejected = "REJECTED",
        /// Documents whose total is not what its parts come to; there is none.
        TotalsDiffer = "TOTALS_DIFFER",
        /// Boletas above S/ 700 that do not say to whom.
        UnnamedBoleta = "UNNAMED_BOLETA",
        /// The company has no RUC: SUNAT's file cannot be made.
        NoRuc = "NO_RUC",
        /// The month has not begun.
        FutureMonth = "FUTURE_MONTH",
        /// The month has no document.
        EmptyMonth = "EMPTY_MONTH",
    }
);

/// Numbers without a document, both ends included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct NumberRange {
    pub serie: String,
    pub first: i64,
    pub last: i64,
}

/// One check with what it found.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RegisterCheck {
    pub code: CheckCode,
    /// Nothing is to be done.
    pub ok: bool,
    /// How many it found: ranges of NUMBERING_GAP, documents of all others.
    pub count: i64,
    /// Of NUMBERING_GAP; at most 200.
    pub ranges: Vec<NumberRange>,
    /// `B001-00000347`; at most 200.
    pub documents: Vec<String>,
}

impl RegisterCheck {
    fn of(code: CheckCode, count: i64, documents: Vec<String>) -> Self {
        Self { code, ok: count == 0, count, ranges: Vec::new(), documents }
    }
    /// Of something that holds or does not.
    pub(super) fn that(code: CheckCode, ok: bool) -> Self {
        Self::of(code, i64::from(!ok), Vec::new())
    }
    /// Of documents that were found while the register was read.
    pub(super) fn found(code: CheckCode, found: Found) -> Self {
        Self::of(code, found.count, found.documents)
    }
}

/// Documents that a check found; all are counted, the first of them named.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    count: i64,
    documents: Vec<String>,
}

impl Found {
    pub(super) fn add(&mut self, document: impl FnOnce() -> String) {
        self.count += 1;
        if self.documents.len() < LISTED {
            self.documents.push(document());
        }
    }
}

/// The numbers that are missing.
pub(super) async fn numbering(tx: &mut Tx, month: &Month, sale_notes: bool) -> Result<RegisterCheck> {
    let of_documents = store::document_gaps(tx, month, sale_notes).await?;
    let of_notes = store::note_gaps(tx, month).await?;
    let all = |gaps: &[Gap]| gaps.first().map_or(0, |gap| gap.all_of_them);
    let count = all(&of_documents) + all(&of_notes);
    let range = |gap: Gap| NumberRange { serie: gap.serie, first: gap.first_number, last: gap.last_number };
    let ranges = of_documents.into_iter().chain(of_notes).map(range).take(LISTED).collect();
    Ok(RegisterCheck { ranges, ..RegisterCheck::of(CheckCode::NumberingGap, count, Vec::new()) })
}

/// What the tax authority has not taken.
pub(super) async fn standing(tx: &mut Tx, month: &Month) -> Result<Vec<RegisterCheck>> {
    use BillingState::{Failed, Pending, Rejected, Sent, Voiding};
    let states = store::states(tx, month).await?;
    let mut checks = Vec::new();
    for (code, wanted) in [
        (CheckCode::NotAccepted, &[Pending, Sent, Failed][..]),
        (CheckCode::VoidNotTold, &[Voiding]),
        (CheckCode::Rejected, &[Rejected]),
    ] {
        let count = states.iter().filter(|(state, _)| wanted.contains(state)).map(|(_, count)| count).sum();
        let numbers = if count == 0 { Vec::new() } else { store::numbers_in(tx, month, wanted).await? };
        let name = |(serie, number): (String, i64)| format!("{serie}-{number:08}");
        checks.push(RegisterCheck::of(code, count, numbers.into_iter().map(name).collect()));
    }
    Ok(checks)
}

/// Whether there is anything to hand in.
pub(super) fn month(month: &Month, today: NaiveDate, is_empty: bool) -> [RegisterCheck; 2] {
    let future = month.first > today;
    [RegisterCheck::that(CheckCode::FutureMonth, !future), RegisterCheck::that(CheckCode::EmptyMonth, !is_empty)]
}
