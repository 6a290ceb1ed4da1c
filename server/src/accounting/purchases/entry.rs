//! A line of the register: a purchase with what of it can be deducted. Pure.

use super::store::PurchaseRow;
use crate::{
    money::{Money, Quantity},
    purchases::{PurchaseDocument, taxed_base},
    settings::tax::TaxRate,
    words::{IdentityDocument, words},
};
use chrono::NaiveDate;

words!(
    /// Table 10: what the paper is.
    PaperType {
        Factura = "01",
        Boleta = "03",
    }
);

/// A line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PurchaseEntry {
    pub id: i64,
    pub day: NaiveDate,
    pub paper: PaperType,
    pub serie: String,
    pub number: String,
    /// By the code of table 2.
    pub provider_code: &'static str,
    pub provider_number: String,
    pub provider_name: String,
    /// What is taxed and serves sales that are taxed; of facturas only.
    pub base: Money,
    /// What can be deducted; of facturas only.
    pub igv: Money,
    /// Exonerated, unaffected, and all of a boleta.
    pub untaxed: Money,
    pub total: Money,
}

impl PurchaseEntry {
    /// None where the paper is none of the register's.
    pub(super) fn of(row: PurchaseRow, rates: &[TaxRate]) -> Option<Self> {
        let paper = match row.document {
            PurchaseDocument::Factura => PaperType::Factura,
            PurchaseDocument::Boleta => PaperType::Boleta,
            PurchaseDocument::SalesNote | PurchaseDocument::Other => return None,
        };
        let (base, igv) = match paper {
            PaperType::Factura => (
                row.igv_base.unwrap_or_else(|| taxed_base(row.subtotal, row.igv, rate_of(rates, row.issued_on))),
                row.igv,
            ),
            PaperType::Boleta => (Money::ZERO, Money::ZERO),
        };
        Some(Self {
            id: row.id,
            day: row.issued_on,
            paper,
            serie: row.serie,
            number: row.number,
            provider_code: code(row.provider_document_type),
            provider_number: row.provider_document_number,
            provider_name: row.provider_name,
            base,
            igv,
            untaxed: row.total - base - igv,
            total: row.total,
        })
    }
    /// What format 8.1, the RCE and its proposal say of it: base and IGV of what serves taxed sales, of what serves both kinds, of what
    /// serves others, of which the house uses the first; untaxed, ISC, bags, other charges, total.
    pub(super) fn figures(&self) -> [Money; 11] {
        let none = Money::ZERO;
        [self.base, self.igv, none, none, none, none, self.untaxed, none, none, none, self.total]
    }
    /// `F014-28431`
    pub(super) fn full_number(&self) -> String {
        format!("{}-{}", self.serie, self.number)
    }
    /// A factura says who sold by a RUC.
    pub(super) fn lacks_ruc(&self) -> bool {
        self.paper == PaperType::Factura && self.provider_code != "6"
    }
}

/// The rate of a day; rates come with the latest first.
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
