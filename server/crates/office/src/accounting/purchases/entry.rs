//! A line of the purchase register: a purchase with its deductible amounts. Pure.

use super::store::PurchaseRow;
use chrono::NaiveDate;
use comanda_base::{
    money::{Money, Quantity},
    purchase_document::PurchaseDocument,
    tax_document_type::TaxDocumentType,
    words::IdentityDocument,
};
use comanda_platform::{
    law::{self, RateParts},
    settings::tax::{self, TaxRate},
};
use comanda_purchases::{is_too_late_to_deduct, taxed_base};

/// Returns the type of a document in the register; `None` for a document that does not belong in it.
fn registered_type(document: PurchaseDocument) -> Option<TaxDocumentType> {
    match TaxDocumentType::from(document) {
        TaxDocumentType::Internal => None,
        registered => Some(registered),
    }
}

/// The document that a note modifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ModifiedPurchaseDocument {
    pub day: NaiveDate,
    pub paper: TaxDocumentType,
    pub serie: String,
    pub number: String,
}

/// A line of the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PurchaseEntry {
    pub id: i64,
    pub day: NaiveDate,
    pub paper: TaxDocumentType,
    pub serie: String,
    pub number: String,
    /// The due date; only of a bill of public services.
    pub due_on: Option<NaiveDate>,
    /// The modified document; only of a note.
    pub modified: Option<ModifiedPurchaseDocument>,
    /// Whether the IGV is deducted.
    pub has_credit: bool,
    /// The code of the provider's identity document in table 2.
    pub provider_code: &'static str,
    pub provider_number: String,
    pub provider_name: String,
    /// The taxed amount that serves taxed sales; zero where the IGV is not deducted. All amounts of a credit note are negative.
    pub base: Money,
    /// The deductible IGV.
    pub igv: Money,
    /// The exonerated and unaffected amounts, and the whole of a boleta except the amounts it lists separately.
    pub untaxed: Money,
    pub isc: Money,
    pub icbper: Money,
    /// Other charges; negative for a discount that does not reduce the base.
    pub other_charges: Money,
    pub total: Money,
    /// The month in which the purchase is registered, if later than its own.
    pub late_in: Option<NaiveDate>,
    /// Whether the house retains a part of the price for SUNAT.
    pub is_retained: bool,
    pub detraction: Option<Detraction>,
}

/// A detraction: the part of the price that goes to the seller's account at the Banco de la Nación.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Detraction {
    /// The day and number of the deposit; `None` until both are known.
    pub deposit: Option<(NaiveDate, String)>,
}

impl PurchaseEntry {
    /// Builds the line of a purchase; `None` where its document does not belong in the register.
    pub(super) fn from_row(row: PurchaseRow, rates: &[TaxRate]) -> Option<Self> {
        let paper = registered_type(row.document)?;
        let modified = row.modified_document;
        let has_credit = row.document.gives_tax_credit(modified);
        let (base, igv) = match has_credit {
            true => (row.igv_base.unwrap_or_else(|| legacy_base(&row, rates)), row.igv),
            false => (Money::ZERO, Money::ZERO),
        };
        let signed = |amount: Money| if paper == TaxDocumentType::CreditNote { -amount } else { amount };
        Some(Self {
            id: row.id,
            day: row.issued_on,
            paper,
            serie: row.serie,
            number: row.number,
            due_on: row.due_on.filter(|_| paper == TaxDocumentType::UtilityBill),
            modified: modified.and_then(registered_type).zip(row.modified_on).map(|(paper, day)| {
                ModifiedPurchaseDocument {
                    day,
                    paper,
                    serie: row.modified_serie.unwrap_or_default(),
                    number: row.modified_number.unwrap_or_default(),
                }
            }),
            has_credit,
            provider_code: identity_code(row.provider_document_type),
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
    /// Returns field 41, the state: 0 without a deduction, 1 in its own month, 6 later within a year, 7 later without a deduction.
    pub(super) fn deduction_state(&self) -> &'static str {
        match (self.has_credit, self.late_in) {
            (true, None) => "1",
            (true, Some(_)) => "6",
            (false, Some(period)) if is_too_late_to_deduct(self.day, period) => "7",
            (false, _) => "0",
        }
    }
    /// Returns the amounts of format 8.1, the RCE and its proposal: base and IGV of purchases for taxed sales, for both kinds and for other
    /// sales (the house uses only the first pair), then untaxed, ISC, bags, other charges, total.
    pub(super) fn register_amounts(&self) -> [Money; 11] {
        let none = Money::ZERO;
        let (isc, icbper, other) = (self.isc, self.icbper, self.other_charges);
        [self.base, self.igv, none, none, none, none, self.untaxed, isc, icbper, other, self.total]
    }
    /// Returns the class by table 30: merchandise or, for public services, other expenses.
    pub(super) fn goods_class(&self) -> &'static str {
        if self.paper == TaxDocumentType::UtilityBill { "5" } else { "1" }
    }
    /// Returns series and number as `F014-28431`.
    pub(super) fn full_number(&self) -> String {
        match self.serie.as_str() {
            "" => self.number.clone(),
            serie => format!("{serie}-{}", self.number),
        }
    }
    /// Whether the purchase has a detraction whose deposit was not paid or not recorded.
    pub(super) fn lacks_deposit(&self) -> bool {
        self.detraction.as_ref().is_some_and(|detraction| detraction.deposit.is_none())
    }
    /// Whether the IGV is deducted although the seller is not identified by a RUC.
    pub(super) fn deducts_without_ruc(&self) -> bool {
        self.has_credit && self.provider_code != "6"
    }
}

/// Returns the taxable base of a purchase stored before bases were: at that time the house's own rate was assumed for suppliers too.
fn legacy_base(row: &PurchaseRow, rates: &[TaxRate]) -> Money {
    let day = row.issued_on;
    let small = law::small_restaurant_rate_on(day).map(RateParts::total);
    taxed_base(row.subtotal, row.igv, law::general_rate_on(day), [company_rate_on(rates, day)].into_iter().chain(small))
}

/// Returns the house's rate on a day; `rates` has the latest first.
fn company_rate_on(rates: &[TaxRate], day: NaiveDate) -> Quantity {
    let rate_of_day = rates.iter().find(|rate| rate.valid_from <= day).or(rates.last());
    rate_of_day.map_or(Quantity::ZERO, |rate| rate.percent)
}

fn identity_code(kind: IdentityDocument) -> &'static str {
    match kind {
        IdentityDocument::Dni => "1",
        IdentityDocument::Ce => "4",
        IdentityDocument::Ruc => "6",
        IdentityDocument::Passport => "7",
    }
}
