//! What a purchase looks like.

use super::{
    files::PurchaseFile,
    words::{MoneySource, NoteEffect, PurchaseDocument, PurchaseStatus, PurchaseType, QuoteKind},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{ItemId, MeasurementId, ProviderId, PurchaseId, QuoteId, UserId},
    money::{Money, Quantity},
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
    /// Of the paper.
    pub date: NaiveDate,
    /// `HH:MM`
    pub time: String,
    pub provider_id: ProviderId,
    pub provider_name: String,
    pub provider_document: String,
    pub status: PurchaseStatus,
    /// Of a credit note below zero, as all of its amounts.
    pub total: Money,
    pub paid: Money,
    pub due: Money,
    pub next_due_on: Option<NaiveDate>,
    pub next_due_amount: Option<Money>,
    /// Something of it should have been paid before today.
    #[row(default)]
    pub is_overdue: bool,
    pub items_count: i64,
    pub user_id: UserId,
    pub user_name: String,
    pub created_at: DateTime<Utc>,
}

impl PurchaseRow {
    pub(super) fn on(self, today: NaiveDate) -> Self {
        Self { is_overdue: self.next_due_on.is_some_and(|day| day < today), ..self }
    }
}

/// What a list of purchases comes to; what is voided counts in `count` only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchaseSums {
    pub count: i64,
    pub total: Money,
    pub due: Money,
    /// Of it, what should have been paid before today.
    pub overdue: Money,
}

/// A page of purchases, with what all of the list come to.
#[derive(Debug, Serialize, ToSchema)]
pub struct PurchaseRows {
    pub success: bool,
    pub rows: Vec<PurchaseRow>,
    pub total_rows: i64,
    pub total_pages: i64,
    /// Of the whole list, not of the page.
    pub totals: PurchaseSums,
}

/// What was bought of one thing.
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
    /// Of one of the measurement, as it was typed.
    pub buy_price: Money,
    pub total_price: Money,
    pub base_quantity: Quantity,
    /// `kg`
    pub base_measurement: String,
    /// Of the whole line as it enters stock: with its part of freight and discount, without an IGV that is deducted.
    pub cost: Money,
    /// Of one of the base measurement.
    #[row(default)]
    pub unit_cost: Money,
    /// What is not counted moves no stock.
    pub has_stock: bool,
}

impl PurchaseItem {
    pub(super) fn item(&self) -> Item {
        Item::of(self.item_type, self.item_id.0)
    }
}

/// The paper that a note changes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Modified {
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    pub date: NaiveDate,
    /// Null: it was not written here.
    pub purchase_id: Option<PurchaseId>,
    pub effect: NoteEffect,
}

/// A note that changes a purchase.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchaseNote {
    pub id: PurchaseId,
    pub document: PurchaseDocument,
    pub full_number: String,
    pub date: NaiveDate,
    /// Of a credit note below zero.
    pub total: Money,
}

/// A part of a purchase on credit.
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

/// Money given to a provider.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchasePayment {
    pub id: i64,
    pub date_time: DateTime<Utc>,
    pub amount: Money,
    pub source: MoneySource,
    /// Name of the way to pay.
    pub payment_option: Option<String>,
    pub operation_number: Option<String>,
    pub user_name: String,
    pub voided: bool,
}

/// Why a purchase counts no more.
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
    /// Without IGV where the paper is a factura of a company that pays it.
    pub subtotal: Money,
    pub igv: Money,
    pub discount: Money,
    /// Of the discount, what was paid before with a paper of its own.
    pub advance: Money,
    pub freight: Money,
    /// That the paper says apart; like the next two it is part of the total.
    pub isc: Money,
    pub icbper: Money,
    /// Below zero: a discount that leaves the base of the IGV alone.
    pub other_charges: Money,
    pub prices_include_igv: bool,
    /// `2027-01`: the month in whose register it is written.
    pub period: String,
    pub note: String,
    /// Of a note: what it changes.
    pub modifies: Option<Modified>,
    /// That change it and count.
    pub notes: Vec<PurchaseNote>,
    pub items: Vec<PurchaseItem>,
    /// The first one first; none of what was paid at once.
    pub quotes: Vec<PurchaseQuote>,
    pub payments: Vec<PurchasePayment>,
    /// The papers themselves, the first one first.
    pub files: Vec<PurchaseFile>,
    pub void: Option<PurchaseVoid>,
    pub can_void: bool,
    /// What stands against it, and what to do.
    pub why_not_void: Option<String>,
    /// What it changed of the cost of sales behind it, where it was written later than it happened.
    pub replays: Vec<Replay>,
    /// Of a write: what there is less than nothing of now, and which notes were there before it.
    pub warnings: Vec<String>,
}

/// What was paid for something, once.
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
    /// Of one of the base measurement, with IGV, without freight and discount.
    pub base_price: Money,
    /// Against the time before, per cent with two decimals; null the first time.
    pub change_percent: Option<Quantity>,
}

/// What was last paid for something.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LastPrice {
    pub item_type: ItemKind,
    pub item_id: ItemId,
    pub date: NaiveDate,
    pub provider_name: String,
    pub buy_price: Money,
    pub measurement: String,
    pub measurement_id: MeasurementId,
    /// Of one of the base measurement, with IGV, without freight and discount.
    pub base_price: Money,
}

/// What was bought of one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BoughtOfProvider {
    pub provider_id: ProviderId,
    pub name: String,
    pub count: i64,
    pub total: Money,
}

/// What was bought with one kind of paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BoughtByDocument {
    pub document: PurchaseDocument,
    pub count: i64,
    pub total: Money,
}

/// What a report comes to; what is voided counts in `voided_count` only.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PurchaseSummary {
    pub count: i64,
    pub total: Money,
    pub subtotal: Money,
    pub igv: Money,
    pub paid: Money,
    pub due: Money,
    pub voided_count: i64,
    /// The most first.
    pub by_provider: Vec<BoughtOfProvider>,
    /// The most first.
    pub by_document: Vec<BoughtByDocument>,
}

/// Purchases of a span of days, and what they come to.
#[derive(Debug, Serialize, ToSchema)]
pub struct PurchaseReport {
    pub purchases: Vec<PurchaseRow>,
    pub summary: PurchaseSummary,
}
