//! The documents that a restaurant gets from its suppliers.

use crate::words::text_enum;

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
    pub const fn can_be_modified(self) -> bool {
        matches!(self, Self::Boleta | Self::Factura | Self::UtilityBill)
    }
    /// Whether the document may be recorded without items.
    pub const fn may_lack_items(self) -> bool {
        self.is_note() || matches!(self, Self::UtilityBill)
    }
    /// Whether the kind of a recorded document may be corrected to the other kind: both have the same effect on stock, cost and money.
    pub const fn may_become(self, other: Self) -> bool {
        matches!(self, Self::Boleta | Self::SalesNote | Self::Other)
            && matches!(other, Self::Boleta | Self::SalesNote | Self::Other)
    }
    pub const fn is_factura(self) -> bool {
        matches!(self, Self::Factura)
    }
    /// Whether the IGV of the document can be deducted; for a note, whether that of the modified document can.
    pub const fn gives_tax_credit(self, modified: Option<Self>) -> bool {
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
