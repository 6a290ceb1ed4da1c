//! The report. Shortages and surpluses are added up apart: one does not make good the other.

use super::cycles;
use crate::reports::{
    of_person::OfPerson,
    span::Span,
    store::{self, WantedCycles},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{CashboxId, CycleId, UserId},
    money::Money,
};
use comanda_till::cash::CycleStatus;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Three years of four cash boxes.
const MAX_CYCLES: i64 = 5_000;

/// A cycle. What it comes to is said while it is open too, to those who may know; to others open ones are not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashCycle {
    pub id: CycleId,
    pub business_day: NaiveDate,
    pub cashbox_id: CashboxId,
    pub cashbox_name: String,
    pub turn_name: String,
    pub user_id: UserId,
    pub user_name: String,
    /// Who agreed to close it with its difference.
    pub approver_name: Option<String>,
    pub status: CycleStatus,
    pub opened_at: DateTime<Utc>,
    /// What the same cash box was closed with before; null where it was never. It may have been opened with another amount.
    pub left_before: Option<Money>,
    pub closed_at: Option<DateTime<Utc>>,
    pub difference_reason: Option<String>,
    /// Nobody of the office has looked at its difference yet.
    pub to_review: bool,
    /// By which ways to pay it was closed with less (negative) or more than there should be.
    pub differences: Vec<MethodDifference>,
    #[serde(flatten)]
    pub sums: CashSums,
}

/// What was counted of a way to pay less what should have been there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodDifference {
    pub name: String,
    pub is_cash: bool,
    pub amount: Money,
}

/// What cycles come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashSums {
    pub opening: Money,
    /// Cash of sales, less change.
    pub cash: Money,
    /// Cash given back.
    pub refunds: Money,
    /// Cash collected of debts.
    pub collections: Money,
    pub entries: Money,
    pub expenses: Money,
    /// Cash that should be there.
    pub expected: Money,
    /// Cash that was counted; null where nothing is counted yet.
    pub counted: Option<Money>,
    /// What came in otherwise, less what went back so: in no drawer.
    pub others: Money,
    /// What was missing in closed cycles, each way to pay for itself: what another one had too much does not make it good.
    pub short: Money,
    /// What was too much in closed cycles.
    pub over: Money,
}

impl CashSums {
    fn add(&mut self, o: &Self) {
        self.opening += o.opening;
        self.cash += o.cash;
        self.refunds += o.refunds;
        self.collections += o.collections;
        self.entries += o.entries;
        self.expenses += o.expenses;
        self.expected += o.expected;
        self.counted = self.counted.map(|sum| sum + o.counted.unwrap_or_default()).or(o.counted);
        self.others += o.others;
        self.short += o.short;
        self.over += o.over;
    }
}

/// Cycles of a person or of a cash box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashGroup {
    pub id: i64,
    pub name: String,
    pub cycles: i64,
    /// Closed with more or less than there should be.
    pub with_difference: i64,
    pub short: Money,
    pub over: Money,
}

/// A business day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashDay {
    pub date: NaiveDate,
    pub cycles: i64,
    pub short: Money,
    pub over: Money,
}

/// A cycle that is still open, of which nothing else is said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct StillOpen {
    pub id: CycleId,
    pub cashbox_name: String,
    pub user_name: String,
}

/// Answer of `GET /cash-report`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CashReport {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// The last day is not over.
    pub is_partial: bool,
    pub cycles_count: i64,
    pub open_count: i64,
    /// All that are open, also for those who may not know what they should hold: the first one first.
    pub still_open: Vec<StillOpen>,
    /// Of `totals.expected`: what open cycles should hold, which nobody has counted.
    pub open_expected: Money,
    pub with_difference: i64,
    pub to_review: i64,
    pub totals: CashSums,
    /// The latest first.
    pub cycles: Vec<CashCycle>,
    /// All days in order.
    pub days: Vec<CashDay>,
    /// The shortest first.
    pub people: Vec<CashGroup>,
    pub cashboxes: Vec<CashGroup>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(in crate::reports) struct Asked {
    pub span: Span,
    pub of: OfPerson,
    /// Without those that are open: what they should hold is not for everybody.
    pub only_closed: bool,
    pub today: NaiveDate,
}

