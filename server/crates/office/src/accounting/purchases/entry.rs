//! A line of the register: a purchase with what of it can be deducted. Pure.

use super::store::PurchaseRow;
use chrono::NaiveDate;
use comanda_base::{
    money::{Money, Quantity},
    words::{IdentityDocument, words},
};
use comanda_platform::{
    law::{self, RateParts},
    settings::tax::{self, TaxRate},
};
use comanda_purchases::{PurchaseDocument, is_too_late, taxed_base};

words!(
    /// Table 10: what the paper is.
    PaperType {
        Factura = "01",
        Boleta = "03",
        CreditNote = "07",
        DebitNote = "08",
        /// Of light, water, telephone.
        UtilityBill = "14",
    }
);

impl PaperType {
    /// None of a paper that is none of the register's.
    fn of(document: PurchaseDocument) -> Option<Self> {
        match document {
            PurchaseDocument::Factura => Some(Self::Factura),
            PurchaseDocument::Boleta => Some(Self::Boleta),
            PurchaseDocument::UtilityBill => Some(Self::UtilityBill),
            PurchaseDocument::CreditNote => Some(Self::CreditNote),
            PurchaseDocument::DebitNote => Some(Self::DebitNote),
            PurchaseDocument::SalesNote | PurchaseDocument::Other => None,
        }
    }
}

/// The paper that a note changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ModifiedPaper {
    pub day: NaiveDate,
    pub paper: PaperType,
    pub serie: String,
    pub number: String,
}

/// A line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PurchaseEntry {
    pub id: i64,
    pub day: NaiveDate,
    pub paper: PaperType,
    pub serie: String,
    pub number: String,
    /// Of a bill of public services: when it is to be paid.
    pub due_on: Option<NaiveDate>,
    /// Of a note.
    pub modified: Option<ModifiedPaper>,
    /// Its IGV is deducted.
    pub has_credit: bool,
    /// By the code of table 2.
    pub provider_code: &'static str,
    pub provider_number: String,
    pub provider_name: String,
    /// What is taxed and serves sales that are taxed; of papers whose IGV is deducted only. All amounts of a credit note are below zero.
    pub base: Money,
    /// What can be deducted.
    pub igv: Money,
    /// It holds what is exonerated or unaffected, and all of a boleta but what that says apart.
    pub untaxed: Money,
    pub isc: Money,
    pub icbper: Money,
    /// It is below zero for a discount that leaves the base alone.
    pub other_charges: Money,
    pub total: Money,
    /// The month that it is written in, where that is a later one than its own.
    pub late_in: Option<NaiveDate>,
    /// The house retains a part of it for SUNAT.
    pub is_retained: bool,
    pub detraction: Option<Detraction>,
}

/// A detraction: the part of a paper that goes to the seller's account at the Banco de la Nación.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Detraction {
    /// It is None until the deposit is made and its day and number are known.
    pub deposit: Option<(NaiveDate, String)>,
}

impl PurchaseEntry {
    /// None where the paper is none of the register's.
    pub(super) fn of(row: PurchaseRow, rates: &[TaxRate]) -> Option<Self> {
        let paper = PaperType::of(row.document)?;
        let modified = row.modified_document;
        let has_credit = row.document.is_deducted(modified);
        let (base, igv) = match has_credit {
            true => (row.igv_base.unwrap_or_else(|| base_of(&row, rates)), row.igv),
            false => (Money::ZERO, Money::ZERO),
        };
        let signed = |amount: Money| if paper == PaperType::CreditNote { -amount } else { amount };
        Some(Self {
            id: row.id,
            day: row.issued_on,
            paper,
            serie: row.serie,
            number: row.number,
            due_on: row.due_on.filter(|_| paper == PaperType::UtilityBill),
            modified: modified.and_then(PaperType::of).zip(row.modified_on).map(|(paper, day)| ModifiedPaper {
                day,
                paper,
                serie: row.modified_serie.unwrap_or_default(),
                number: row.modified_number.unwrap_or_default(),
            }),
            has_credit,
            provider_code: code(row.provider_document_type),
            provider_number: row.provider_document_number,
            provider_name: row.provider_name,
            base: signed(base),
            igv: signed(igv),
            untaxed: signed(row.total - base - igv - row.isc - row.icbper - row.other_charges),
            isc: signed(row.isc),
            icbper: signed(row.icbper),
            other_charges: signed(row.other_charges),
            total: signed(row.total),
            late_in: row.period,
            is_retained: row.is_retained,
            detraction: row
                .is_detracted
                .then(|| Detraction { deposit: row.deposited_at.map(tax::issue_date).zip(row.deposit_number) }),
        })
    }
    /// Field 41 says when a line is written: 0 without a deduction, 1 in its own month, 6 later within a year, 7 later without a deduction.
    pub(super) fn state(&self) -> &'static str {
        match (self.has_credit, self.late_in) {
            (true, None) => "1",
            (true, Some(_)) => "6",
            (false, Some(period)) if is_too_late(self.day, period) => "7",
            (false, _) => "0",
        }
    }
    /// What format 8.1, the RCE and its proposal say of it: base and IGV of what serves taxed sales, of what serves both kinds, of what
    /// serves others, of which the house uses the first; untaxed, ISC, bags, other charges, total.
    pub(super) fn figures(&self) -> [Money; 11] {
        let none = Money::ZERO;
        let (isc, icbper, other) = (self.isc, self.icbper, self.other_charges);
        [self.base, self.igv, none, none, none, none, self.untaxed, isc, icbper, other, self.total]
    }
    /// Table 30: goods of the trade, or, of public services, other expenses.
    pub(super) fn class(&self) -> &'static str {
        if self.paper == PaperType::UtilityBill { "5" } else { "1" }
    }
    /// `F014-28431`
    pub(super) fn full_number(&self) -> String {
        match self.serie.as_str() {
            "" => self.number.clone(),
            serie => format!("{serie}-{}", self.number),
        }
    }
    /// Its detraction was not paid, or nobody wrote down with which deposit.
    pub(super) fn lacks_deposit(&self) -> bool {
        self.detraction.as_ref().is_some_and(|detraction| detraction.deposit.is_none())
    }
    /// A paper whose IGV is deducted says who sold by a RUC.
    pub(super) fn lacks_ruc(&self) -> bool {
        self.has_credit && self.provider_code != "6"
    }
}

/// The base of an IGV that was written before bases were kept: the house's own rate was taken for suppliers' then.
fn base_of(row: &PurchaseRow, rates: &[TaxRate]) -> Money {
    let day = row.issued_on;
    let small = law::small_rate(day).map(RateParts::total);
    taxed_base(row.subtotal, row.igv, law::general_rate(day), [rate_of(rates, day)].into_iter().chain(small))
}

/// The house's rate on a day; rates come with the latest first.
fn rate_of(rates: &[TaxRate], day: NaiveDate) -> Quantity {
    let of_day = rates.iter().find(|rate| rate.valid_from <= day).or(rates.last());
    of_day.map_or(Quantity::ZERO, |rate| rate.percent)
}

fn code(kind: IdentityDocument) -> &'static str {
    match kind {
        IdentityDocument::Dni => "1",
        IdentityDocument::Ce => "4",
        IdentityDocument::Ruc => "6",
        IdentityDocument::Passport => "7",
    }
}
