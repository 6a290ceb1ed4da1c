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
    pub(super) const fn quote_kind(self) -> Option<QuoteKind> {
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
