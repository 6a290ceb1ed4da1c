//! A factura, boleta or note, read from its XML.

mod read;

use crate::names::DocumentId;
use chrono::NaiveDate;
use rust_decimal::Decimal;

/// The parts of a document that the rules check. Amounts are exact and in its currency; absent ones are `None`.
#[derive(Debug)]
pub(crate) struct Document {
    pub id: DocumentId,
    pub issue_date: Option<NaiveDate>,
    pub customer: Customer,
    /// The reason of a note in catalogue 09 or 10.
    pub note_kind: Option<String>,
    pub references: Vec<Reference>,
    pub lines: Vec<Line>,
    pub charges: Vec<Charge>,
    pub tax: Taxes,
    pub totals: Totals,
}

/// The customer.
#[derive(Debug)]
pub(crate) struct Customer {
    /// The kind of identity document in catalogue 06.
    pub scheme: Option<String>,
    pub number: Option<String>,
}

/// One `cac:BillingReference` of a note.
#[derive(Debug)]
pub(crate) struct Reference {
    /// The kind in catalogue 01, as written.
    pub kind: String,
    /// The number as written: `F001-1`.
    pub number: String,
}

/// A line of any kind of document.
#[derive(Debug)]
pub(crate) struct Line {
    /// `cbc:LineExtensionAmount`
    pub value: Decimal,
    pub tax: Taxes,
    pub charges: Vec<Charge>,
}

/// A discount or a charge.
#[derive(Debug)]
pub(crate) struct Charge {
    pub is_charge: bool,
    /// The code in catalogue 53.
    pub code: String,
    pub amount: Decimal,
}

/// One `cac:TaxTotal`.
#[derive(Debug, Default)]
pub(crate) struct Taxes {
    pub amount: Option<Decimal>,
    pub parts: Vec<TaxPart>,
}

/// One `cac:TaxSubtotal`.
#[derive(Debug)]
pub(crate) struct TaxPart {
    /// The tribute in catalogue 05.
    pub tribute: String,
    pub base: Decimal,
    pub amount: Decimal,
}

/// `cac:LegalMonetaryTotal`, or `cac:RequestedMonetaryTotal` on a debit note.
#[derive(Debug)]
pub(crate) struct Totals {
    pub line_extension: Option<Decimal>,
    pub tax_inclusive: Option<Decimal>,
    pub allowances: Option<Decimal>,
    pub charges: Option<Decimal>,
    pub prepaid: Option<Decimal>,
    pub rounding: Option<Decimal>,
    pub payable: Option<Decimal>,
}

impl Line {
    /// Returns the tax part that belongs to the line's IGV affectation, if it has a base.
    pub(crate) fn main_part(&self) -> Option<&TaxPart> {
        const MAIN: [&str; 6] = ["1000", "1016", "9995", "9996", "9997", "9998"];
        self.tax.parts.iter().find(|part| MAIN.contains(&part.tribute.as_str()) && part.base > Decimal::ZERO)
    }

    pub(crate) fn is_of(&self, tribute: &str) -> bool {
        self.main_part().is_some_and(|part| part.tribute == tribute)
    }
}
