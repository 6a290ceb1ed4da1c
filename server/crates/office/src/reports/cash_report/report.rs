//! The report. Shortages and surpluses are summed separately, because one does not offset the other.

use super::cycles;
use crate::reports::{
    cashier_filter::CashierFilter,
    span::DaySpan,
    store::{self, CycleQuery},
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

/// The most cycles of a report: three years of four cash boxes.
const MAX_CYCLES: i64 = 5_000;

/// A cash cycle. Users who may see expected amounts also get open cycles; for others those are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CashCycle {
    pub id: CycleId,
    pub business_day: NaiveDate,
    pub cashbox_id: CashboxId,
    pub cashbox_name: String,
    pub turn_name: String,
    pub user_id: UserId,
    pub user_name: String,
    /// The user who approved closing it with its difference.
    pub approver_name: Option<String>,
    pub status: CycleStatus,
    pub opened_at: DateTime<Utc>,
    /// The amount with which the same cash box was closed before; null where it never was. The opening amount may differ.
    pub left_before: Option<Money>,
    pub closed_at: Option<DateTime<Utc>>,
    pub difference_reason: Option<String>,
    /// Whether the office has not reviewed the difference yet.
    pub to_review: bool,
    /// The payment methods that were short (negative) or over.
    #[row(skip)]
    pub differences: Vec<MethodDifference>,
    #[serde(flatten)]
    #[row(skip)]
    pub sums: CashSums,
}

/// The counted amount of a payment method less the expected one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodDifference {
    pub name: String,
    pub is_cash: bool,
    pub amount: Money,
}

/// Sums of cash cycles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashSums {
    pub opening: Money,
    /// Cash of sales, less change.
    pub cash: Money,
    /// Cash refunded.
    pub refunds: Money,
    /// Cash of collected debts.
    pub collections: Money,
    pub entries: Money,
    pub expenses: Money,
    /// The expected cash.
    pub expected: Money,
    /// The counted cash; null where nothing is counted yet.
    pub counted: Option<Money>,
    /// Receipts less refunds of other methods, which are in no drawer.
    pub others: Money,
    /// The amounts missing in closed cycles, by method: a surplus of another method does not offset them.
    pub short: Money,
    /// The surpluses in closed cycles.
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

/// The cycles of a person or of a cash box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashGroup {
    pub id: i64,
    pub name: String,
    pub cycles: i64,
    /// The cycles closed with a difference.
    pub with_difference: i64,
    pub short: Money,
    pub over: Money,
}

/// The cycles of a business day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashDay {
    pub date: NaiveDate,
    pub cycles: i64,
    pub short: Money,
    pub over: Money,
}

/// An open cycle, with nothing but its names.
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
    /// Whether the last day is not over.
    pub is_partial: bool,
    pub cycles_count: i64,
    pub open_count: i64,
    /// All open cycles, also for users who may not see expected amounts, the earliest first.
    pub still_open: Vec<StillOpen>,
    /// The part of `totals.expected` in open cycles, which nobody has counted.
    pub open_expected: Money,
    pub with_difference: i64,
    pub to_review: i64,
    pub totals: CashSums,
    /// The latest first.
    pub cycles: Vec<CashCycle>,
    /// All days in order.
    pub days: Vec<CashDay>,
    /// The people, the largest shortage first.
    pub people: Vec<CashGroup>,
    pub cashboxes: Vec<CashGroup>,
}

/// The query of the report with its context.
#[derive(Debug, Clone, Copy)]
pub(in crate::reports) struct CashReportQuery {
    pub span: DaySpan,
    pub cashier: CashierFilter,
    /// Whether to leave out open cycles, whose expected amounts not everybody may see.
    pub only_closed: bool,
    pub today: NaiveDate,
}

