//! Response bodies of purchases.

use super::{
    files::PurchaseFile,
    words::{MoneySource, NoteEffect, PurchaseStatus, PurchaseType, QuoteKind},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{ItemId, MeasurementId, ProviderId, PurchaseId, QuoteId, UserId},
    money::{Money, Quantity},
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::{Item, ItemKind, replays::Replay};
use serde::Serialize;
use utoipa::ToSchema;

/// A purchase as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchaseRow {
    pub id: PurchaseId,
    #[serde(rename = "type")]
    #[row(rename = "payment_type")]
    pub payment_type: PurchaseType,
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    /// `F014-28431`; `S/N` where the paper has no number.
    pub full_number: String,
    /// The date of the document.
    pub date: NaiveDate,
    /// `HH:MM`
    pub time: String,
    pub provider_id: ProviderId,
    pub provider_name: String,
    pub provider_document: String,
    pub status: PurchaseStatus,
    /// The total of the document; like the other amounts it is negative for a credit note.
    pub total: Money,
    pub paid: Money,
    pub due: Money,
    pub next_due_on: Option<NaiveDate>,
    pub next_due_amount: Option<Money>,
    /// Whether an instalment is due before today.
    #[row(default)]
    pub is_overdue: bool,
    pub items_count: i64,
    pub user_id: UserId,
    pub user_name: String,
    pub created_at: DateTime<Utc>,
}

impl PurchaseRow {
    pub(super) fn with_overdue_on(self, today: NaiveDate) -> Self {
        Self { is_overdue: self.next_due_on.is_some_and(|day| day < today), ..self }
    }
}

/// The sums of a list of purchases; voided purchases are included in `count` only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchaseSums {
    pub count: i64,
    pub total: Money,
    pub due: Money,
    /// The part of `due` that was to be paid before today.
    pub overdue: Money,
}

/// A page of purchases, with the sums of the whole list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PurchaseRows {
    pub success: bool,
    pub rows: Vec<PurchaseRow>,
    pub total_rows: i64,
    pub total_pages: i64,
    /// The sums of the whole list, not of the page.
    pub totals: PurchaseSums,
}

/// A line of a purchase.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchaseItem {
    pub id: i64,
    pub item_id: ItemId,
    pub item_type: ItemKind,
    pub name: String,
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
    /// `saco 50 kg`
    pub measurement: String,
    /// The price of one unit of the measurement, as it was entered.
    pub buy_price: Money,
    pub total_price: Money,
    pub base_quantity: Quantity,
    /// `kg`
    pub base_measurement: String,
    /// The cost of the whole line as it enters stock: with its share of freight and discount, without a deductible IGV.
    pub cost: Money,
    /// The cost of one unit of the base measurement.
    #[row(default)]
    pub unit_cost: Money,
    /// False for an item whose stock is not tracked; it moves no stock.
    pub has_stock: bool,
}

impl PurchaseItem {
    pub(super) fn item(&self) -> Item {
        Item::from_row(self.item_type, self.item_id.0)
    }
}

/// The document that a note modifies.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Modified {
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    pub date: NaiveDate,
    /// Null when that document was not recorded here.
    pub purchase_id: Option<PurchaseId>,
    pub effect: NoteEffect,
}

/// A note that modifies a purchase.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchaseNote {
    pub id: PurchaseId,
    pub document: PurchaseDocument,
    pub full_number: String,
    pub date: NaiveDate,
    /// Negative for a credit note.
    pub total: Money,
}

/// An instalment of a purchase on credit.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchaseQuote {
    pub id: QuoteId,
    pub number: i64,
    pub kind: QuoteKind,
    pub date: NaiveDate,
    pub amount: Money,
    pub paid: Money,
    pub due: Money,
    #[row(default)]
    pub is_overdue: bool,
}

