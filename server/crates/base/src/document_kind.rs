//! The documents that a restaurant issues.

use crate::numbers::number_enum;

number_enum!(
    /// A kind of document; its number is `billing_type_id`. A company may add kinds of its own, under which nothing is issued.
    DocumentKind {
        Boleta = 1,
        Factura = 2,
        /// The nota de venta, which the tax authority does not know.
        SaleNote = 3,
        /// Takes something off a boleta or factura.
        CreditNote = 4,
        /// Adds something to a boleta or factura.
        DebitNote = 5,
    }
);

impl DocumentKind {
    /// Reads the kind of a payment's document from an address, by its number or its code: `2`, `FACTURA`, `NOTA VENTA`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_uppercase().as_str() {
            "BOLETA" | "1" => Some(Self::Boleta),
            "FACTURA" | "2" => Some(Self::Factura),
            "NOTA VENTA" | "NOTA_VENTA" | "NOTA-VENTA" | "3" => Some(Self::SaleNote),
            "NOTA DEBITO" | "NOTA_DEBITO" | "NOTA-DEBITO" | "5" => Some(Self::DebitNote),
            _ => None,
        }
    }

    /// Whether an account can be collected with it.
    pub const fn closes_accounts(self) -> bool {
        match self {
            Self::Boleta | Self::Factura | Self::SaleNote => true,
            Self::CreditNote | Self::DebitNote => false,
        }
    }

    /// SUNAT's code of the kind (catalogue 01).
    pub const fn tax_code(self) -> Option<&'static str> {
        match self {
            Self::Boleta => Some("03"),
            Self::Factura => Some("01"),
            Self::CreditNote => Some("07"),
            Self::DebitNote => Some("08"),
            Self::SaleNote => None,
        }
    }

    /// The title that is printed. A boleta or factura that is not electronic is a ticket: the tax authority does not know it.
    pub const fn title(self, is_electronic: bool) -> &'static str {
        match (self, is_electronic) {
            (Self::Boleta, true) => "BOLETA DE VENTA ELECTRÓNICA",
            (Self::Factura, true) => "FACTURA ELECTRÓNICA",
            (Self::Boleta | Self::Factura, false) => "TICKET",
            (Self::SaleNote, _) => "NOTA DE VENTA",
            (Self::CreditNote, _) => "NOTA DE CRÉDITO ELECTRÓNICA",
            (Self::DebitNote, _) => "NOTA DE DÉBITO ELECTRÓNICA",
        }
    }
}

/// The number of a kind of document inside of an SQL text that is made by `concat!`.
///
/// ```
/// assert_eq!(comanda_base::document_kind!(SaleNote), "3");
/// ```
#[macro_export]
macro_rules! document_kind {
    (SaleNote) => {
        "3"
    };
    (CreditNote) => {
        "4"
    };
    (DebitNote) => {
        "5"
    };
}

const _: () = assert!(
    DocumentKind::SaleNote.id() == 3 && DocumentKind::CreditNote.id() == 4 && DocumentKind::DebitNote.id() == 5,
    "document_kind! names these numbers"
);
