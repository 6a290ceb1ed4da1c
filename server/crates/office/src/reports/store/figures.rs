//! SQL of the first screen.

use crate::reports::figures::{LowItem, LowStock, OpenCashbox};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{CycleId, UserId},
    money::Money,
};
use comanda_ledgers::ledger::sales;
use comanda_till::cash::CycleStatus;

const LOW_STOCK: i64 = 5;
/// The most items loaded: more than a restaurant keeps in its store room.
const MAX_SHORT_ITEMS: i64 = 5000;

/// Loads the total of a business day's documents up to a moment, and the number of accounts that paid. Tips are not included.
pub(in crate::reports) async fn sum_sold_until(
    tx: &mut Tx,
    attendant: Option<UserId>,
    day: NaiveDate,
    until: DateTime<Utc>,
) -> db::Result<(Money, i64)> {
    let sql = Sql::new(concat!(
        "SELECT CAST(COALESCE(SUM(s.total), 0) AS BIGINT) AS total,
                COUNT(DISTINCT CASE WHEN s.opens_account THEN s.client_request_id END) AS sales
         FROM ",
        sales!(),
        " s JOIN client_requests r ON r.id = s.client_request_id
         WHERE s.business_day = $1 AND s.issued_at <= $2"
    ));
    tx.query(sql.bind(day).bind(until).when("AND r.attendant_id = ?", attendant)).one().await
}

pub(in crate::reports) async fn list_daily_totals(
    tx: &mut Tx,
    attendant: Option<UserId>,
    first: NaiveDate,
    last: NaiveDate,
) -> db::Result<Vec<(NaiveDate, Money)>> {
    let sql = Sql::new(concat!(
        "SELECT s.business_day, CAST(SUM(s.total) AS BIGINT) AS total
         FROM ",
        sales!(),
        " s JOIN client_requests r ON r.id = s.client_request_id
         WHERE s.business_day BETWEEN $1 AND $2"
    ));
    tx.query(sql.bind(first).bind(last).when("AND r.attendant_id = ?", attendant).add("GROUP BY s.business_day"))
        .all()
        .await
}

pub(in crate::reports) async fn list_open_cashboxes(tx: &mut Tx) -> db::Result<Vec<OpenCashbox>> {
    tx.query(
        "SELECT c.id AS cycle_id, b.name, TRIM(u.name || ' ' || u.lastname) AS user_name, c.opened_at
         FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id JOIN users u ON u.id = c.user_id
         WHERE c.status = 'OPEN' ORDER BY c.id LIMIT 50",
    )
    .all()
    .await
}

/// The products and supplies with counted stock, with the quantity on hand.
const FROM_COUNTED_ITEMS: &str = "
    FROM (SELECT 'PRODUCT' AS kind, p.id, p.name, COALESCE(i.on_hand, 0) AS on_hand, p.min_stock, CAST(NULL AS TEXT) AS unit
          FROM products p LEFT JOIN stock_items i ON i.item_kind = 'PRODUCT' AND i.item_id = p.id
          WHERE p.status = 'ACTIVE' AND p.has_stock AND p.deleted_at IS NULL
          UNION ALL
          SELECT 'SUPPLY' AS kind, s.id, s.name, COALESCE(i.on_hand, 0) AS on_hand, s.min_stock, COALESCE(b.symbol, m.symbol) AS unit
          FROM supplies s JOIN measurements m ON m.id = s.measurement_id LEFT JOIN measurements b ON b.id = m.magnitude_id
          LEFT JOIN stock_items i ON i.item_kind = 'SUPPLY' AND i.item_id = s.id
          WHERE s.status = 'ACTIVE' AND s.has_stock) AS items";
/// Sorts by the missing share of the minimum, in thousandths, the largest first: quantities in different units cannot be compared.
const ORDER_BY_MISSING_SHARE: &str = "ORDER BY (min_stock - on_hand) / ((min_stock / 1000) + 1) DESC, name";

