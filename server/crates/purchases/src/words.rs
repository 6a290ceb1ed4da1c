//! The closed sets of words of purchases.

use comanda_base::words::text_enum;
use serde::{Deserialize, Deserializer, de};

text_enum!(
    /// The payment terms of a purchase.
    #[derive(Default)]
    PurchaseType {
        /// Paid at once.
        #[default]
        Contado = "CONTADO",
        /// Paid by instalments.
        Credito = "CREDITO",
    }
);

text_enum!(
    /// The kind of document of a purchase.
    #[derive(Default)]
    PurchaseDocument {
        #[default]
        Boleta = "BOLETA",
        /// A factura, whose IGV can be deducted.
        Factura = "FACTURA",
        SalesNote = "NOTA_VENTA",
        /// A bill of public services such as light, water or telephone, whose IGV can be deducted too.
        UtilityBill = "RECIBO_PUBLICO",
        /// A supplier's note that lowers another document.
        CreditNote = "NOTA_CREDITO",
        /// A supplier's note that adds to another document.
        DebitNote = "NOTA_DEBITO",
        Other = "OTRO",
    }
);

text_enum!(
    /// The effect of a supplier's note on goods.
    NoteEffect {
        /// The goods go back at the cost at which they came in.
        Return = "RETURN",
        /// The cost of the goods changes.
        Cost = "COST",
        /// No effect on goods: interest, a penalty, a correction of texts.
        None = "NONE",
    }
);

impl PurchaseDocument {
    /// Whether the document always has a series and a number; a sales note or a market's slip may have none.
    pub const fn is_numbered(self) -> bool {
        matches!(self, Self::Boleta | Self::Factura | Self::CreditNote | Self::DebitNote)
    }
    /// Whether the document has a number, with or without a series.
    pub const fn has_number(self) -> bool {
        self.is_numbered() || matches!(self, Self::UtilityBill)
    }
    /// Whether the document modifies another one.
    pub const fn is_note(self) -> bool {
        matches!(self, Self::CreditNote | Self::DebitNote)
    }
    /// Whether notes can modify the document.
    pub(super) const fn can_be_modified(self) -> bool {
        matches!(self, Self::Boleta | Self::Factura | Self::UtilityBill)
    }
    /// Whether the document may be recorded without items.
    pub(super) const fn may_lack_items(self) -> bool {
        self.is_note() || matches!(self, Self::UtilityBill)
    }
    /// Whether the kind of a recorded document may be corrected to the other kind: both have the same effect on stock, cost and money.
    pub(super) const fn may_become(self, other: Self) -> bool {
        matches!(self, Self::Boleta | Self::SalesNote | Self::Other)
            && matches!(other, Self::Boleta | Self::SalesNote | Self::Other)
    }
    pub const fn is_factura(self) -> bool {
        matches!(self, Self::Factura)
    }
    /// Whether the IGV of the document can be deducted; for a note, whether that of the modified document can.
    pub const fn is_deducted(self, modified: Option<Self>) -> bool {
        match (self, modified) {
            (Self::CreditNote | Self::DebitNote, Some(modified)) => {
                matches!(modified, Self::Factura | Self::UtilityBill)
            }
            _ => matches!(self, Self::Factura | Self::UtilityBill),
        }
    }
    /// The Spanish name with its article.
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

text_enum!(
    /// The recipient of an instalment of a purchase.
    #[derive(Default)]
    QuoteKind {
        /// The supplier.
        #[default]
        Instalment = "INSTALMENT",
        /// The supplier's account of detractions at the Banco de la Nación.
        Detraction = "DETRACTION",
        /// SUNAT, paid by a restaurant that is a withholding agent.
        Retention = "RETENTION",
    }
);

text_enum!(
    /// The destination of a part of a purchase on credit that its instalments leave out.
    SetAsideKind {
        Detraction = "DETRACTION",
        Retention = "RETENTION",
        /// The supplier, paid at once.
        FirstPayment = "FIRST_PAYMENT",
    }
);

impl SetAsideKind {
    /// The kind of instalment by which the part is owed; `None` for a part paid at once.
    pub(super) const fn owed_as(self) -> Option<QuoteKind> {
        match self {
            Self::Detraction => Some(QuoteKind::Detraction),
            Self::Retention => Some(QuoteKind::Retention),
            Self::FirstPayment => None,
        }
    }
}

text_enum!(
    /// Whether a purchase is active or voided.
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

text_enum!(
    /// The states by which a list of purchases can be filtered.
    PurchaseState {
        Active = "ACTIVE",
        Voided = "VOIDED",
        /// Something is owed.
        Due = "DUE",
        /// Something was due before today.
        Overdue = "OVERDUE",
        Paid = "PAID",
    }
);

text_enum!(
    /// The source of the money of a payment.
    #[derive(Default)]
    MoneySource {
        /// The user's own open cash cycle.
        #[default]
        Cash = "CASH",
        /// A bank, a wallet, the owner's pocket.
        Other = "OTHER",
    }
);

text_enum!(
    /// A filter of the report: the payment terms of a purchase, or the source of its payments.
    PurchasePaidBy {
        Contado = "CONTADO",
        Credito = "CREDITO",
        Cash = "cash",
        Other = "other",
    }
);

const PAYMENT_TYPES: &[&str] = &[PurchaseType::Contado.as_str(), PurchaseType::Credito.as_str()];

/// Deserializes `CRÉDITO` like `CREDITO`.
pub(super) fn deserialize_payment_type<'de, D: Deserializer<'de>>(d: D) -> Result<PurchaseType, D::Error> {
    let text = String::deserialize(d)?;
    let plain = text.replace('É', "E");
    plain.parse().map_err(|_| de::Error::unknown_variant(&text, PAYMENT_TYPES))
}
