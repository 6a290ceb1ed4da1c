//! The content of a document. Every figure was stored at the sale: nothing is computed here, and the XML computes only the figures
//! that are not stored, the unit value of 10 decimals and the factors of 5.

mod amount;
mod batch;
mod catalog;
mod line;
mod number;
mod party;
mod totals;

use chrono::{NaiveDate, NaiveTime};

pub use amount::{Centimos, Millionths, Rate};
pub(crate) use amount::{factor, per_unit};
pub use batch::{Batch, BatchLine, Summary, SummaryLine, SummaryState, VoidedLine, Voiding};
pub use catalog::{Affectation, CreditReason, DebitReason, Identity, Kind, Tribute, Unit};
pub use line::{Discount, Line};
pub use number::{Number, Series, WrongNumber};
pub use party::{Address, Customer, Issuer};
pub use totals::{GlobalDiscount, ServiceCharge, Totals};

/// A factura, a boleta or a note, in soles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub content: Content,
    pub number: Number,
    /// The issue date, in Lima.
    pub issued_on: NaiveDate,
    /// The issue time, in Lima, in whole seconds.
    pub issued_at: NaiveTime,
    pub issuer: Issuer,
    pub customer: Customer,
    /// The rate of all lines that bear the IGV: a document has one (rule 3462).
    pub rate: Rate,
    /// The lines, 1 to 999 (rule 2023), numbered in this order.
    pub lines: Vec<Line>,
    /// The discounts on the whole document; none on a note, whose rules know no such discounts: its lines are lower instead (rule 3277
    /// of notes).
    pub discounts: Vec<GlobalDiscount>,
    pub service_charge: Option<ServiceCharge>,
    pub totals: Totals,
    pub legends: Vec<Legend>,
}

impl Document {
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self.content {
            Content::Factura(_) => Kind::Factura,
            Content::Boleta => Kind::Boleta,
            Content::CreditNote { .. } => Kind::CreditNote,
            Content::DebitNote { .. } => Kind::DebitNote,
        }
    }

    /// The name of the document's files without extension: `20123456789-01-F001-1` (rule 0151).
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}-{}-{}", self.issuer.ruc, self.kind().code(), self.number)
    }
}

/// The parts that only one kind of document has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A factura, which has terms of payment (rule 3244).
    Factura(PaymentTerms),
    /// A boleta, which has no terms of payment (rule 3128).
    Boleta,
    /// A credit note. Only one of reason 13 has terms of payment, and it is not issued.
    CreditNote {
        reason: CreditReason,
        /// The reason in words, 1 to 500 characters (rule 2135).
        why: String,
        changes: Reference,
    },
    DebitNote {
        reason: DebitReason,
        /// The reason in words, 1 to 500 characters (rule 2135).
        why: String,
        changes: Reference,
    },
}

/// The document that a note changes: a factura by a note of the F series, a boleta by one of the B series (rules 2116, 2399).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub kind: Kind,
    pub number: Number,
}

/// The terms of payment of a factura.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentTerms {
    Cash,
    Credit {
        /// The amount that is still to be paid, not above the total (rule 3265).
        pending: Centimos,
        /// The instalments, at least one (rule 3249), at most 999.
        instalments: Vec<Instalment>,
    },
}

/// One instalment of a credit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instalment {
    pub amount: Centimos,
    /// The due date, after the issue date (rule 3267).
    pub due_on: NaiveDate,
}

/// A legend of catalogue 52. Each stands on a document at most once (rule 3014).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Legend {
    /// 1000, the total in words: `SON CINCUENTA Y TRES CON 50/100 SOLES`.
    AmountInWords(String),
    /// 1002, where a line is free.
    Free,
    /// 2001, only beside exonerated sales (rule 3283).
    JungleGoods,
    /// 2002, only beside exonerated sales (rule 3284).
    JungleServices,
}

impl Legend {
    /// The code in catalogue 52.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::AmountInWords(_) => "1000",
            Self::Free => "1002",
            Self::JungleGoods => "2001",
            Self::JungleServices => "2002",
        }
    }

    /// The text on the document.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::AmountInWords(words) => words,
            Self::Free => "TRANSFERENCIA GRATUITA DE UN BIEN Y/O SERVICIO PRESTADO GRATUITAMENTE",
            Self::JungleGoods => "BIENES TRANSFERIDOS EN LA AMAZONIA REGION SELVA PARA SER CONSUMIDOS EN LA MISMA",
            Self::JungleServices => "SERVICIOS PRESTADOS EN LA AMAZONIA REGION SELVA PARA SER CONSUMIDOS EN LA MISMA",
        }
    }
}
