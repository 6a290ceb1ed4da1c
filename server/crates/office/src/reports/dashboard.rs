//! The first screen: the house for those who run it, a waiter's own accounts, a cashier's own cash box.

use super::{
    attention::{self, Attention, AttentionContext},
    figures::{self, DaySales, LowStock, OpenCashbox, OwnCycle, SalesThen, SalesToday, TopProduct},
    sales::report::round_to_thousandths,
    store,
};
use chrono::{DateTime, Days, Duration, NaiveDate, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::Tx,
    error::Result,
    ids::UserId,
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{self, Unsent};
use comanda_ledgers::figures::{self as sold, Cut, SalesFilter, Sums};
use comanda_orders::orders::{self, RequestSummary, kitchen_source};
use comanda_platform::{
    settings::Settings,
    use_case::{Actor, Role},
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// The days of the bar chart: the last 7 and the 7 before.
const CHART_DAYS: u64 = 14;
const TOP_PRODUCTS: usize = 7;

/// The part of the house that the figures cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Scope {
    House,
    /// The accounts that one waiter attends.
    Own,
    /// One cashier's cash cycle; without amounts while it is open, so that the drawer is counted blind.
    Cycle,
    /// The kitchen's dishes, without money.
    Kitchen,
}

impl Scope {
    /// Returns the scope of a role. Every role is listed, so that a new one sees the whole house only by decision.
    pub(super) const fn for_role(role: Role) -> Self {
        match role {
            Role::Admin | Role::Supervisor | Role::Accountant => Self::House,
            Role::Waiter => Self::Own,
            Role::Cashier => Self::Cycle,
            Role::Production => Self::Kitchen,
        }
    }
    /// Loads the open accounts within this scope.
    pub(super) async fn load_open_accounts(
        self,
        tx: &mut Tx,
        user: UserId,
        now: DateTime<Utc>,
    ) -> Result<Vec<RequestSummary>> {
        let mut open = match self {
            Self::Kitchen => Vec::new(),
            Self::House | Self::Own | Self::Cycle => orders::list_open_summaries(tx, None, now).await?,
        };
        open.retain(|request| self != Self::Own || request.attendant_id == user);
        Ok(open)
    }
}

/// The accounts that are open now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OpenAccounts {
    pub count: usize,
    pub total: Money,
}

/// The tables that are occupied now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TablesNow {
    pub occupied: usize,
    pub total: i64,
}

impl TablesNow {
    pub(super) fn new(open: &[RequestSummary], total: i64) -> Self {
        Self { occupied: open.iter().filter(|r| r.table_id.is_some()).count(), total }
    }
}

/// The first screen of the office. Parts outside the user's scope are null or empty.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Dashboard {
    pub scope: Scope,
    pub business_day: NaiveDate,
    pub sales_today: Option<SalesToday>,
    pub sales_same_day_last_week: Option<SalesThen>,
    pub open_accounts: OpenAccounts,
    pub tables: TablesNow,
    pub cashboxes_open: i64,
    pub cashboxes: Vec<OpenCashbox>,
    /// The last 7 days and the 7 before, the oldest first, including days without sales.
    pub by_day: Vec<DaySales>,
    /// The products of the last 7 days, the most sold first.
    pub top_products: Vec<TopProduct>,
    pub low_stock: LowStock,
    /// Boletas and facturas not yet sent to the tax authority; null where nothing is sent electronically.
    pub documents_not_sent: Option<Unsent>,
    /// The user's open cash cycle at a cash box, else their last one.
    pub cycle: Option<OwnCycle>,
    /// The notices that need this user's attention, the worst first; empty only where nothing does.
    pub attention: Vec<Attention>,
}

