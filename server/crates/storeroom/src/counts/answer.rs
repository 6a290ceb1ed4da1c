//! What calls of counts answer. Quantities are in the item's own unit.

use super::model::{CountStatus, Recounted};
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::{CountId, CountLineId, MeasurementId, UserId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::ItemKind;
use serde::Serialize;
use utoipa::ToSchema;

/// A count as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountRow {
    pub id: CountId,
    pub number: i64,
    /// `CO-00000012`
    pub full_number: String,
    pub name: String,
    pub place: String,
    #[schema(inline)]
    pub status: CountStatus,
    pub lines_count: i64,
    /// Lines that are counted, and wait for no recount.
    pub counted: i64,
    pub created_at: DateTime<Utc>,
    pub created_by: String,
    /// Who counted, in the order in which they began.
    pub counters: Vec<String>,
    pub approved_at: Option<DateTime<Utc>>,
    pub approved_by: Option<String>,
    /// What the differences come to where that is known; null while it is open, and for who may not see it.
    pub value: Option<Money>,
}

/// A count with its lines.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCount {
    #[serde(flatten)]
    pub row: StockCountRow,
    pub lines: Vec<StockCountLine>,
    /// When the first and the last line were counted.
    pub started_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    /// Null while it is open, and for who may not see what is expected.
    pub totals: Option<StockCountTotals>,
    /// Null unless it is cancelled.
    pub cancelled: Option<StockCountCancelled>,
    /// What an approval left below zero.
    pub warnings: Vec<String>,
}

/// Who cancelled a count.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountCancelled {
    pub at: DateTime<Utc>,
    pub by: String,
    pub reason: String,
}

/// One item of a count.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountLine {
    pub id: CountLineId,
    #[schema(inline)]
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    /// What is typed or scanned for it; absent where it has none.
    pub code: Option<String>,
    /// All of its codes.
    pub codes: Vec<String>,
    pub category: Option<String>,
    pub place: Option<String>,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    /// What it can be counted in, its own unit first.
    pub units: Vec<StockCountUnit>,
    /// Null: nobody counted it, or it is to be counted once more.
    pub counted: Option<Quantity>,
    /// As it was typed.
    pub entered: Option<StockCountEntered>,
    pub counted_by_id: Option<UserId>,
    pub counted_by: Option<String>,
    pub counted_at: Option<DateTime<Utc>>,
    pub version: i64,
    /// It is to be counted once more.
    pub recount: Option<StockCountRecount>,
    /// Null while the count is open, and for who may not see what is expected.
    pub review: Option<StockCountLineReview>,
}

/// A unit that an item can be counted in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountUnit {
    pub measurement_id: MeasurementId,
    pub symbol: String,
    pub name: String,
    /// How much of the item's own unit one of it is.
    pub factor: Quantity,
}

/// A quantity as somebody typed it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct StockCountEntered {
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
}

/// Who should count a line once more.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountRecount {
    pub by_user_id: Option<UserId>,
    pub by_name: Option<String>,
    pub asked_at: DateTime<Utc>,
}

/// What a line comes to.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct StockCountLineReview {
    /// What was counted first, also while it is to be counted once more.
    pub counted: Option<Quantity>,
    /// What the ledger had when it was counted; where nobody counted it, what it has now.
    pub expected: Quantity,
    /// Null where nobody counted it.
    pub difference: Option<Quantity>,
    /// Average of one of its own unit; null: nobody knows.
    pub unit_cost: Option<Money>,
    /// Of the difference; null where it is not known.
    pub value: Option<Money>,
    /// What sales took since the count began; what they took before the item was counted is left out of `expected`.
    pub sold_meanwhile: Quantity,
    #[schema(inline)]
    pub recounted: Option<Recounted>,
}

/// What a count comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct StockCountTotals {
    pub lines: i64,
    pub counted: i64,
    pub matching: i64,
    /// Not positive.
    pub missing_value: Money,
    pub missing_items: i64,
    pub surplus_value: Money,
    pub surplus_items: i64,
    pub value: Money,
    /// Differences of which nobody knows the value.
    pub without_cost: i64,
    /// Lines that are to be counted once more.
    pub recounts: i64,
}

/// The answer of a line that was counted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountSaved {
    pub line: StockCountLine,
    /// Of the whole sheet.
    pub counted: i64,
    pub lines_count: i64,
}
