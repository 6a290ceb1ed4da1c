//! Response bodies of counts. Quantities are in the item's own unit.

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
    /// The number of lines that are counted and not waiting for a recount.
    pub counted: i64,
    pub created_at: DateTime<Utc>,
    pub created_by: String,
    /// The names of the users who counted, in the order in which they began.
    pub counters: Vec<String>,
    pub approved_at: Option<DateTime<Utc>>,
    pub approved_by: Option<String>,
    /// The value of the differences, as far as their costs are known; null while the count is open, and for users who may not see it.
    pub value: Option<Money>,
}

/// A count with its lines.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCount {
    #[serde(flatten)]
    pub row: StockCountRow,
    pub lines: Vec<StockCountLine>,
    /// The moment at which the first line was counted.
    /// The moment at which the last line was counted.
    pub started_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    /// Null while the count is open, and for users who may not see the expected stock.
    pub totals: Option<StockCountTotals>,
    /// Null unless the count is cancelled.
    pub cancelled: Option<StockCountCancelled>,
    /// Items whose stock the approval left below zero.
    pub warnings: Vec<String>,
}

/// The time, the user and the reason of the cancellation of a count.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountCancelled {
    pub at: DateTime<Utc>,
    pub by: String,
    pub reason: String,
}

/// One item of a count sheet, with what was counted of it and by whom.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountLine {
    pub id: CountLineId,
    #[schema(inline)]
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    /// The code that is entered or scanned for it; null where it has none.
    pub code: Option<String>,
    /// All codes of the item.
    pub codes: Vec<String>,
    pub category: Option<String>,
    pub place: Option<String>,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    /// The units in which it can be counted, its own unit first.
    pub units: Vec<StockCountUnit>,
    /// The counted quantity; null when it is not counted yet or is to be recounted.
    pub counted: Option<Quantity>,
    /// The quantity and unit as they were entered.
    pub entered: Option<StockCountEntered>,
    pub counted_by_id: Option<UserId>,
    pub counted_by: Option<String>,
    pub counted_at: Option<DateTime<Utc>>,
    pub version: i64,
    /// The pending request to recount the line.
    pub recount: Option<StockCountRecount>,
    /// Null while the count is open, and for users who may not see the expected stock.
    pub review: Option<StockCountLineReview>,
}

/// A unit in which an item can be counted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountUnit {
    pub measurement_id: MeasurementId,
    pub symbol: String,
    pub name: String,
    /// The quantity of the item's own unit in one such unit.
    pub factor: Quantity,
}

/// A quantity and its unit as they were entered.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct StockCountEntered {
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
}

/// The request to recount a line, and the user asked to do it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountRecount {
    pub by_user_id: Option<UserId>,
    pub by_name: Option<String>,
    pub asked_at: DateTime<Utc>,
}

/// The result of a line.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct StockCountLineReview {
    /// The counted quantity; the first one while the line is to be recounted.
    pub counted: Option<Quantity>,
    /// The stock in the ledger when the line was counted; the current stock where it was not counted.
    pub expected: Quantity,
    /// Null where the line was not counted.
    pub difference: Option<Quantity>,
    /// The average cost of one of the item's own unit; null where it is unknown.
    pub unit_cost: Option<Money>,
    /// The value of the difference; null where the unit cost is unknown.
    pub value: Option<Money>,
    /// The quantity sold since the count began; sales before the line was counted are not included in `expected`.
    pub sold_meanwhile: Quantity,
    #[schema(inline)]
    pub recounted: Option<Recounted>,
}

/// The totals of a count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct StockCountTotals {
    pub lines: i64,
    pub counted: i64,
    pub matching: i64,
    /// The value of the shortages; zero or negative.
    pub missing_value: Money,
    pub missing_items: i64,
    pub surplus_value: Money,
    pub surplus_items: i64,
    pub value: Money,
    /// The number of differences whose value is unknown.
    pub without_cost: i64,
    /// The number of lines to be recounted.
    pub recounts: i64,
}

/// The response after a line was counted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockCountSaved {
    pub line: StockCountLine,
    /// The number of counted lines of the whole count.
    pub counted: i64,
    pub lines_count: i64,
}
