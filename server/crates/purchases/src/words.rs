//! The closed sets of words of purchases.

use comanda_base::words::words;
use serde::{Deserialize, Deserializer, de};

words!(
    /// When a purchase is paid.
    #[derive(Default)]
    PurchaseType {
        /// At once.
        #[default]
        Contado = "CONTADO",
        /// By instalments.
        Credito = "CREDITO",
    }
);

words!(
    /// The paper of a purchase.
    #[derive(Default)]
    PurchaseDocument {
        #[default]
        Boleta = "BOLETA",
        /// The one whose IGV can be deducted.
        Factura = "FACTURA",
        SalesNote = "NOTA_VENTA",
        /// Light, water, telephone: its IGV can be deducted too.
        UtilityBill = "RECIBO_PUBLICO",
        /// Of a supplier: takes back what another paper said.
        CreditNote = "NOTA_CREDITO",
        /// Of a supplier: adds to what another paper said.
        DebitNote = "NOTA_DEBITO",
        Other = "OTRO",
    }
);

words!(
    /// What a supplier's note does to goods.
    NoteEffect {
        /// They go back, for what they came in.
        Return = "RETURN",
        /// They cost something else.
        Cost = "COST",
        /// Nothing: interest, a penalty, other words.
        None = "NONE",
    }
);

impl PurchaseDocument {
    /// Whether it always has a series and a number; a sales note or a market's slip may have none.
    pub const fn is_numbered(self) -> bool {
        matches!(self, Self::Boleta | Self::Factura | Self::CreditNote | Self::DebitNote)
    }
    /// Whether it has a number, be it without a series.
    pub const fn has_number(self) -> bool {
        self.is_numbered() || matches!(self, Self::UtilityBill)
    }
    /// Whether it changes another paper.
    pub const fn is_note(self) -> bool {
        matches!(self, Self::CreditNote | Self::DebitNote)
    }
    /// Whether notes change it.
    pub(super) const fn can_be_modified(self) -> bool {
        matches!(self, Self::Boleta | Self::Factura | Self::UtilityBill)
    }
    /// Whether it may be written without saying what was bought.
    pub(super) const fn may_lack_items(self) -> bool {
        self.is_note() || matches!(self, Self::UtilityBill)
    }
    /// Whether a paper of one kind may turn out to be of the other: what they do to stock, cost and money is the same.
    pub(super) const fn may_become(self, other: Self) -> bool {
        matches!(self, Self::Boleta | Self::SalesNote | Self::Other)
            && matches!(other, Self::Boleta | Self::SalesNote | Self::Other)
    }
    pub const fn is_factura(self) -> bool {
        matches!(self, Self::Factura)
    }
    /// Whether its IGV can be deducted; of a note, that of what it changes can.
    pub const fn is_deducted(self, modified: Option<Self>) -> bool {
        match (self, modified) {
            (Self::CreditNote | Self::DebitNote, Some(modified)) => {
                matches!(modified, Self::Factura | Self::UtilityBill)
            }
            _ => matches!(self, Self::Factura | Self::UtilityBill),
        }
    }
    /// As people read it, with its article.
    pub const fn spanish(self) -> &'static str {
        match self {
            Self::Boleta => "la boleta",
            Self::Factura => "la factura",
            Self::SalesNote => "la nota de venta",
            Self::UtilityBill => "el recibo",
            Self::CreditNote => "la nota de crédito",
            Self::DebitNote => "la nota de débito",
            Self::Other => "el documento",
        }
    }
}

words!(
    /// Whom an instalment of a purchase is paid to.
    #[derive(Default)]
    QuoteKind {
        /// The supplier.
        #[default]
        Instalment = "INSTALMENT",
        /// The supplier's account of detractions at the Banco de la Nación.
        Detraction = "DETRACTION",
        /// SUNAT, by a house that retains.
        Retention = "RETENTION",
    }
);

words!(
    /// Where a part of a purchase on credit goes that its instalments leave out.
    SetAsideKind {
        Detraction = "DETRACTION",
        Retention = "RETENTION",
        /// It is paid at once.
        FirstPayment = "FIRST_PAYMENT",
    }
);

impl SetAsideKind {
    /// The instalment that it is owed by; `None` of what is paid at once.
    pub(super) const fn owed_as(self) -> Option<QuoteKind> {
        match self {
            Self::Detraction => Some(QuoteKind::Detraction),
            Self::Retention => Some(QuoteKind::Retention),
            Self::FirstPayment => None,
        }
    }
}

words!(
    /// Whether a purchase counts.
    PurchaseStatus {
        Active = "ACTIVE",
        Voided = "VOIDED",
    }
);

impl PurchaseStatus {
    pub(super) const fn is_active(self) -> bool {
        matches!(self, Self::Active)
    }
}

words!(
    /// What a list of purchases can be narrowed to.
    PurchaseState {
        Active = "ACTIVE",
        Voided = "VOIDED",
        /// Something of it is owed.
        Due = "DUE",
        /// Something of it should have been paid by now.
        Overdue = "OVERDUE",
        Paid = "PAID",
    }
);

words!(
    /// Where the money of a payment came from.
    #[derive(Default)]
    MoneySource {
        /// One's own open cash cycle.
        #[default]
        Cash = "CASH",
        /// A bank, a wallet, the owner's pocket.
        Other = "OTHER",
    }
);

words!(
    /// What the report can be narrowed to: when, or out of what, a purchase was paid.
    PurchasePaidBy {
        Contado = "CONTADO",
        Credito = "CREDITO",
        Cash = "cash",
        Other = "other",
    }
);

const PAYMENT_TYPES: &[&str] = &[PurchaseType::Contado.as_str(), PurchaseType::Credito.as_str()];

/// Reads `CRÉDITO` like `CREDITO`.
pub(super) fn accented<'de, D: Deserializer<'de>>(d: D) -> Result<PurchaseType, D::Error> {
    let text = String::deserialize(d)?;
    let plain = text.replace('É', "E");
    plain.parse().map_err(|_| de::Error::unknown_variant(&text, PAYMENT_TYPES))
}
