//! Checks of a month's register before it is handed in.

use super::{
    checks_store::{self as store, MAX_LISTED, NumberGap},
    month::RegisterMonth,
};
use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result, words::text_enum};
use comanda_invoicing::billing::BillingState;
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The kind of a check.
    CheckCode {
        /// Numbers of a series without a document.
        NumberingGap = "NUMBERING_GAP",
        /// Electronic documents that the tax authority has not accepted yet.
        NotAccepted = "NOT_ACCEPTED",
        /// Voided documents whose voiding the tax authority has not been told yet.
        VoidNotTold = "VOID_NOT_TOLD",
        /// Documents that the tax authority refused and that were not reissued.
        Rejected = "REJECTED",
        /// Documents whose total differs from the sum of their parts; normally there is none.
        TotalsDiffer = "TOTALS_DIFFER",
        /// Boletas above S/ 700 without an identified customer.
        UnnamedBoleta = "UNNAMED_BOLETA",
        /// The company has no RUC, so SUNAT's file cannot be generated.
        NoRuc = "NO_RUC",
        /// The month has not begun.
        FutureMonth = "FUTURE_MONTH",
        /// The month has no document.
        EmptyMonth = "EMPTY_MONTH",
    }
);

/// A range of numbers without a document, both ends included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct NumberRange {
    pub serie: String,
    pub first: i64,
    pub last: i64,
}

/// One check with its findings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RegisterCheck {
    pub code: CheckCode,
    /// Whether nothing has to be done.
    pub ok: bool,
    /// The number of findings: ranges for NUMBERING_GAP, documents for all others.
    pub count: i64,
    /// The missing ranges of NUMBERING_GAP; at most 200.
    pub ranges: Vec<NumberRange>,
    /// The documents found, such as `B001-00000347`; at most 200.
    pub documents: Vec<String>,
}

impl RegisterCheck {
    fn new(code: CheckCode, count: i64, documents: Vec<String>) -> Self {
        Self { code, ok: count == 0, count, ranges: Vec::new(), documents }
    }
    /// Returns a check of a condition that holds or does not.
    pub(super) fn from_condition(code: CheckCode, ok: bool) -> Self {
        Self::new(code, i64::from(!ok), Vec::new())
    }
    /// Returns a check with the documents that were found while the register was read.
    pub(super) fn from_documents(code: CheckCode, found: FoundDocuments) -> Self {
        Self::new(code, found.count, found.documents)
    }
}

/// The documents a check found: all are counted, only the first ones named.
#[derive(Debug, Clone, Default)]
pub(super) struct FoundDocuments {
    count: i64,
    documents: Vec<String>,
}

impl FoundDocuments {
    pub(super) fn add(&mut self, document: impl FnOnce() -> String) {
        self.count += 1;
        if self.documents.len() < MAX_LISTED {
            self.documents.push(document());
        }
    }
}

/// Checks the series for missing numbers.
pub(super) async fn check_numbering(tx: &mut Tx, month: &RegisterMonth, sale_notes: bool) -> Result<RegisterCheck> {
    let document_gaps = store::load_document_gaps(tx, month, sale_notes).await?;
    let note_gaps = store::load_note_gaps(tx, month).await?;
    let all = |gaps: &[NumberGap]| gaps.first().map_or(0, |gap| gap.all_of_them);
    let count = all(&document_gaps) + all(&note_gaps);
    let range = |gap: NumberGap| NumberRange { serie: gap.serie, first: gap.first_number, last: gap.last_number };
    let ranges = document_gaps.into_iter().chain(note_gaps).map(range).take(MAX_LISTED).collect();
    Ok(RegisterCheck { ranges, ..RegisterCheck::new(CheckCode::NumberingGap, count, Vec::new()) })
}

/// Checks for documents that the tax authority has not accepted, has refused, or whose voiding it does not know.
pub(super) async fn check_tax_states(tx: &mut Tx, month: &RegisterMonth) -> Result<Vec<RegisterCheck>> {
    use BillingState::{Failed, Pending, Rejected, Sent, Voiding};
    let states = store::count_by_state(tx, month).await?;
    let mut checks = Vec::new();
    for (code, wanted) in [
        (CheckCode::NotAccepted, &[Pending, Sent, Failed][..]),
        (CheckCode::VoidNotTold, &[Voiding]),
        (CheckCode::Rejected, &[Rejected]),
    ] {
        let count = states.iter().filter(|(state, _)| wanted.contains(state)).map(|(_, count)| count).sum();
        let numbers = if count == 0 { Vec::new() } else { store::list_numbers(tx, month, wanted).await? };
        let name = |(serie, number): (String, i64)| format!("{serie}-{number:08}");
        checks.push(RegisterCheck::new(code, count, numbers.into_iter().map(name).collect()));
    }
    Ok(checks)
}

/// Checks whether the month has begun and has documents.
pub(super) fn check_month(month: &RegisterMonth, today: NaiveDate, is_empty: bool) -> [RegisterCheck; 2] {
    let future = month.first > today;
    [
        RegisterCheck::from_condition(CheckCode::FutureMonth, !future),
        RegisterCheck::from_condition(CheckCode::EmptyMonth, !is_empty),
    ]
}
