//! A cycle in full. Whoever counts blind sees no figure before the count that would tell what is expected.

use super::{
    count,
    expected::{CashParts, expected},
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

/// A method of the cycle; figures only for who may see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct MethodDetail {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Money>,
    /// Given back for voided payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunds: Option<Money>,
    /// Taken for debts: no sales of this cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collections: Option<Money>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Money>,
}

/// Documents of one kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentDetail {
    pub name: String,
    pub count: i64,
    pub voided_count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
}

/// Accounts at tables that nobody has paid: they carry over to the next cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenTables {
    pub count: usize,
    /// Still due on them.
    pub total: Money,
}

/// Who counted or closed, why in spite of what was known, and who allowed that.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reasoned {
    pub user_name: String,
    /// Why it was counted again, or closed with a difference.
    pub reason: Option<String>,
    /// Whose own PIN allowed it.
    pub approver_name: Option<String>,
    /// It was the company's PIN; where there is no name either, none was needed.
    pub company_pin: bool,
}

impl From<LogRow> for Reasoned {
    fn from(log: LogRow) -> Self {
        let asks =
            Role::from_id(log.role_id).is_some_and(|role| grant(role, Action::CloseWithDifference) == Grant::Pin);
        Self {
            company_pin: asks && log.reason.is_some() && log.approver_name.is_none(),
            user_name: log.user_name,
            reason: log.reason,
            approver_name: log.approver_name,
        }
    }
}

/// A count with what the action log keeps of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountDetail {
    #[serde(flatten)]
    pub count: CashCount,
    pub log: Option<Reasoned>,
}

/// Everything about a cycle.
#[derive(Debug, Serialize, ToSchema)]
pub struct CycleDetail {
    pub cycle: Cycle,
    pub methods: Vec<MethodDetail>,
    /// How the expected cash comes about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cash: Option<CashParts>,
    pub movements: Vec<Movement>,
    /// What left this cycle for voided payments, whichever cycle had taken it.
    pub refunds: Vec<Refund>,
    /// What was taken for debts, the first one first.
    pub collections: Vec<Collection>,
    /// What was sold on credit less what of it went back: nobody has it in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sold_on_credit: Option<Money>,
    pub sales_by_document: Vec<DocumentDetail>,
    /// While the cycle is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_tables: Option<OpenTables>,
    /// Every count, the first one first.
    pub counts: Vec<CountDetail>,
    /// How it was closed.
    pub closing: Option<Reasoned>,
    pub denominations: Vec<Money>,
}

/// Gathers it for this person.
pub(super) async fn cycle_detail(tx: &mut Tx, actor: &Actor, row: CycleRow, tolerance: Money) -> Result<CycleDetail> {
    let (counts, closing) = counts_and_closing(tx, &row, tolerance).await?;
    let now = expected(tx, &row).await?;
    let sees = actor.may(Action::SeeExpected) || !counts.is_empty();
    let movements = movements_store::movements_of(tx, row.id).await?;
    let refunds = ledger::refunds_of_cycle(tx, row.id).await?;
    let collections = ledger::collections_of_cycle(tx, row.id).await?;
    let documents = billing::sums_by_document(tx, row.id).await?;
    let sales_by_document = documents
        .into_iter()
        .map(|d| DocumentDetail {
            name: d.name,
            count: d.count,
            voided_count: d.voided_count,
            total: sees.then_some(d.total),
        })
        .collect();
    let methods = now.methods.into_iter().map(|m| MethodDetail {
        payment_option_id: m.payment_option_id,
        name: m.name,
        is_cash: m.is_cash,
        received: sees.then_some(m.received),
        refunds: sees.then_some(m.refunds),
        collections: sees.then_some(m.collections),
        expected: sees.then_some(m.expected),
    });
    let on_credit = now.credit.iter().map(|m| m.received - m.refunds).sum();
    let open_tables = if row.is_open() { Some(open_tables(tx, actor.app.clock().now()).await?) } else { None };
    Ok(CycleDetail {
        open_tables,
        methods: methods.collect(),
        cash: sees.then_some(now.cash),
        movements,
        refunds,
        collections,
        sold_on_credit: sees.then_some(on_credit),
        sales_by_document,
        denominations: count::denominations(),
        closing,
        cycle: Cycle { row, count: counts.last().map(|c| c.count.clone()) },
        counts,
    })
}

/// Every count, and the closing, with what the action log keeps of them.
async fn counts_and_closing(
    tx: &mut Tx,
    row: &CycleRow,
    tolerance: Money,
) -> Result<(Vec<CountDetail>, Option<Reasoned>)> {
    let (mut of_counts, mut closing) = (HashMap::new(), None);
    for log in log_store::logs(tx, row.id).await? {
        let version = log.after_value.as_ref().and_then(|value| value["version"].as_i64());
        match version {
            Some(version) => drop(of_counts.insert(version, Reasoned::from(log))),
            None if log.action_type == "CYCLE_CLOSED" => closing = Some(Reasoned::from(log)),
            None => {}
        }
    }
    let counts = store::counts(tx, row.id).await?.into_iter();
    let with_log = |row: CountRow| CountDetail { log: of_counts.remove(&row.version), count: as_count(row, tolerance) };
    Ok((counts.map(with_log).collect(), closing))
}

async fn open_tables(tx: &mut Tx, now: DateTime<Utc>) -> Result<OpenTables> {
    let open = orders::summaries(tx, Some(RequestKind::Table), now).await?;
    let occupied = open.iter().filter(|r| !r.total.is_zero());
    Ok(OpenTables { count: occupied.clone().count(), total: occupied.map(|r| r.due).sum() })
}

/// A stored count as it is told.
pub(super) fn as_count(row: CountRow, tolerance: Money) -> CashCount {
    CashCount {
        version: row.version,
        counted_at: row.counted_at,
        differences: count::differences(&row.counted, &row.expected),
        denominations: row.denominations,
        counted: row.counted,
        expected: row.expected,
        difference: row.difference,
        tolerance,
    }
}

/// Reads the differences of the last count of each of these cycles, by way to pay.
pub async fn differences(tx: &mut Tx, cycles: &[CycleId]) -> Result<HashMap<CycleId, ByMethod>> {
    let of = |row: CountRow| (row.cycle_id, count::differences(&row.counted, &row.expected));
    Ok(match cycles {
        [] => HashMap::new(),
        cycles => store::last_counts(tx, cycles).await?.into_iter().map(of).collect(),
    })
}

/// One cycle with its last count.
pub(super) async fn cycle_with_count(tx: &mut Tx, row: CycleRow, tolerance: Money) -> Result<Cycle> {
    let count = store::last_counts(tx, &[row.id]).await?.pop();
    Ok(Cycle { row, count: count.map(|c| as_count(c, tolerance)) })
}

/// Many cycles with their last counts, in the order given.
pub(super) async fn cycles_with_counts(tx: &mut Tx, rows: Vec<CycleRow>, tolerance: Money) -> Result<Vec<Cycle>> {
    let ids: Vec<_> = rows.iter().map(|r| r.id).collect();
    let mut counts = store::last_counts(tx, &ids).await?;
    let with_count = |row: CycleRow| {
        let at = counts.iter().position(|c| c.cycle_id == row.id);
        Cycle { count: at.map(|at| as_count(counts.swap_remove(at), tolerance)), row }
    };
    Ok(rows.into_iter().map(with_count).collect())
}
