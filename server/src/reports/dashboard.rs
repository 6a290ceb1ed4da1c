//! The figures of the first screen.

use super::attention::{self, Attention};
use crate::{
    db::{self, Tx},
    error::Result,
    money::{Money, Quantity},
    orders::{self, RequestSummary},
    settings::Settings,
};
use chrono::{DateTime, Days, Duration, NaiveDate, Utc};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Days of the bars: this week and the one before.
const DAYS: u64 = 14;
const TOP_PRODUCTS: i64 = 7;

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

/// Accounts that are open now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OpenAccounts {
    pub count: usize,
    pub total: Money,
}

/// Tables that are taken now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TablesNow {
    pub occupied: usize,
    pub total: i64,
}

/// Sales of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DaySales {
    pub day: NaiveDate,
    pub total: Money,
}

/// A product that sells well.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct TopProduct {
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// The first screen of the office.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Dashboard {
    pub business_day: NaiveDate,
    pub sales_today: SalesToday,
    pub sales_same_day_last_week: SalesThen,
    pub open_accounts: OpenAccounts,
    pub tables: TablesNow,
    pub cashboxes_open: i64,
    /// The last 7 days and the 7 before, the oldest first; days without sales too.
    pub by_day: Vec<DaySales>,
    /// Of the last 7 days, the most sold first.
    pub top_products: Vec<TopProduct>,
    pub attention: Vec<Attention>,
}

pub(super) async fn dashboard(tx: &mut Tx, now: DateTime<Utc>) -> Result<Dashboard> {
    let settings = Settings::load(tx).await?;
    let today = settings.business_day(now);
    let first = back(today, DAYS - 1);
    let (total, count) = sold_until(tx, today, now).await?;
    let then = sold_until(tx, back(today, 7), now - Duration::days(7)).await?;
    let open: Vec<RequestSummary> = orders::summaries(tx, None, true).await?;
    let tables: i64 = tx.query("SELECT COUNT(*) FROM dining_tables WHERE status = 'ACTIVE'").scalar().await?;
    let cashboxes_open: i64 = tx.query("SELECT COUNT(*) FROM cashbox_cycles WHERE status = 'OPEN'").scalar().await?;
    let by_day = by_day(tx, first, today).await?;
    Ok(Dashboard {
        business_day: today,
        sales_today: SalesToday { total, count, average: average(total, count) },
        sales_same_day_last_week: SalesThen { total: then.0, count: then.1 },
        open_accounts: OpenAccounts { count: open.len(), total: open.iter().map(|r| r.due).sum() },
        tables: TablesNow { occupied: open.iter().filter(|r| r.table_id.is_some()).count(), total: tables },
        cashboxes_open,
        by_day: every_day(first, by_day),
        top_products: top_products(tx, back(today, 6), today).await?,
        attention: attention::attention(tx, &settings, &open, today, now).await?,
    })
}

fn back(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

/// Rounded to the céntimo; nothing where there was none.
pub(super) fn average(total: Money, count: i64) -> Money {
    if count == 0 { Money::ZERO } else { Money::from_millionths(total.millionths() / count).to_centimos() }
}

/// What the documents of a business day come to, up to a moment of it, and of how many accounts. Tips are no sales.
async fn sold_until(tx: &mut Tx, day: NaiveDate, until: DateTime<Utc>) -> db::Result<(Money, i64)> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) AS total, COUNT(DISTINCT client_request_id) AS sales
         FROM billings WHERE business_day = $1 AND issued_at <= $2 AND state <> 'VOIDED'",
    )
    .bind(day)
    .bind(until)
    .one()
    .await
}

async fn by_day(tx: &mut Tx, first: NaiveDate, last: NaiveDate) -> db::Result<Vec<(NaiveDate, Money)>> {
    tx.query(
        "SELECT business_day, CAST(SUM(total) AS BIGINT) AS total FROM billings
         WHERE business_day BETWEEN $1 AND $2 AND state <> 'VOIDED' GROUP BY business_day",
    )
    .bind(first)
    .bind(last)
    .all()
    .await
}

/// All days from the first, in order.
fn every_day(first: NaiveDate, sold: Vec<(NaiveDate, Money)>) -> Vec<DaySales> {
    let sold: HashMap<NaiveDate, Money> = sold.into_iter().collect();
    let days = (0..DAYS).filter_map(|n| first.checked_add_days(Days::new(n)));
    days.map(|day| DaySales { day, total: sold.get(&day).copied().unwrap_or_default() }).collect()
}

async fn top_products(tx: &mut Tx, first: NaiveDate, last: NaiveDate) -> db::Result<Vec<TopProduct>> {
    tx.query(
        "SELECT l.name, CAST(SUM(l.qty_paid) AS BIGINT) AS quantity,
                CAST(SUM(l.qty_paid * (l.base_sale_amount + l.variant_amount + l.toppings_amount) / 1000000) AS BIGINT) AS total
         FROM client_requests r JOIN order_lines l ON l.client_request_id = r.id
         WHERE r.business_day BETWEEN $1 AND $2 AND l.qty_paid > 0 AND l.status <> 'DISMISSED'
         GROUP BY l.product_id, l.name ORDER BY 2 DESC, 3 DESC, l.name LIMIT $3",
    )
    .bind(first)
    .bind(last)
    .bind(TOP_PRODUCTS)
    .all()
    .await
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
