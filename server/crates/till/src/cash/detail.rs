//! The details of a cycle. Users who count blind see no figure that would disclose the expected amount before their count.

use super::{
    count,
    expected::{CashParts, load_expected_balances},
    log_store::{self, LogRow},
    model::{ByMethod, CashCount, Cycle, CycleRow, Movement},
    movements_store,
    store::{self, CountRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CycleId, PaymentOptionId},
    money::Money,
};
use comanda_invoicing::billing;
use comanda_ledgers::{
    ledger,
    ledger::{Collection, Refund},
};
use comanda_orders::orders::{self, RequestKind};
use comanda_platform::use_case::{Action, Actor, Grant, Role, grant};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A payment method of the cycle; amounts only for users who may see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct MethodDetail {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Money>,
    /// The refunds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunds: Option<Money>,
    /// The debts collected, which are no sales of this cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collections: Option<Money>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Money>,
}

/// The documents of one kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentDetail {
    pub name: String,
    pub count: i64,
    pub voided_count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
}

/// The unpaid accounts at tables, which carry over to the next cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenTables {
    pub count: usize,
    /// The amount still due on them.
    pub total: Money,
}

/// The user who counted or closed, the reason, and the user who allowed it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reasoned {
    pub user_name: String,
    /// The reason for a recount or for closing with a difference.
    pub reason: Option<String>,
    /// The name of the person who allowed it by their own PIN.
    pub approver_name: Option<String>,
    /// Whether the PIN of the company allowed it; without it and without a name, no approval was needed.
    pub company_pin: bool,
}

impl From<LogRow> for Reasoned {
    fn from(log: LogRow) -> Self {
        let needs_pin =
            Role::from_id(log.role_id).is_some_and(|role| grant(role, Action::CloseWithDifference) == Grant::Pin);
        Self {
            company_pin: needs_pin && log.reason.is_some() && log.approver_name.is_none(),
            user_name: log.user_name,
            reason: log.reason,
            approver_name: log.approver_name,
        }
    }
}

/// A count with its entry in the action log.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountDetail {
    #[serde(flatten)]
    pub count: CashCount,
    pub log: Option<Reasoned>,
}

/// The details of a cycle.
#[derive(Debug, Serialize, ToSchema)]
pub struct CycleDetail {
    pub cycle: Cycle,
    pub methods: Vec<MethodDetail>,
    /// The parts of the expected cash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cash: Option<CashParts>,
    pub movements: Vec<Movement>,
    /// The refunds paid out of this cycle, whichever cycle had received the payments.
    pub refunds: Vec<Refund>,
    /// The debts collected, the first one first.
    pub collections: Vec<Collection>,
    /// The sales on credit less what was taken back; nobody has this money in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sold_on_credit: Option<Money>,
    pub sales_by_document: Vec<DocumentDetail>,
    /// The tips collected beside the documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tips: Option<Money>,
    /// The open tables, while the cycle is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_tables: Option<OpenTables>,
    /// All counts, the first one first.
    pub counts: Vec<CountDetail>,
    /// The closing of the cycle.
    pub closing: Option<Reasoned>,
    pub denominations: Vec<Money>,
}

