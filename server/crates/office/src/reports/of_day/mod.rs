//! One business day in a few figures: what it came to, how it was paid, what the cash boxes lacked, what to look at. Every figure is that
//! of the report it belongs to.

mod tables;

pub use tables::{DayReports, documents_of_day};

use super::{
    cancellations::{self, ActFilter, ActKind},
    cash_report::{self, MethodDifference},
    of_person::OfPerson,
    payment_methods, sales,
    span::Span,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::CycleId,
    money::{Money, Quantity, percent_of},
};
use comanda_invoicing::billing;
use comanda_ledgers::figures::{self, Narrowed};
use comanda_platform::settings::Settings;
use comanda_till::cash::CycleStatus;
use serde::Serialize;
use utoipa::ToSchema;

/// Products that are named.
const BEST: usize = 5;

/// What one way to pay brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayMethod {
    pub name: String,
    pub operations: i64,
    pub total: Money,
}

/// A cash box that is still open, or was closed with more or less than there should be, in cash or otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayCash {
    pub cycle_id: CycleId,
    pub cashbox_name: String,
    pub user_name: String,
    pub is_open: bool,
    /// Of all ways to pay that lacked something.
    pub short: Money,
    pub over: Money,
    /// Way by way: what was missing is negative.
    pub differences: Vec<MethodDifference>,
    pub reason: Option<String>,
}

impl DayCash {
    /// The ways to pay that lack something, or have too much, in brackets: ` (Efectivo 11.15, Yape 203.85)`. Cash alone goes without saying.
    pub fn named(&self, lacking: bool) -> String {
        let all = self.differences.iter().filter(|d| d.amount.is_negative() == lacking);
        let ways: Vec<String> =
            all.map(|d| format!("{} {}", d.name, if lacking { -d.amount } else { d.amount })).collect();
        let is_plain = ways.is_empty() || self.differences.iter().all(|d| d.is_cash);
        if is_plain { String::new() } else { format!(" ({})", ways.join(", ")) }
    }
}

/// What was taken off, given away or repeated, of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayActs {
    pub kind: ActKind,
    pub count: i64,
    pub amount: Money,
    /// Of goods that were made and thrown away, where that is known.
    pub cost: Money,
}

/// What was sold of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayProduct {
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// A business day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayFigures {
    pub date: NaiveDate,
    /// The day is not over.
    pub is_partial: bool,
    /// Sold, less credit notes.
    pub total: Money,
    pub documents: i64,
    /// For each document; null where there is none.
    pub average: Option<Money>,
    /// The same weekday of the week before; until the same time, of a day that is not over.
    pub before_date: NaiveDate,
    pub before: Money,
    /// Against it; null where it was nothing, and of a day that is not over.
    pub change_percent: Option<Quantity>,
    /// The most first.
    pub methods: Vec<DayMethod>,
    /// Of all of them.
    pub collected: Money,
    /// Sold on credit: no money yet.
    pub credit: Money,
    /// Of `collected`: given beside the documents.
    pub tips: Money,
    /// Of `collected`: debts of other days.
    pub collections: Money,
    /// Those that somebody has to look at.
    pub cashboxes: Vec<DayCash>,
    /// Kinds that happened.
    pub acts: Vec<DayActs>,
    /// Documents of any day that SUNAT has not got.
    pub unsent: i64,
    /// The most first, at most five.
    pub best: Vec<DayProduct>,
}

impl DayFigures {
    /// Reads a business day as it is known at this moment.
    ///
    /// # Errors
    /// The database does not answer, or the day has more cash boxes or acts than a report takes.
    pub async fn load(tx: &mut Tx, settings: &Settings, (date, now): (NaiveDate, DateTime<Utc>)) -> Result<Self> {
        Ok(Sources::load(tx, settings, (date, now)).await?.figures)
    }
}

/// The figures of a day, and the reports that they were taken from.
struct Sources {
    figures: DayFigures,
    paid: payment_methods::PaymentMethodReport,
    cash: cash_report::CashReport,
    products: sales::SalesReport,
}

impl Sources {
    async fn load(tx: &mut Tx, settings: &Settings, (date, now): (NaiveDate, DateTime<Utc>)) -> Result<Self> {
        let (span, today) = (Span { first: date, last: date }, settings.business_day(now));
        let zone = settings.time_zone;
        let asked =
            sales::Asked { span, by: sales::SalesCut::Product, narrowed: Narrowed::default(), today, now, zone };
        // Sums by product know of no documents.
        let sold = sales::report(tx, sales::Asked { by: sales::SalesCut::Hour, ..asked }).await?;
        let products = sales::report(tx, asked).await?;
        let of = OfPerson::default();
        let paid = payment_methods::report(tx, payment_methods::Asked { span, of, today, now }).await?;
        let cash = cash_report::report(tx, cash_report::Asked { span, of, only_closed: false, today }).await?;
        let filter = ActFilter::default();
        let settings = settings.clone();
        let acts = cancellations::report(tx, &cancellations::Asked { span, filter, today, now, settings }).await?;
        let is_partial = date >= today;
        let change = percent_of(sold.totals.total - sold.before.total, sold.before.total);
        let figures = DayFigures {
            date,
            is_partial,
            total: sold.totals.total,
            documents: sold.totals.documents,
            average: sold.totals.average,
            before_date: sold.before_start_date,
            before: sold.before.total,
            change_percent: change.filter(|_| !is_partial),
            methods: paid.methods.iter().filter(|method| method.sums.operations > 0).map(method).collect(),
            collected: paid.totals.total,
            credit: paid.credit,
            tips: paid.tips,
            collections: paid.totals.collections,
            cashboxes: cash.cycles.iter().filter_map(cashbox).collect(),
            acts: acts.kinds.iter().filter(|sums| sums.count > 0).map(act).collect(),
            unsent: billing::not_sent(tx).await?.map_or(0, |unsent| unsent.count),
            best: products.rows.iter().filter(|row| is_dish(row)).take(BEST).map(product).collect(),
        };
        Ok(Self { figures, paid, cash, products })
    }
}

fn method(row: &payment_methods::MethodRow) -> DayMethod {
    DayMethod { name: row.name.clone(), operations: row.sums.operations, total: row.sums.total }
}

fn cashbox(cycle: &cash_report::CashCycle) -> Option<DayCash> {
    let is_open = cycle.status == CycleStatus::Open;
    let (short, over) = (cycle.sums.short, cycle.sums.over);
    (is_open || !short.is_zero() || !over.is_zero()).then(|| DayCash {
        cycle_id: cycle.id,
        cashbox_name: cycle.cashbox_name.clone(),
        user_name: cycle.user_name.clone(),
        is_open,
        short,
        over,
        differences: cycle.differences.clone(),
        reason: cycle.difference_reason.clone().filter(|reason| !reason.is_empty()),
    })
}

fn act(sums: &cancellations::ActSums) -> DayActs {
    DayActs { kind: sums.kind, count: sums.count, amount: sums.amount, cost: sums.cost }
}

fn is_dish(row: &sales::SalesReportRow) -> bool {
    figures::is_product(&row.key) && row.sums.total > Money::ZERO
}

fn product(row: &sales::SalesReportRow) -> DayProduct {
    DayProduct { name: row.name.clone(), quantity: row.sums.quantity, total: row.sums.total }
}
