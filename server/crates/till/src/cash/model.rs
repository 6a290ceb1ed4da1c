//! Cash cycles as the API shows them.

use super::count;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Json, Row},
    error::{Result, invalid},
    ids::{CashboxId, CycleId, PrinterId, TurnId, UserId},
    money::{Money, Quantity},
    words::{Status, text_enum},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Amounts by the payment method's name.
pub type ByMethod = BTreeMap<String, Money>;
/// The number of each coin and note: `{"200.00": "3"}`.
pub type Denominations = BTreeMap<String, Quantity>;

/// A cash box with who has it open.
#[derive(Debug, Serialize, ToSchema)]
pub struct Cashbox {
    pub id: CashboxId,
    pub name: String,
    pub printer_id: Option<PrinterId>,
    pub printer_name: Option<String>,
    pub status: Status,
    pub open_cycle: Option<OpenedBy>,
}

/// The open cycle of a cash box, and its user.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenedBy {
    pub id: CycleId,
    pub user_name: String,
    pub opened_at: DateTime<Utc>,
}

/// A shift.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Turn {
    pub id: TurnId,
    pub name: String,
    pub description: String,
    pub status: Status,
}

const MAX_NAME_CHARS: usize = 40;

/// Returns the name of a cash box or shift without needless spaces. Refuses an empty or too long one.
pub(super) fn clean_name(name: Option<&str>) -> Result<String> {
    let clean = name.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if clean.is_empty() || clean.chars().count() > MAX_NAME_CHARS {
        return invalid("name", format!("Escribe el nombre, de hasta {MAX_NAME_CHARS} letras.")).err();
    }
    Ok(clean)
}

text_enum!(
    /// Whether payments can still go into a cycle.
    CycleStatus { Open = "OPEN", Closed = "CLOSED" }
);
text_enum!(
    /// The counted amount compared with the expected one.
    CycleDifference {
        /// Both are equal.
        Even = "EVEN",
        Short = "SHORT",
        Over = "OVER",
    }
);
text_enum!(
    /// The direction of a cash movement: into the drawer or out of it.
    #[derive(Default)]
    MovementType {
        #[default]
        Entry = "ENTRY",
        Expense = "EXPENSE",
    }
);
text_enum!(
    /// Whether a movement counts.
    #[derive(Default)]
    MovementStatus {
        #[default]
        Approved = "APPROVED",
        /// The movement is recorded and not counted.
        Rejected = "REJECTED",
    }
);

/// A cycle with its cash box, as payments need it.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct CycleBox {
    pub id: CycleId,
    pub cashbox_id: CashboxId,
    pub cashbox_name: String,
}

/// A cash box from opening to closing, by one person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Cycle {
    #[serde(flatten)]
    pub row: CycleRow,
    /// The last count; absent before the cashier has counted.
    pub count: Option<CashCount>,
}

/// The columns of a cycle.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CycleRow {
    pub id: CycleId,
    pub cashbox_id: CashboxId,
    pub cashbox_name: String,
    pub turn_id: TurnId,
    pub turn_name: String,
    pub user_id: UserId,
    pub user_name: String,
    pub status: CycleStatus,
    pub business_day: NaiveDate,
    pub open_amount: Money,
    /// The counted cash.
    pub close_amount: Option<Money>,
    pub opened_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Counted less expected, over all methods.
    pub difference: Option<Money>,
    pub difference_reason: Option<String>,
    /// The time when somebody of the office reviewed the difference.
    pub reviewed_at: Option<DateTime<Utc>>,
    /// Whether it was closed with a difference beyond the tolerance that nobody of the office has reviewed.
    pub to_review: bool,
}
impl CycleRow {
    /// Whether payments can still go into it.
    pub fn is_open(&self) -> bool {
        self.status == CycleStatus::Open
    }
}

/// The filter of a list of cycles.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CycleFilter {
    /// The first business day.
    pub start_date: Option<NaiveDate>,
    /// The last business day.
    pub end_date: Option<NaiveDate>,
    pub user_id: Option<UserId>,
    pub cashbox_id: Option<CashboxId>,
    pub status: Option<CycleStatus>,
    /// The result of comparing the count of closed cycles with the expected amount.
    #[param(inline)]
    pub difference: Option<CycleDifference>,
    /// Whether only cycles with an unreviewed difference are listed.
    #[serde(default)]
    pub to_review: bool,
}

/// A stored count: what was counted blind, and what was expected at that moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CashCount {
    pub version: i64,
    pub counted_at: DateTime<Utc>,
    #[schema(value_type = BTreeMap<String, Quantity>)]
    #[row(json)]
    pub denominations: Denominations,
    #[schema(value_type = BTreeMap<String, Money>)]
    #[row(json)]
    pub counted: ByMethod,
    #[schema(value_type = BTreeMap<String, Money>)]
    #[row(json)]
    pub expected: ByMethod,
    /// The difference over all methods.
    pub difference: Money,
    #[schema(value_type = BTreeMap<String, Money>)]
    #[row(with = read_differences)]
    pub differences: ByMethod,
    #[row(skip)]
    pub tolerance: Money,
}

fn read_differences(row: &Row) -> db::Result<ByMethod> {
    let (counted, expected) = (row.get::<Json<ByMethod>>("counted")?, row.get::<Json<ByMethod>>("expected")?);
    Ok(count::differences(&counted.0, &expected.0))
}

/// The sums of the movements of a list; rejected ones are in none of the amounts.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct MovementSums {
    pub entries: Money,
    pub expenses: Money,
    /// Entries less expenses.
    pub balance: Money,
    /// The number of approved movements.
    pub approved: i64,
    pub rejected: i64,
}

/// A page of movements, with the sums of the whole list.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovementRows {
    pub success: bool,
    pub rows: Vec<Movement>,
    pub total_rows: i64,
    pub total_pages: i64,
    /// The sums of the whole list, not of the page.
    pub totals: MovementSums,
}

/// Money that came into or left the drawer other than by a sale.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Movement {
    pub id: i64,
    pub cash_box_cycle_id: CycleId,
    pub cash_box_id: CashboxId,
    pub cashbox_name: String,
    pub movement_type: MovementType,
    pub movement_date: DateTime<Utc>,
    pub receipt_by: String,
    pub motive: String,
    pub amount: Money,
    pub status: MovementStatus,
    pub reject_reason: Option<String>,
    /// The name of who rejected it; absent for rejections from before this was stored.
    pub rejected_by_name: Option<String>,
    pub user_id: UserId,
    pub user_name: String,
}

/// The filter of a list of movements.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MovementFilter {
    pub cashbox_cycle_id: Option<CycleId>,
    pub status: Option<MovementStatus>,
    pub movement_type: Option<MovementType>,
    /// The first and last business day, both included.
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    /// The user who recorded it.
    pub user_id: Option<UserId>,
}