/// Loads the counts of all products and supplies below their minimum, and a short list of them.
pub(in crate::reports) async fn load_low_stock(tx: &mut Tx) -> db::Result<LowStock> {
    let (products, supplies): (i64, i64) = tx
        .query(
            Sql::new(
                "SELECT COUNT(CASE WHEN kind = 'PRODUCT' THEN 1 END), COUNT(CASE WHEN kind = 'SUPPLY' THEN 1 END)",
            )
            .add(FROM_COUNTED_ITEMS)
            .add("WHERE on_hand < min_stock"),
        )
        .one()
        .await?;
    let sql =
        select_low_items().add("WHERE on_hand < min_stock").add(ORDER_BY_MISSING_SHARE).with("LIMIT ?", LOW_STOCK);
    Ok(LowStock { products, supplies, items: tx.query(sql).all().await? })
}

/// Lists all items below their minimum stock or below zero.
pub(in crate::reports) async fn list_short_items(tx: &mut Tx) -> db::Result<Vec<LowItem>> {
    let sql = select_low_items().add("WHERE on_hand < min_stock OR on_hand < 0").add(ORDER_BY_MISSING_SHARE);
    tx.query(sql.with("LIMIT ?", MAX_SHORT_ITEMS)).all().await
}

fn select_low_items() -> Sql {
    Sql::new("SELECT kind, id, name, on_hand, min_stock, unit").add(FROM_COUNTED_ITEMS)
}

#[derive(Debug, comanda_from_row::FromRow)]
pub(in crate::reports) struct LastCycle {
    pub id: CycleId,
    pub cashbox: String,
    pub status: CycleStatus,
    pub opened_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    pub difference: Option<Money>,
}

/// The number of payments by one method.
#[derive(Debug, comanda_from_row::FromRow)]
pub(in crate::reports) struct PaymentsByMethod {
    pub name: String,
    pub is_cash: bool,
    pub payments: i64,
}

fn select_user_cycles(user: UserId) -> Sql {
    Sql::new(
        "SELECT c.id, b.name AS cashbox, c.status, c.opened_at, c.closed_at, c.difference
         FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id",
    )
    .with("WHERE c.user_id = ?", user)
}

/// Finds the user's open cash cycle, else their last one.
pub(in crate::reports) async fn find_last_cycle(tx: &mut Tx, user: UserId) -> db::Result<Option<LastCycle>> {
    let sql = select_user_cycles(user).add("ORDER BY CASE WHEN c.status = 'OPEN' THEN 0 ELSE 1 END, c.id DESC LIMIT 1");
    tx.query(sql).maybe().await
}

/// Finds the last cash cycle that the user closed.
pub(in crate::reports) async fn find_last_closed_cycle(tx: &mut Tx, user: UserId) -> db::Result<Option<LastCycle>> {
    tx.query(select_user_cycles(user).add("AND c.status = 'CLOSED' ORDER BY c.id DESC LIMIT 1")).maybe().await
}

/// Counts a cash cycle's valid payments by method.
pub(in crate::reports) async fn count_payments_by_method(
    tx: &mut Tx,
    cycle: CycleId,
) -> db::Result<Vec<PaymentsByMethod>> {
    tx.query(
        "SELECT o.name, o.is_cash, COUNT(*) AS payments
         FROM payments p JOIN payment_entries e ON e.payment_id = p.id JOIN payment_options o ON o.id = e.payment_option_id
         WHERE p.cycle_id = $1 AND p.voided_at IS NULL GROUP BY o.id, o.name, o.is_cash, o.position ORDER BY o.position, o.id",
    )
    .bind(cycle)
    .all()
    .await
}

/// Counts a cash cycle's payments; a reissued one counts once.
pub(in crate::reports) async fn count_payments(tx: &mut Tx, cycle: CycleId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM payments WHERE cycle_id = $1 AND voided_at IS NULL AND stands_for_id IS NULL")
        .bind(cycle)
        .scalar()
        .await
}

/// Counts the active tables.
pub(in crate::reports) async fn count_tables(tx: &mut Tx) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM dining_tables WHERE status = 'ACTIVE' AND deleted_at IS NULL").scalar().await
}
