//! What kind of document something is.

/// The documents of a restaurant that a payment is taken for; the number is `billing_type_id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BillingKind {
    Boleta = 1,
    Factura = 2,
    NotaVenta = 3,
    /// Adds to a factura or boleta.
    DebitNote = 5,
}
impl BillingKind {
    /// From `billing_type_id`.
    pub fn from_id(id: i64) -> Option<Self> {
        [Self::Boleta, Self::Factura, Self::NotaVenta, Self::DebitNote].into_iter().find(|k| *k as i64 == id)
    }
    /// From an id or a code, as addresses name it.
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_uppercase().as_str() {
            "BOLETA" | "1" => Some(Self::Boleta),
            "FACTURA" | "2" => Some(Self::Factura),
            "NOTA VENTA" | "NOTA_VENTA" | "NOTA-VENTA" | "3" => Some(Self::NotaVenta),
            "NOTA DEBITO" | "NOTA_DEBITO" | "NOTA-DEBITO" | "5" => Some(Self::DebitNote),
            _ => None,
        }
    }
    /// Whether an account can be collected with it.
    pub const fn closes_accounts(self) -> bool {
        !matches!(self, Self::DebitNote)
    }
    /// Catalogue 01; none for the nota de venta, which the tax authority does not know.
    pub const fn tax_code(self) -> Option<&'static str> {
        match self {
            Self::Boleta => Some("03"),
            Self::Factura => Some("01"),
            Self::DebitNote => Some("08"),
            Self::NotaVenta => None,
        }
    }
    /// As printed.
    pub const fn title(self, is_electronic: bool) -> &'static str {
        match (self, is_electronic) {
            (Self::Boleta, true) => "BOLETA DE VENTA ELECTRÓNICA",
            (Self::Factura, true) => "FACTURA ELECTRÓNICA",
            // Nobody but us knows of it.
            (Self::Boleta | Self::Factura, false) => "TICKET",
            (Self::NotaVenta, _) => "NOTA DE VENTA",
            (Self::DebitNote, _) => "NOTA DE DÉBITO ELECTRÓNICA",
        }
    }
}
