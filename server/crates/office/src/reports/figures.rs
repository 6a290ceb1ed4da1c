//! Sums of the first screen, and the user's own cash cycle.

use super::{
    daily::{self, MethodSales},
    store::{self, LastCycle},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CycleId, UserId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::ItemKind;
use comanda_till::cash::{self, CycleStatus};
use serde::Serialize;
use utoipa::ToSchema;

/// The sales of today so far.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SalesToday {
    pub total: Money,
    /// The number of accounts that paid.
    pub count: i64,
    /// The average total of an account.
    pub average: Money,
}

/// The sales of the same weekday of last week, up to the same time of the day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SalesThen {
    pub total: Money,
    pub count: i64,
}

/// The sales of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DaySales {
    pub day: NaiveDate,
    pub total: Money,
}

/// A best-selling product.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TopProduct {
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// A cash box with an open cash cycle.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct OpenCashbox {
    pub cycle_id: CycleId,
    pub name: String,
    pub user_name: String,
    pub opened_at: DateTime<Utc>,
}

/// An item below its minimum stock.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct LowItem {
    pub kind: ItemKind,
    pub id: i64,
    pub name: String,
    pub on_hand: Quantity,
    pub min_stock: Quantity,
    /// The unit of a measured item; null for counted items.
    pub unit: Option<String>,
}

/// The items below their minimum stock.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct LowStock {
    pub products: i64,
    pub supplies: i64,
    /// A few items, those that lack the largest share first.
    pub items: Vec<LowItem>,
}

/// The money of one payment method, less its refunds.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CycleMethod {
    pub name: String,
    pub payments: i64,
    /// Null while the cash cycle is open.
    pub total: Option<Money>,
}

/// A cashier's cash cycle.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnCycle {
    pub id: CycleId,
    pub cashbox: String,
    pub is_open: bool,
    pub opened_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    pub payments: i64,
    /// Null while it is open.
    pub total: Option<Money>,
    /// The difference of the count; null while the cash cycle is open.
    pub difference: Option<Money>,
    pub methods: Vec<CycleMethod>,
}

/// Returns the average, rounded to the céntimo; zero where `count` is zero.
pub(super) fn average_amount(total: Money, count: i64) -> Money {
    if count == 0 { Money::ZERO } else { Money::from_millionths(total.millionths() / count).to_centimos() }
}

/// Loads the user's open cash cycle, else their last one.
pub(super) async fn load_own_cycle(tx: &mut Tx, user: UserId) -> Result<Option<OwnCycle>> {
    match store::find_last_cycle(tx, user).await? {
        Some(cycle) => Ok(Some(load_cycle_figures(tx, cycle).await?)),
        None => Ok(None),
    }
}

/// Loads the last cash cycle that the user closed.
pub(super) async fn load_last_closed_cycle(tx: &mut Tx, user: UserId) -> Result<Option<OwnCycle>> {
    match store::find_last_closed_cycle(tx, user).await? {
        Some(cycle) => Ok(Some(load_cycle_figures(tx, cycle).await?)),
        None => Ok(None),
    }
}

async fn load_cycle_figures(tx: &mut Tx, cycle: LastCycle) -> Result<OwnCycle> {
    let is_open = cycle.status == CycleStatus::Open;
    let row = cash::load_cycle_row(tx, cycle.id).await?;
    // Refunds are deducted from receipts, as in every other report.
    let used = daily::used_methods(&cash::load_expected_balances(tx, &row).await?);
    let counts = store::count_payments_by_method(tx, cycle.id).await?;
    let payments = store::count_payments(tx, cycle.id).await?;
    let if_closed = |amount: Money| (!is_open).then_some(amount);
    let method = |m: &MethodSales| {
        let method_counts = counts.iter().filter(|c| if m.is_cash { c.is_cash } else { c.name == m.name });
        CycleMethod { name: m.name.clone(), payments: method_counts.map(|c| c.payments).sum(), total: if_closed(m.net) }
    };
    Ok(OwnCycle {
        id: cycle.id,
        cashbox: cycle.cashbox,
        is_open,
        opened_at: cycle.opened_at,
        closed_at: cycle.closed_at,
        payments,
        total: if_closed(used.iter().map(|m| m.net).sum()),
        difference: cycle.difference.and_then(if_closed),
        methods: used.iter().map(method).collect(),
    })
}