pub(super) async fn load_dashboard(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>) -> Result<Dashboard> {
    let settings = Settings::load(tx).await?;
    let scope = Scope::for_role(actor.role);
    let today = settings.business_day(now);
    let open = scope.load_open_accounts(tx, actor.user_id, now).await?;
    let waiting = kitchen_source::list_waiting_dishes(tx, now - Duration::hours(settings.hour_production), now).await?;
    let tables = store::count_tables(tx).await?;
    let mut board = Dashboard {
        scope,
        business_day: today,
        sales_today: None,
        sales_same_day_last_week: None,
        open_accounts: OpenAccounts { count: open.len(), total: open.iter().map(|r| r.due).sum() },
        tables: TablesNow::new(&open, tables),
        cashboxes_open: 0,
        cashboxes: Vec::new(),
        by_day: Vec::new(),
        top_products: Vec::new(),
        low_stock: LowStock::default(),
        documents_not_sent: None,
        cycle: None,
        attention: Vec::new(),
    };
    match scope {
        Scope::House => {
            fill_sales(tx, &mut board, None, (now, settings.time_zone)).await?;
            fill_company(tx, &mut board).await?;
        }
        Scope::Own => fill_sales(tx, &mut board, Some(actor.user_id), (now, settings.time_zone)).await?,
        Scope::Cycle => board.cycle = figures::load_own_cycle(tx, actor.user_id).await?,
        Scope::Kitchen => {}
    }
    let context = AttentionContext { actor, settings: &settings, today, now, open: &open, waiting: &waiting };
    board.attention = attention::load_notices(tx, &context).await?;
    Ok(board)
}

/// Fills in the sales of everybody or of the accounts of one waiter.
async fn fill_sales(
    tx: &mut Tx,
    board: &mut Dashboard,
    attendant: Option<UserId>,
    (now, zone): (DateTime<Utc>, Tz),
) -> Result<()> {
    let today = board.business_day;
    let first = days_before(today, CHART_DAYS - 1);
    let (total, count) = store::sum_sold_until(tx, attendant, today, now).await?;
    let then = store::sum_sold_until(tx, attendant, days_before(today, 7), now - Duration::days(7)).await?;
    board.sales_today = Some(SalesToday { total, count, average: figures::average_amount(total, count) });
    board.sales_same_day_last_week = Some(SalesThen { total: then.0, count: then.1 });
    board.by_day = every_day(first, store::list_daily_totals(tx, attendant, first, today).await?);
    board.top_products = load_top_products(tx, attendant, (days_before(today, 6), today), zone).await?;
    Ok(())
}

/// Loads the products with the most units sold, at all accounts or at those of one waiter.
async fn load_top_products(
    tx: &mut Tx,
    attendant: Option<UserId>,
    span: (NaiveDate, NaiveDate),
    zone: Tz,
) -> Result<Vec<TopProduct>> {
    let sales_filter = SalesFilter { attendant, ..SalesFilter::default() };
    let mut sums = HashMap::<String, Sums>::new();
    for day in sold::load_day_sums(tx, span, Cut::Product, &sales_filter, zone).await? {
        *sums.entry(day.key).or_default() += day.sums;
    }
    let names = store::load_product_names_with_unit(tx).await?;
    let named = |(key, sums): (String, Sums)| TopProduct {
        name: names.get(&key).cloned().unwrap_or_default(),
        quantity: round_to_thousandths(sums.quantity),
        total: sums.total,
    };
    let is_sold = |(key, sums): &(String, Sums)| sold::is_product(key) && sums.quantity > Quantity::ZERO;
    let mut products: Vec<TopProduct> = sums.into_iter().filter(is_sold).map(named).collect();
    products.sort_by(|a, b| (b.quantity, b.total, &a.name).cmp(&(a.quantity, a.total, &b.name)));
    products.truncate(TOP_PRODUCTS);
    Ok(products)
}

/// Fills in what only those who run the house see.
async fn fill_company(tx: &mut Tx, board: &mut Dashboard) -> Result<()> {
    board.cashboxes = store::list_open_cashboxes(tx).await?;
    board.cashboxes_open = board.cashboxes.len() as i64;
    board.low_stock = store::load_low_stock(tx).await?;
    board.documents_not_sent = billing::load_unsent(tx).await?;
    Ok(())
}

fn days_before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

/// Returns all days from the first on, in order, with their sales.
fn every_day(first: NaiveDate, sold: Vec<(NaiveDate, Money)>) -> Vec<DaySales> {
    let sold: HashMap<NaiveDate, Money> = sold.into_iter().collect();
    let days = (0..CHART_DAYS).filter_map(|n| first.checked_add_days(Days::new(n)));
    days.map(|day| DaySales { day, total: sold.get(&day).copied().unwrap_or_default() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_without_sales_are_there_too() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 11, n).unwrap();
        let days = every_day(day(8), vec![(day(10), Money::units(5)), (day(21), Money::units(7))]);
        assert_eq!(days.len(), 14);
        assert_eq!((days[0].day, days[0].total), (day(8), Money::ZERO));
        assert_eq!((days[2].total, days[13].total), (Money::units(5), Money::units(7)));
    }
}