pub(in crate::reports) async fn report(tx: &mut Tx, asked: Asked) -> Result<CashReport> {
    let (user, cashbox) = (asked.of.user_id, asked.of.cashbox_id);
    let wanted = WantedCycles { days: asked.span.pair(), user, cashbox, only_closed: asked.only_closed };
    if store::count_of_cycles(tx, wanted).await? > MAX_CYCLES {
        return invalid("end_date", "Son más de 5000 cajas: elige menos días, o una persona.").err();
    }
    let found = store::cycles_of_span(tx, wanted, MAX_CYCLES).await?;
    let cycles = cycles::with_sums(tx, found, wanted).await?;
    let mut totals = CashSums::default();
    cycles.iter().for_each(|cycle| totals.add(&cycle.sums));
    let count = |which: &dyn Fn(&&CashCycle) -> bool| whole(cycles.iter().filter(which).count());
    let day = |date: NaiveDate| {
        let group = group(0, String::new(), cycles.iter().filter(|c| c.business_day == date));
        CashDay { date, cycles: group.cycles, short: group.short, over: group.over }
    };
    Ok(CashReport {
        start_date: asked.span.first,
        end_date: asked.span.last,
        is_partial: asked.span.last >= asked.today,
        cycles_count: whole(cycles.len()),
        open_expected: cycles.iter().filter(|c| c.status == CycleStatus::Open).map(|c| c.sums.expected).sum(),
        still_open: store::open_cycles_of_span(tx, wanted).await?,
        open_count: count(&|c| c.status == CycleStatus::Open),
        with_difference: count(&|c| differs(c)),
        to_review: count(&|c| c.to_review),
        totals,
        days: asked.span.first.iter_days().take_while(|d| *d <= asked.span.last).map(day).collect(),
        people: grouped(&cycles, |c| (c.user_id.0, &c.user_name)),
        cashboxes: grouped(&cycles, |c| (c.cashbox_id.0, &c.cashbox_name)),
        cycles,
    })
}

/// How the drawers of some days were closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashStanding {
    pub closed: i64,
    pub open: i64,
    /// Closed with more or less cash than there should be.
    pub with_difference: i64,
}

/// With the open ones only for those who may know of them.
pub async fn cash_standing(tx: &mut Tx, span: Span, today: NaiveDate, only_closed: bool) -> Result<CashStanding> {
    let found = report(tx, Asked { span, of: OfPerson::default(), only_closed, today }).await?;
    let (open, with_difference) = (found.open_count, found.with_difference);
    Ok(CashStanding { closed: found.cycles_count - open, open, with_difference })
}

fn differs(cycle: &CashCycle) -> bool {
    !cycle.sums.short.is_zero() || !cycle.sums.over.is_zero()
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn group<'c>(id: i64, name: String, cycles: impl Iterator<Item = &'c CashCycle>) -> CashGroup {
    let nothing = CashGroup { id, name, cycles: 0, with_difference: 0, short: Money::ZERO, over: Money::ZERO };
    cycles.fold(nothing, |mut group, cycle| {
        group.cycles += 1;
        group.with_difference += i64::from(differs(cycle));
        group.short += cycle.sums.short;
        group.over += cycle.sums.over;
        group
    })
}

fn grouped(cycles: &[CashCycle], key: impl Fn(&CashCycle) -> (i64, &String)) -> Vec<CashGroup> {
    let mut of = BTreeMap::<i64, (String, Vec<&CashCycle>)>::new();
    for cycle in cycles {
        let (id, name) = key(cycle);
        of.entry(id).or_insert_with(|| (name.clone(), Vec::new())).1.push(cycle);
    }
    let mut groups: Vec<CashGroup> =
        of.into_iter().map(|(id, (name, cycles))| group(id, name, cycles.into_iter())).collect();
    groups.sort_by(|a, b| (b.short, b.over).cmp(&(a.short, a.over)).then_with(|| a.name.cmp(&b.name)));
    groups
}