/// Loads the details of a cycle that the user may see.
pub(super) async fn load_cycle_detail(
    tx: &mut Tx,
    actor: &Actor,
    row: CycleRow,
    tolerance: Money,
) -> Result<CycleDetail> {
    let (counts, closing) = load_counts_and_closing(tx, &row, tolerance).await?;
    let now = load_expected_balances(tx, &row).await?;
    let may_see_amounts = actor.can_without_pin(Action::SeeExpected) || !counts.is_empty();
    let movements = movements_store::list_movements_of_cycle(tx, row.id).await?;
    let refunds = ledger::list_refunds_of_cycle(tx, row.id).await?;
    let collections = ledger::list_collections_of_cycle(tx, row.id).await?;
    let documents = billing::load_sums_by_kind(tx, row.id).await?;
    let (tips, _) = ledger::sum_tips_and_rounding(tx, row.id).await?;
    let sales_by_document = documents
        .into_iter()
        .map(|d| DocumentDetail {
            name: d.name,
            count: d.count,
            voided_count: d.voided_count,
            total: may_see_amounts.then_some(d.total),
        })
        .collect();
    let methods = now.methods.into_iter().map(|m| MethodDetail {
        payment_option_id: m.payment_option_id,
        name: m.name,
        is_cash: m.is_cash,
        received: may_see_amounts.then_some(m.received),
        refunds: may_see_amounts.then_some(m.refunds),
        collections: may_see_amounts.then_some(m.collections),
        expected: may_see_amounts.then_some(m.expected),
    });
    let on_credit = now.credit.iter().map(|m| m.received - m.refunds).sum();
    let open_tables = if row.is_open() { Some(load_open_tables(tx, actor.app.clock().now()).await?) } else { None };
    Ok(CycleDetail {
        open_tables,
        methods: methods.collect(),
        cash: may_see_amounts.then_some(now.cash),
        movements,
        refunds,
        collections,
        sold_on_credit: may_see_amounts.then_some(on_credit),
        sales_by_document,
        tips: may_see_amounts.then_some(tips),
        denominations: count::denominations(),
        closing,
        cycle: Cycle { row, count: counts.last().map(|c| c.count.clone()) },
        counts,
    })
}

/// Loads all counts and the closing, with their entries in the action log.
async fn load_counts_and_closing(
    tx: &mut Tx,
    row: &CycleRow,
    tolerance: Money,
) -> Result<(Vec<CountDetail>, Option<Reasoned>)> {
    let (mut logs_by_version, mut closing) = (HashMap::new(), None);
    for log in log_store::list_count_logs(tx, row.id).await? {
        let version = log.after_value.as_ref().and_then(|value| value["version"].as_i64());
        match version {
            Some(version) => drop(logs_by_version.insert(version, Reasoned::from(log))),
            None if log.action_type == "CYCLE_CLOSED" => closing = Some(Reasoned::from(log)),
            None => {}
        }
    }
    let counts = store::list_counts(tx, row.id).await?.into_iter();
    let add_log = |row: CountRow| CountDetail {
        log: logs_by_version.remove(&row.count.version),
        count: to_cash_count(row, tolerance),
    };
    Ok((counts.map(add_log).collect(), closing))
}

async fn load_open_tables(tx: &mut Tx, now: DateTime<Utc>) -> Result<OpenTables> {
    let open = orders::list_open_summaries(tx, Some(RequestKind::Table), now).await?;
    let occupied = open.iter().filter(|r| !r.total.is_zero());
    Ok(OpenTables { count: occupied.clone().count(), total: occupied.map(|r| r.due).sum() })
}

/// Converts a stored count for the API.
pub(super) fn to_cash_count(row: CountRow, tolerance: Money) -> CashCount {
    CashCount { tolerance, ..row.count }
}

/// Loads the differences of the last count of each of these cycles, by payment method.
pub async fn load_differences(tx: &mut Tx, cycles: &[CycleId]) -> Result<HashMap<CycleId, ByMethod>> {
    let differences = |row: CountRow| (row.cycle_id, row.count.differences);
    Ok(match cycles {
        [] => HashMap::new(),
        cycles => store::list_last_counts(tx, cycles).await?.into_iter().map(differences).collect(),
    })
}

/// Adds its last count to a cycle.
pub(super) async fn load_cycle_with_count(tx: &mut Tx, row: CycleRow, tolerance: Money) -> Result<Cycle> {
    let count = store::list_last_counts(tx, &[row.id]).await?.pop();
    Ok(Cycle { row, count: count.map(|c| to_cash_count(c, tolerance)) })
}

/// Adds their last counts to cycles, keeping the order.
pub(super) async fn load_cycles_with_counts(tx: &mut Tx, rows: Vec<CycleRow>, tolerance: Money) -> Result<Vec<Cycle>> {
    let ids: Vec<_> = rows.iter().map(|r| r.id).collect();
    let mut counts = store::list_last_counts(tx, &ids).await?;
    let add_count = |row: CycleRow| {
        let at = counts.iter().position(|c| c.cycle_id == row.id);
        Cycle { count: at.map(|at| to_cash_count(counts.swap_remove(at), tolerance)), row }
    };
    Ok(rows.into_iter().map(add_count).collect())
}