pub(in crate::reports) async fn load_report(tx: &mut Tx, query: CashReportQuery) -> Result<CashReport> {
    let (user, cashbox) = (query.cashier.user_id, query.cashier.cashbox_id);
    let criteria = CycleQuery { days: query.span.first_and_last(), user, cashbox, only_closed: query.only_closed };
    if store::count_cycles(tx, criteria).await? > MAX_CYCLES {
        return invalid("end_date", "Son más de 5000 cajas: elige menos días, o una persona.").err();
    }
    let found = store::list_cycles(tx, criteria, MAX_CYCLES).await?;
    let cycles = cycles::complete_cycles(tx, found, criteria).await?;
    let mut totals = CashSums::default();
    cycles.iter().for_each(|cycle| totals.add(&cycle.sums));
    let count = |which: &dyn Fn(&&CashCycle) -> bool| to_i64(cycles.iter().filter(which).count());
    let day = |date: NaiveDate| {
        let group = sum_group(0, String::new(), cycles.iter().filter(|c| c.business_day == date));
        CashDay { date, cycles: group.cycles, short: group.short, over: group.over }
    };
    Ok(CashReport {
        start_date: query.span.first,
        end_date: query.span.last,
        is_partial: query.span.last >= query.today,
        cycles_count: to_i64(cycles.len()),
        open_expected: cycles.iter().filter(|c| c.status == CycleStatus::Open).map(|c| c.sums.expected).sum(),
        still_open: store::list_open_cycles(tx, criteria).await?,
        open_count: count(&|c| c.status == CycleStatus::Open),
        with_difference: count(&|c| has_difference(c)),
        to_review: count(&|c| c.to_review),
        totals,
        days: query.span.first.iter_days().take_while(|d| *d <= query.span.last).map(day).collect(),
        people: group_by(&cycles, |c| (c.user_id.0, &c.user_name)),
        cashboxes: group_by(&cycles, |c| (c.cashbox_id.0, &c.cashbox_name)),
        cycles,
    })
}

/// The numbers of closed, open and differing drawers of some days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawerCounts {
    pub closed: i64,
    pub open: i64,
    /// The cycles closed with a difference.
    pub with_difference: i64,
}

/// Loads the state of the drawers of some days; with `only_closed`, open ones are left out.
pub async fn load_drawer_counts(
    tx: &mut Tx,
    span: DaySpan,
    today: NaiveDate,
    only_closed: bool,
) -> Result<DrawerCounts> {
    let found =
        load_report(tx, CashReportQuery { span, cashier: CashierFilter::default(), only_closed, today }).await?;
    let (open, with_difference) = (found.open_count, found.with_difference);
    Ok(DrawerCounts { closed: found.cycles_count - open, open, with_difference })
}

fn has_difference(cycle: &CashCycle) -> bool {
    !cycle.sums.short.is_zero() || !cycle.sums.over.is_zero()
}

fn to_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn sum_group<'c>(id: i64, name: String, cycles: impl Iterator<Item = &'c CashCycle>) -> CashGroup {
    let nothing = CashGroup { id, name, cycles: 0, with_difference: 0, short: Money::ZERO, over: Money::ZERO };
    cycles.fold(nothing, |mut group, cycle| {
        group.cycles += 1;
        group.with_difference += i64::from(has_difference(cycle));
        group.short += cycle.sums.short;
        group.over += cycle.sums.over;
        group
    })
}

fn group_by(cycles: &[CashCycle], key: impl Fn(&CashCycle) -> (i64, &String)) -> Vec<CashGroup> {
    let mut groups = BTreeMap::<i64, (String, Vec<&CashCycle>)>::new();
    for cycle in cycles {
        let (id, name) = key(cycle);
        groups.entry(id).or_insert_with(|| (name.clone(), Vec::new())).1.push(cycle);
    }
    let mut groups: Vec<CashGroup> =
        groups.into_iter().map(|(id, (name, cycles))| sum_group(id, name, cycles.into_iter())).collect();
    groups.sort_by(|a, b| (b.short, b.over).cmp(&(a.short, a.over)).then_with(|| a.name.cmp(&b.name)));
    groups
}
