//! What a document looks like to others.

use crate::{
    ids::{BillingId, ClientId, CycleId, PaymentId, RequestId, SeriesId},
    money::{Money, Quantity},
    words::{IdentityDocument, Status, words},
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The three documents of a restaurant; the number is `billing_type_id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BillingKind {
    Boleta = 1,
    Factura = 2,
    NotaVenta = 3,
}
impl BillingKind {
    /// From `billing_type_id`.
    pub fn from_id(id: i64) -> Option<Self> {
        [Self::Boleta, Self::Factura, Self::NotaVenta].into_iter().find(|k| *k as i64 == id)
    }
    /// From an id or a code, as addresses name it.
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_uppercase().as_str() {
            "BOLETA" | "1" => Some(Self::Boleta),
            "FACTURA" | "2" => Some(Self::Factura),
            "NOTA VENTA" | "NOTA_VENTA" | "NOTA-VENTA" | "3" => Some(Self::NotaVenta),
            _ => None,
        }
    }
    /// Catalogue 01; none for the nota de venta, which the tax authority does not know.
    pub const fn tax_code(self) -> Option<&'static str> {
        match self {
            Self::Boleta => Some("03"),
            Self::Factura => Some("01"),
            Self::NotaVenta => None,
        }
    }
    /// As printed.
    pub const fn title(self, is_electronic: bool) -> &'static str {
        match (self, is_electronic) {
            (Self::Boleta, true) => "BOLETA DE VENTA ELECTRÓNICA",
            (Self::Boleta, false) => "BOLETA DE VENTA",
            (Self::Factura, true) => "FACTURA ELECTRÓNICA",
            (Self::Factura, false) => "FACTURA",
            (Self::NotaVenta, _) => "NOTA DE VENTA",
        }
    }
}

words!(
    /// How far an issued document has come.
    BillingState {
        /// The tax authority has not got it, or does not get it at all.
        NotSent = "NOT_SENT",
        Voided = "VOIDED",
    }
);
words!(
    /// What a line of a document is.
    DocumentLineKind {
        Product = "PRODUCT",
        Topping = "TOPPING",
        Charge = "CHARGE",
        /// All of the account in one line.
        Consumption = "CONSUMPTION",
    }
);

/// A kind of document.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct BillingType {
    pub id: i64,
    pub code: String,
    pub name: String,
    pub description: String,
    /// 3 boleta, 1 factura, 111 nota de venta.
    pub tax_type: i64,
    pub status: Status,
    /// The series that its next document is numbered in.
    pub serie: Option<String>,
}

/// A series of numbers.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct BillingSeries {
    pub id: SeriesId,
    pub billing_type_id: i64,
    /// The kind's code.
    pub prefix: String,
    pub serie: String,
    /// The last number given out.
    pub current_number: i64,
    pub enabled: bool,
    /// The same as `enabled`.
    pub status: Status,
    /// The highest number of a document in it; the current one is never below.
    pub last_issued: i64,
}

/// An issued document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Billing {
    #[serde(flatten)]
    pub row: BillingRow,
    /// `B001-00000347`
    pub full_number: String,
    pub lines: Vec<BillingLine>,
    /// Discounts and charges, signed as they change the total.
    pub amounts: Vec<BillingAmount>,
}

/// Which documents a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BillingFilter {
    pub client_request_id: Option<RequestId>,
    pub payment_id: Option<PaymentId>,
    pub cashbox_cycle_id: Option<CycleId>,
    /// 1 boleta, 2 factura, 3 nota de venta.
    pub billing_type_id: Option<i64>,
    pub state: Option<BillingState>,
    /// Only those that the tax authority has to get, and has not got.
    #[serde(default)]
    pub to_send: bool,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// A document's own columns.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct BillingRow {
    pub id: BillingId,
    pub billing_type_id: i64,
    pub code: String,
    pub name: String,
    pub serie: String,
    pub number: i64,
    pub client_request_id: RequestId,
    pub payment_id: PaymentId,
    pub cycle_id: CycleId,
    pub issued_at: DateTime<Utc>,
    pub client_id: Option<ClientId>,
    pub client_name: String,
    pub client_document_type: IdentityDocument,
    pub client_document_number: String,
    pub client_address: String,
    pub by_consumption: bool,
    pub taxable: Money,
    pub exonerated: Money,
    /// What the law leaves outside the IGV.
    pub unaffected: Money,
    pub free: Money,
    /// By how much discounts lower the base.
    pub discount: Money,
    pub other_charges: Money,
    pub igv: Money,
    pub igv_percent: Quantity,
    pub total: Money,
    pub total_in_words: String,
    pub state: BillingState,
    /// When, by whom and why it was voided.
    pub voided_at: Option<DateTime<Utc>>,
    pub voided_by_name: Option<String>,
    pub void_reason: Option<String>,
}
impl BillingRow {
    /// `B001-00000347`
    pub fn full_number(&self) -> String {
        format!("{}-{:08}", self.serie, self.number)
    }
    /// True once it counts no more.
    pub fn is_voided(&self) -> bool {
        self.state == BillingState::Voided
    }
}

/// A line of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct BillingLine {
    #[serde(skip)]
    pub billing_id: BillingId,
    pub kind: DocumentLineKind,
    pub description: String,
    pub quantity: Quantity,
    pub unit_price: Money,
    /// 0.00 for what was given for nothing.
    pub total: Money,
    pub affectation: String,
}

/// A discount or charge of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct BillingAmount {
    #[serde(skip)]
    pub billing_id: BillingId,
    pub code: String,
    pub description: String,
    pub amount: Money,
}

/// Documents that wait to be sent to the tax authority.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct Unsent {
    pub count: i64,
    /// Business day of the oldest.
    pub since: Option<NaiveDate>,
}
