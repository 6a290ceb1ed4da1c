//! What a cash cycle looks like to others.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    error::{Result, invalid},
    ids::{CashboxId, CycleId, PrinterId, TurnId, UserId},
    money::{Money, Quantity},
    words::{Status, words},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Amounts by the payment method's name.
pub type ByMethod = BTreeMap<String, Money>;
/// How many of each coin and note: `{"200.00": "3"}`.
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

/// Who has a cash box open.
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

/// The name of a cash box or shift, without needless spaces.
pub(super) fn clean_name(name: Option<&str>) -> Result<String> {
    let clean = name.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if clean.is_empty() || clean.chars().count() > MAX_NAME_CHARS {
        return invalid("name", format!("Escribe el nombre, de hasta {MAX_NAME_CHARS} letras.")).err();
    }
    Ok(clean)
}

words!(
    /// Whether payments still go into a cycle.
    CycleStatus { Open = "OPEN", Closed = "CLOSED" }
);
words!(
    /// What was counted against what should have been there.
    CycleDifference {
        /// The same.
        Even = "EVEN",
        Short = "SHORT",
        Over = "OVER",
    }
);
words!(
    /// Into the drawer or out of it.
    #[derive(Default)]
    MovementType {
        #[default]
        Entry = "ENTRY",
        Expense = "EXPENSE",
    }
);
words!(
    /// Whether a movement counts.
    #[derive(Default)]
    MovementStatus {
        #[default]
        Approved = "APPROVED",
        /// Written down, and not counted.
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
    /// The last count; nothing of it is known before the cashier has counted.
    pub count: Option<CashCount>,
}

/// A cycle's own columns.
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
    /// The cash that was counted.
    pub close_amount: Option<Money>,
    pub opened_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Counted less expected, over all methods.
    pub difference: Option<Money>,
    pub difference_reason: Option<String>,
    /// When somebody of the office looked at the difference.
    pub reviewed_at: Option<DateTime<Utc>>,
    /// It was closed with a difference beyond the tolerance that nobody of the office has looked at.
    pub to_review: bool,
}
impl CycleRow {
    /// Whether payments can still go into it.
    pub fn is_open(&self) -> bool {
        self.status == CycleStatus::Open
    }
}

/// Which cycles a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CycleFilter {
    /// First business day.
    pub start_date: Option<NaiveDate>,
    /// Last business day.
    pub end_date: Option<NaiveDate>,
    pub user_id: Option<UserId>,
    pub cashbox_id: Option<CashboxId>,
    pub status: Option<CycleStatus>,
    /// Of those that are closed: how they were.
    #[param(inline)]
    pub difference: Option<CycleDifference>,
    /// Only those closed with a difference that nobody of the office has looked at.
    #[serde(default)]
    pub to_review: bool,
}

/// A frozen count: what was counted blind and what was expected at that moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashCount {
    pub version: i64,
    pub counted_at: DateTime<Utc>,
    #[schema(value_type = BTreeMap<String, Quantity>)]
    pub denominations: Denominations,
    #[schema(value_type = BTreeMap<String, Money>)]
    pub counted: ByMethod,
    #[schema(value_type = BTreeMap<String, Money>)]
    pub expected: ByMethod,
    /// Over all methods.
    pub difference: Money,
    #[schema(value_type = BTreeMap<String, Money>)]
    pub differences: ByMethod,
    pub tolerance: Money,
}

/// What the movements of a list come to; rejected ones count in none of the sums.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct MovementSums {
    pub entries: Money,
    pub expenses: Money,
    /// Entries less expenses.
    pub balance: Money,
    /// How many count.
    pub approved: i64,
    pub rejected: i64,
}

/// A page of movements with what all of them come to.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovementRows {
    pub success: bool,
    pub rows: Vec<Movement>,
    pub total_rows: i64,
    pub total_pages: i64,
    /// Of the whole list, not of the page.
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
    /// Who rejected it, since that is kept.
    pub rejected_by_name: Option<String>,
    pub user_id: UserId,
    pub user_name: String,
}

/// Which movements a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MovementFilter {
    pub cashbox_cycle_id: Option<CycleId>,
    pub status: Option<MovementStatus>,
    pub movement_type: Option<MovementType>,
    /// Business days, both included.
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    /// Who wrote it down.
    pub user_id: Option<UserId>,
}
