//! A line of the sales register: a document of the month with its amounts. Pure.

use super::{
    month::Month,
    store::{EntryRow, ZeroReason},
};
use chrono::NaiveDate;
use comanda_base::{
    money::Money,
    tax_document_type::TaxDocumentType,
    words::{IdentityDocument, text_enum},
};
use comanda_masterdata::clients::document::ANONYMOUS_DNI;
use comanda_platform::{law, settings::tax};

text_enum!(
    /// The source of a line.
    Origin {
        Document = "DOCUMENT",
        Note = "NOTE",
        /// A later number of a note whose first number the tax authority refused.
        LaterNumber = "LATER_NUMBER",
    }
);

/// The amounts a document contributes to the register, rounded to céntimos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Figures {
    pub base: Money,
    /// The amount that a note takes off the base of a document of an earlier month; `igv_reduction` is the same for the IGV.
    pub base_reduction: Money,
    pub igv: Money,
    pub igv_reduction: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    /// The tax on plastic bags (ICBPER).
    pub bag_tax: Money,
    pub other_charges: Money,
    pub total: Money,
}

impl Figures {
    /// Returns the sum of all parts, which must equal `total`.
    pub(super) fn sum_of_parts(&self) -> Money {
        let base = self.base + self.base_reduction + self.exonerated + self.unaffected;
        base + self.igv + self.igv_reduction + self.bag_tax + self.other_charges
    }
}

/// The customer's identity document; `code` is of SUNAT's table 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Customer {
    pub code: &'static str,
    pub number: String,
}

/// The document that a note modifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ModifiedDocument {
    pub day: NaiveDate,
    pub document: TaxDocumentType,
    pub serie: String,
    pub number: i64,
}

/// A line of the register.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The unique operation code, derived from the document's id: the same in every file.
    pub cuo: String,
    pub day: NaiveDate,
    pub document: TaxDocumentType,
    pub serie: String,
    pub number: i64,
    /// `None` where no customer was identified.
    pub customer: Option<Customer>,
    pub name: String,
    pub figures: Figures,
    /// The reason why the document counts for nothing; `None` where it counts.
    pub zero_reason: Option<ZeroReason>,
    pub modified: Option<ModifiedDocument>,
}

impl Entry {
    pub(super) fn from_row(row: EntryRow, month: &Month) -> Self {
        let is_note = row.origin != Origin::Document;
        let changed = row.changed_at.zip(row.changed_serie).map(|(at, serie)| ModifiedDocument {
            day: tax::issue_date(at),
            document: row.changed_type_id.map_or(TaxDocumentType::Internal, TaxDocumentType::from),
            serie,
            number: row.changed_number.unwrap_or_default(),
        });
        // A debit note adds to its own month, whatever the month of the document it modifies.
        let is_of_earlier = is_note && changed.as_ref().is_some_and(|c| c.day < month.first);
        let signed = |amount: Money| if is_note { -amount.to_centimos() } else { amount.to_centimos() };
        let (base, igv) = (signed(row.taxable), signed(row.igv));
        let amount_in_column =
            |amount: Money, is_reduction: bool| if is_reduction == is_of_earlier { amount } else { Money::ZERO };
        let figures = Figures {
            base: amount_in_column(base, false),
            base_reduction: amount_in_column(base, true),
            igv: amount_in_column(igv, false),
            igv_reduction: amount_in_column(igv, true),
            exonerated: signed(row.exonerated),
            unaffected: signed(row.unaffected),
            bag_tax: signed(row.bag_tax),
            other_charges: signed(row.other_charges),
            total: signed(row.total),
        };
        let initial = match row.origin {
            Origin::Document => 'V',
            Origin::Note => 'N',
            Origin::LaterNumber => 'R',
        };
        let figures = if row.zero_reason.is_some() { Figures::default() } else { figures };
        Self {
            cuo: format!("{initial}{}", row.id),
            day: tax::issue_date(row.issued_at),
            document: if is_note { TaxDocumentType::CreditNote } else { TaxDocumentType::from(row.billing_type_id) },
            serie: row.serie,
            number: row.number,
            customer: identified_customer(row.client_document_type, row.client_document_number),
            name: row.client_name,
            figures,
            zero_reason: row.zero_reason,
            modified: changed,
        }
    }
    /// Whether the document counts: it was neither voided nor rejected by the tax authority.
    pub(super) fn counts(&self) -> bool {
        self.zero_reason.is_none()
    }
    /// Returns series and number as `B001-00000347`.
    pub(super) fn full_number(&self) -> String {
        format!("{}-{:08}", self.serie, self.number)
    }
    /// Whether the law requires an identified customer and the document has none.
    pub(super) fn lacks_customer(&self) -> bool {
        let is_boleta = self.document == TaxDocumentType::Boleta;
        is_boleta && self.customer.is_none() && self.figures.total > law::unnamed_boleta_limit(self.day)
    }
}

/// Returns `None` for the placeholder of an anonymous customer, whose number table 2 does not accept.
fn identified_customer(kind: IdentityDocument, number: String) -> Option<Customer> {
    let code = match kind {
        IdentityDocument::Dni => "1",
        IdentityDocument::Ce => "4",
        IdentityDocument::Ruc => "6",
        IdentityDocument::Passport => "7",
    };
    let is_somebody = !number.trim().is_empty() && number != ANONYMOUS_DNI;
    is_somebody.then_some(Customer { code, number })
}
