//! The sums of the first screen.

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

/// What was sold so far today.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SalesToday {
    pub total: Money,
    /// Accounts that paid.
    pub count: i64,
    /// For each of them.
    pub average: Money,
}

/// What was sold on the same weekday of last week, up to the same time of the day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SalesThen {
    pub total: Money,
    pub count: i64,
}

/// Sales of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DaySales {
    pub day: NaiveDate,
    pub total: Money,
}

/// A product that sells well.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TopProduct {
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// A cash box that somebody works at.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct OpenCashbox {
    pub cycle_id: CycleId,
    pub name: String,
    pub user_name: String,
    pub opened_at: DateTime<Utc>,
}

/// Something of which there is less than there should be.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct LowItem {
    pub kind: ItemKind,
    pub id: i64,
    pub name: String,
    pub on_hand: Quantity,
    pub min_stock: Quantity,
    /// Of what is measured; none of what is counted.
    pub unit: Option<String>,
}

/// What is below its minimum.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct LowStock {
    pub products: i64,
    pub supplies: i64,
    /// Those of which the largest part is missing, a few.
    pub items: Vec<LowItem>,
}

/// What came in by one way to pay, less what went back by it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CycleMethod {
    pub name: String,
    pub payments: i64,
    /// Null while the session is open.
    pub total: Option<Money>,
}

/// A cashier's session.
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
    /// What the count differed by; null while it is open.
    pub difference: Option<Money>,
    pub methods: Vec<CycleMethod>,
}

/// Rounded to the céntimo; nothing where there was none.
pub(super) fn average(total: Money, count: i64) -> Money {
    if count == 0 { Money::ZERO } else { Money::from_millionths(total.millionths() / count).to_centimos() }
}

/// The session somebody works in, else their last one.
pub(super) async fn own_cycle(tx: &mut Tx, user: UserId) -> Result<Option<OwnCycle>> {
    match store::last_cycle_of(tx, user).await? {
        Some(cycle) => Ok(Some(session(tx, cycle).await?)),
        None => Ok(None),
    }
}

/// The last session that somebody closed.
pub(super) async fn own_closed_cycle(tx: &mut Tx, user: UserId) -> Result<Option<OwnCycle>> {
    match store::last_closed_cycle_of(tx, user).await? {
        Some(cycle) => Ok(Some(session(tx, cycle).await?)),
        None => Ok(None),
    }
}

async fn session(tx: &mut Tx, cycle: LastCycle) -> Result<OwnCycle> {
    let is_open = cycle.status == CycleStatus::Open;
    let row = cash::cycle_row(tx, cycle.id).await?;
    // What went back counts against what came in, as in every other report.
    let kept = daily::methods(&cash::expected(tx, &row).await?);
    let counts = store::payments_by_method(tx, cycle.id).await?;
    let payments = store::payments_of_cycle(tx, cycle.id).await?;
    let shown = |amount: Money| (!is_open).then_some(amount);
    let method = |m: &MethodSales| {
        let own = counts.iter().filter(|c| if m.is_cash { c.is_cash } else { c.name == m.name });
        CycleMethod { name: m.name.clone(), payments: own.map(|c| c.payments).sum(), total: shown(m.net) }
    };
    Ok(OwnCycle {
        id: cycle.id,
        cashbox: cycle.cashbox,
        is_open,
        opened_at: cycle.opened_at,
        closed_at: cycle.closed_at,
        payments,
        total: shown(kept.iter().map(|m| m.net).sum()),
        difference: cycle.difference.and_then(shown),
        methods: kept.iter().map(method).collect(),
    })
}
