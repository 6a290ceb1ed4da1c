//! A line of the register: a document of the month with the figures that it counts for. Pure.

use super::{month::Month, store::EntryRow};
use chrono::NaiveDate;
use comanda_base::{
    money::Money,
    words::{IdentityDocument, words},
};
use comanda_invoicing::billing::BillingKind;
use comanda_masterdata::clients::document::NOBODY_DNI;
use comanda_platform::{law, settings::tax};

words!(
    /// Table 10: what a document is. The register's own 00 is a nota de venta.
    RegisterDocument {
        SaleNote = "00",
        Factura = "01",
        Boleta = "03",
        CreditNote = "07",
        DebitNote = "08",
    }
);

words!(
    /// Where a line comes from.
    Origin {
        Document = "DOCUMENT",
        Note = "NOTE",
        /// A number of a note whose first one the tax authority refused.
        LaterNumber = "LATER_NUMBER",
    }
);

impl RegisterDocument {
    fn of(billing_type_id: i64) -> Self {
        match BillingKind::from_id(billing_type_id) {
            Some(BillingKind::Boleta) => Self::Boleta,
            Some(BillingKind::Factura) => Self::Factura,
            Some(BillingKind::DebitNote) => Self::DebitNote,
            Some(BillingKind::NotaVenta) | None => Self::SaleNote,
        }
    }
}

/// What a document counts for, in céntimos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Figures {
    pub base: Money,
    /// Of a note that changes a document of an earlier month: what it takes off that month's base, and off its IGV.
    pub base_off: Money,
    pub igv: Money,
    pub igv_off: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    /// On plastic bags (ICBPER).
    pub bag_tax: Money,
    pub other_charges: Money,
    pub total: Money,
}

impl Figures {
    /// What its parts come to.
    pub(super) fn parts(&self) -> Money {
        let base = self.base + self.base_off + self.exonerated + self.unaffected;
        base + self.igv + self.igv_off + self.bag_tax + self.other_charges
    }
}

/// Who it is to, by the code of table 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Customer {
    pub code: &'static str,
    pub number: String,
}

/// What a note changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Changed {
    pub day: NaiveDate,
    pub document: RegisterDocument,
    pub serie: String,
    pub number: i64,
}

/// A line.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The document's own id: the same in every file.
    pub cuo: String,
    pub day: NaiveDate,
    pub document: RegisterDocument,
    pub serie: String,
    pub number: i64,
    /// None where nobody was named.
    pub customer: Option<Customer>,
    pub name: String,
    pub figures: Figures,
    /// It was voided, or the tax authority refused it.
    pub is_voided: bool,
    pub changed: Option<Changed>,
}

impl Entry {
    pub(super) fn of(row: EntryRow, month: &Month) -> Self {
        let is_note = row.origin != Origin::Document;
        let changed = row.changed_at.zip(row.changed_serie).map(|(at, serie)| Changed {
            day: tax::issue_date(at),
            document: RegisterDocument::of(row.changed_type_id.unwrap_or_default()),
            serie,
            number: row.changed_number.unwrap_or_default(),
        });
        // A debit note adds to its own month, whichever month its document is of.
        let is_of_earlier = is_note && changed.as_ref().is_some_and(|c| c.day < month.first);
        let signed = |amount: Money| if is_note { -amount.to_centimos() } else { amount.to_centimos() };
        let (base, igv) = (signed(row.taxable), signed(row.igv));
        let here = |amount: Money, off: bool| if off == is_of_earlier { amount } else { Money::ZERO };
        let figures = Figures {
            base: here(base, false),
            base_off: here(base, true),
            igv: here(igv, false),
            igv_off: here(igv, true),
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
        let counts = !row.counts_for_nothing;
        let entry = Self {
            cuo: format!("{initial}{}", row.id),
            day: tax::issue_date(row.issued_at),
            document: if is_note { RegisterDocument::CreditNote } else { RegisterDocument::of(row.billing_type_id) },
            serie: row.serie,
            number: row.number,
            customer: customer(row.client_document_type, row.client_document_number),
            name: row.client_name,
            figures,
            is_voided: false,
            changed,
        };
        if counts { entry } else { Self { figures: Figures::default(), is_voided: true, ..entry } }
    }
    /// `B001-00000347`
    pub(super) fn full_number(&self) -> String {
        format!("{}-{:08}", self.serie, self.number)
    }
    /// Whether the law wants to know who it is to, and it does not say.
    pub(super) fn lacks_customer(&self) -> bool {
        let is_boleta = self.document == RegisterDocument::Boleta;
        is_boleta && self.customer.is_none() && self.figures.total > law::unnamed_boleta_limit(self.day)
    }
}

/// Table 2 accepts no number of nobody.
fn customer(kind: IdentityDocument, number: String) -> Option<Customer> {
    let code = match kind {
        IdentityDocument::Dni => "1",
        IdentityDocument::Ce => "4",
        IdentityDocument::Ruc => "6",
        IdentityDocument::Passport => "7",
    };
    let is_somebody = !number.trim().is_empty() && number != NOBODY_DNI;
    is_somebody.then_some(Customer { code, number })
}