/// A payment to a provider.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchasePayment {
    pub id: i64,
    pub date_time: DateTime<Utc>,
    pub amount: Money,
    pub source: MoneySource,
    /// The name of the payment option.
    pub payment_option: Option<String>,
    pub operation_number: Option<String>,
    pub user_name: String,
    pub voided: bool,
}

/// The time, the user and the reason of the voiding of a purchase.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PurchaseVoid {
    pub at: DateTime<Utc>,
    pub by: String,
    pub reason: String,
}

/// A purchase in full.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Purchase {
    #[serde(flatten)]
    pub row: PurchaseRow,
    /// The total without IGV where the document is a factura of a company that pays IGV.
    pub subtotal: Money,
    pub igv: Money,
    pub discount: Money,
    /// The part of the discount that was paid before with a document of its own.
    pub advance: Money,
    pub freight: Money,
    /// The ISC that the document states; like the next two it is part of the total.
    pub isc: Money,
    pub icbper: Money,
    /// Negative for a discount that leaves the base of the IGV unchanged.
    pub other_charges: Money,
    pub prices_include_igv: bool,
    /// The month in whose register the purchase is written, such as `2027-01`.
    pub period: String,
    pub note: String,
    /// For a note, the document that it modifies.
    pub modifies: Option<Modified>,
    /// The active notes that modify this purchase.
    pub notes: Vec<PurchaseNote>,
    pub items: Vec<PurchaseItem>,
    /// The instalments, the first due one first; empty where everything was paid at once.
    pub quotes: Vec<PurchaseQuote>,
    pub payments: Vec<PurchasePayment>,
    /// The attached files of the document, the oldest first.
    pub files: Vec<PurchaseFile>,
    pub void: Option<PurchaseVoid>,
    pub can_void: bool,
    /// The obstacle to voiding the purchase, with advice; null when it can be voided.
    pub why_not_void: Option<String>,
    /// The changes in the cost of earlier sales, where the purchase was recorded later than it happened.
    pub replays: Vec<Replay>,
    /// After a write: the items whose stock is negative now, and the notes that were recorded before the purchase.
    pub warnings: Vec<String>,
}

/// One price paid for an item.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaidPrice {
    pub date: NaiveDate,
    pub provider_id: ProviderId,
    pub provider_name: String,
    pub purchase_id: PurchaseId,
    pub full_number: String,
    pub quantity: Quantity,
    pub measurement: String,
    pub buy_price: Money,
    /// The price of one unit of the base measurement, with IGV, without freight and discount.
    pub base_price: Money,
    /// The change from the previous price in per cent with two decimals; null for the first one.
    pub change_percent: Option<Quantity>,
}

/// The last price paid for an item.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LastPrice {
    pub item_type: ItemKind,
    pub item_id: ItemId,
    pub date: NaiveDate,
    pub provider_name: String,
    pub buy_price: Money,
    pub measurement: String,
    pub measurement_id: MeasurementId,
    /// The price of one unit of the base measurement, with IGV, without freight and discount.
    pub base_price: Money,
}

/// The sum of the purchases from one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BoughtOfProvider {
    pub provider_id: ProviderId,
    pub name: String,
    pub count: i64,
    pub total: Money,
}

/// The sum of the purchases with one kind of document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BoughtByDocument {
    pub document: PurchaseDocument,
    pub count: i64,
    pub total: Money,
}

/// The sums of a report; voided purchases are included in `voided_count` only.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PurchaseSummary {
    pub count: i64,
    pub total: Money,
    pub subtotal: Money,
    pub igv: Money,
    pub paid: Money,
    pub due: Money,
    pub voided_count: i64,
    /// The largest total first.
    pub by_provider: Vec<BoughtOfProvider>,
    /// The largest total first.
    pub by_document: Vec<BoughtByDocument>,
}

/// The purchases of a span of days and their sums.
#[derive(Debug, Serialize, ToSchema)]
pub struct PurchaseReport {
    pub purchases: Vec<PurchaseRow>,
    pub summary: PurchaseSummary,
}
