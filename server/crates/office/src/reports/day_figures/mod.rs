//! Key figures of one business day: sales, payments, cash differences and what needs attention. Every figure equals that of the report it
//! comes from.

mod tables;

pub use tables::{DayReports, load_documents_table};

use super::{
    cancellations::{self, ActFilter, ActKind},
    cash_report::{self, MethodDifference},
    cashier_filter::CashierFilter,
    payment_methods, sales,
    span::DaySpan,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::CycleId,
    money::{Money, Quantity, percent_of},
};
use comanda_invoicing::billing;
use comanda_ledgers::figures::{self, SalesFilter};
use comanda_platform::settings::Settings;
use comanda_till::cash::CycleStatus;
use serde::Serialize;
use utoipa::ToSchema;

/// The number of best-selling products listed.
const MAX_BEST_SELLERS: usize = 5;

/// The money collected by one payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayMethod {
    pub name: String,
    pub operations: i64,
    pub total: Money,
}

/// A cash box that is still open, or was closed with a difference in any payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayCash {
    pub cycle_id: CycleId,
    pub cashbox_name: String,
    pub user_name: String,
    pub is_open: bool,
    /// The sum over all payment methods that were short.
    pub short: Money,
    pub over: Money,
    /// The differences by payment method; missing amounts are negative.
    pub differences: Vec<MethodDifference>,
    pub reason: Option<String>,
}

impl DayCash {
    /// Returns the payment methods that are short (`lacking`) or over in brackets: ` (Efectivo 11.15, Yape 203.85)`. Returns an empty text
    /// where only cash differs.
    pub fn differing_methods(&self, lacking: bool) -> String {
        let all = self.differences.iter().filter(|d| d.amount.is_negative() == lacking);
        let methods: Vec<String> =
            all.map(|d| format!("{} {}", d.name, if lacking { -d.amount } else { d.amount })).collect();
        let is_plain = methods.is_empty() || self.differences.iter().all(|d| d.is_cash);
        if is_plain { String::new() } else { format!(" ({})", methods.join(", ")) }
    }
}

/// The cancellations, courtesies or reprints of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayActs {
    pub kind: ActKind,
    pub count: i64,
    pub amount: Money,
    /// The cost of goods that were made and thrown away, where known.
    pub cost: Money,
}

/// The sales of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayProduct {
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// The key figures of a business day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayFigures {
    pub date: NaiveDate,
    /// Whether the day is not over.
    pub is_partial: bool,
    /// Sales less credit notes.
    pub total: Money,
    pub documents: i64,
    /// The average total of a document; null where there is none.
    pub average: Option<Money>,
    /// The same weekday of the week before; for a day that is not over, up to the same time.
    pub before_date: NaiveDate,
    pub before: Money,
    /// The change against that day; null where it had no sales, and for a day that is not over.
    pub change_percent: Option<Quantity>,
    /// The payment methods, the highest total first.
    pub methods: Vec<DayMethod>,
    /// The total of all payment methods.
    pub collected: Money,
    /// Sales on credit, for which no money was received yet.
    pub credit: Money,
    /// The part of `collected` that was given as tips outside of documents.
    pub tips: Money,
    /// The part of `collected` that paid debts of other days.
    pub collections: Money,
    /// The cash boxes that need attention.
    pub cashboxes: Vec<DayCash>,
    /// The kinds of acts that happened.
    pub acts: Vec<DayActs>,
    /// The number of documents of any day not yet sent to SUNAT.
    pub unsent: i64,
    /// The best-selling products, the highest total first, at most five.
    pub best: Vec<DayProduct>,
}

impl DayFigures {
    /// Loads the figures of a business day as of this moment.
    ///
    /// # Errors
    /// Fails if the database does not answer or the day has more cash boxes or acts than a report allows.
    pub async fn load(tx: &mut Tx, settings: &Settings, (date, now): (NaiveDate, DateTime<Utc>)) -> Result<Self> {
        Ok(DaySources::load(tx, settings, (date, now)).await?.figures)
    }
}

/// The figures of a day, and the reports they come from.
struct DaySources {
    figures: DayFigures,
    paid: payment_methods::PaymentMethodReport,
    cash: cash_report::CashReport,
    products: sales::SalesReport,
}

impl DaySources {
    async fn load(tx: &mut Tx, settings: &Settings, (date, now): (NaiveDate, DateTime<Utc>)) -> Result<Self> {
        let (span, today) = (DaySpan { first: date, last: date }, settings.business_day(now));
        let zone = settings.time_zone;
        let query =
            sales::SalesQuery { span, by: sales::SalesCut::Product, filter: SalesFilter::default(), today, now, zone };
        // Sums by product do not count documents.
        let sold = sales::load_report(tx, sales::SalesQuery { by: sales::SalesCut::Hour, ..query }).await?;
        let products = sales::load_report(tx, query).await?;
        let cashier = CashierFilter::default();
        let paid =
            payment_methods::load_report(tx, payment_methods::PaymentMethodQuery { span, cashier, today, now }).await?;
        let cash =
            cash_report::load_report(tx, cash_report::CashReportQuery { span, cashier, only_closed: false, today })
                .await?;
        let filter = ActFilter::default();
        let settings = settings.clone();
        let acts =
            cancellations::load_report(tx, &cancellations::CancellationQuery { span, filter, today, now, settings })
                .await?;
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
            methods: paid.methods.iter().filter(|method| method.sums.operations > 0).map(day_method).collect(),
            collected: paid.totals.total,
            credit: paid.credit,
            tips: paid.tips,
            collections: paid.totals.collections,
            cashboxes: cash.cycles.iter().filter_map(day_cash).collect(),
            acts: acts.kinds.iter().filter(|sums| sums.count > 0).map(day_acts).collect(),
            unsent: billing::load_unsent(tx).await?.map_or(0, |unsent| unsent.count),
            best: products.rows.iter().filter(|row| is_dish(row)).take(MAX_BEST_SELLERS).map(day_product).collect(),
        };
        Ok(Self { figures, paid, cash, products })
    }
}

fn day_method(row: &payment_methods::MethodRow) -> DayMethod {
    DayMethod { name: row.name.clone(), operations: row.sums.operations, total: row.sums.total }
}

fn day_cash(cycle: &cash_report::CashCycle) -> Option<DayCash> {
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

fn day_acts(sums: &cancellations::ActSums) -> DayActs {
    DayActs { kind: sums.kind, count: sums.count, amount: sums.amount, cost: sums.cost }
}

fn is_dish(row: &sales::SalesReportRow) -> bool {
    figures::is_product(&row.key) && row.sums.total > Money::ZERO
}

fn day_product(row: &sales::SalesReportRow) -> DayProduct {
    DayProduct { name: row.name.clone(), quantity: row.sums.quantity, total: row.sums.total }
}
