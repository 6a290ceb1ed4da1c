//! SQL of `planned_prices`.

use super::plan::{NewPrice, PricePlan};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{ProductId, UserId},
    money::Money,
};

/// A planned price.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct PlannedRow {
    pub product_id: ProductId,
    pub price: Money,
    pub planned_by: UserId,
}

/// A product whose planned price is due, with its current prices.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct DueProduct {
    pub id: ProductId,
    pub name: String,
    pub sale_amount: Money,
    pub delivery_price: Option<Money>,
    pub delivery_app_price: Option<Money>,
}

/// A product for which a price can be planned.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct PricedProduct {
    pub id: ProductId,
    pub name: String,
    pub minimum_sale_price: Option<Money>,
}

/// Loads the prices whose day has come and that were not written into the products yet.
pub(super) async fn load_due_prices(tx: &mut Tx, today: NaiveDate) -> db::Result<Vec<(ProductId, Money)>> {
    tx.query("SELECT product_id, price FROM planned_prices WHERE valid_from <= $1").bind(today).all().await
}

/// Finds the next day with planned prices.
pub(super) async fn find_next_day(tx: &mut Tx, today: NaiveDate) -> db::Result<Option<NaiveDate>> {
    let next: (Option<NaiveDate>,) =
        tx.query("SELECT MIN(valid_from) FROM planned_prices WHERE valid_from > $1").bind(today).one().await?;
    Ok(next.0)
}

/// Whether any planned price is due.
pub(super) async fn has_due_prices(tx: &mut Tx, today: NaiveDate) -> db::Result<bool> {
    let first: Option<(ProductId,)> =
        tx.query("SELECT product_id FROM planned_prices WHERE valid_from <= $1 LIMIT 1").bind(today).maybe().await?;
    Ok(first.is_some())
}

pub(super) async fn lock_due_prices(tx: &mut Tx, today: NaiveDate) -> db::Result<Vec<PlannedRow>> {
    tx.query("SELECT product_id, price, planned_by FROM planned_prices WHERE valid_from <= $1 ORDER BY product_id")
        .bind(today)
        .for_update()
        .all()
        .await
}

/// Locks and loads those of these products that still exist.
pub(super) async fn lock_products(tx: &mut Tx, ids: impl Iterator<Item = ProductId>) -> db::Result<Vec<DueProduct>> {
    let sql = Sql::new(
        "SELECT id, name, sale_amount, delivery_price, delivery_app_price FROM products WHERE deleted_at IS NULL",
    );
    tx.query(sql.list("AND id IN (?)", ids).add("ORDER BY id")).for_update().all().await
}

pub(super) async fn write_prices(tx: &mut Tx, products: &[(DueProduct, UserId)], at: DateTime<Utc>) -> db::Result<()> {
    if products.is_empty() {
        return Ok(());
    }
    let rows =
        products.iter().map(|(p, user)| args![p.id, p.sale_amount, p.delivery_price, p.delivery_app_price, *user, at]);
    let sql = Sql::new(
        "UPDATE products SET sale_amount = v.column2, delivery_price = v.column3, delivery_app_price = v.column4,
             updated_by = v.column5, updated_at = v.column6 FROM (VALUES",
    );
    tx.query(sql.rows(rows).add(") AS v WHERE products.id = v.column1")).run().await?;
    Ok(())
}

pub(super) async fn delete_by_products(tx: &mut Tx, ids: impl Iterator<Item = ProductId>) -> db::Result<u64> {
    tx.query(Sql::new("DELETE FROM planned_prices").list("WHERE product_id IN (?)", ids)).run().await
}

/// Deletes the prices planned for a day after `today`, and returns how many there were.
pub(super) async fn delete_future_prices(tx: &mut Tx, today: NaiveDate) -> db::Result<u64> {
    tx.query("DELETE FROM planned_prices WHERE valid_from > $1").bind(today).run().await
}

pub(super) async fn insert_planned_prices(
    tx: &mut Tx,
    valid_from: NaiveDate,
    prices: &[NewPrice],
    (user, at): (UserId, DateTime<Utc>),
) -> db::Result<()> {
    if prices.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("INSERT INTO planned_prices (product_id, valid_from, price, planned_by, planned_at) VALUES");
    let rows = prices.iter().map(|p| args![p.product_id, valid_from, p.price, user, at]);
    tx.query(sql.rows(rows)).run().await?;
    Ok(())
}

/// Locks and loads those of these products that exist, in ascending order of id.
pub(super) async fn lock_priced(tx: &mut Tx, ids: impl Iterator<Item = ProductId>) -> db::Result<Vec<PricedProduct>> {
    let sql =
        Sql::new("SELECT id, name, minimum_sale_price FROM products WHERE type = 'PRODUCT' AND deleted_at IS NULL");
    tx.query(sql.list("AND id IN (?)", ids).add("ORDER BY id")).for_update().all().await
}

/// Loads all prices planned for a day.
pub(super) async fn load_prices_on(tx: &mut Tx, day: NaiveDate) -> db::Result<Vec<(ProductId, Money)>> {
    tx.query("SELECT product_id, price FROM planned_prices WHERE valid_from = $1").bind(day).all().await
}

/// Finds the plan of the next day after `today`; all its prices were planned at once.
pub(super) async fn find_plan(tx: &mut Tx, today: NaiveDate) -> db::Result<Option<PricePlan>> {
    tx.query(
        "SELECT n.valid_from, TRIM(u.name || ' ' || u.lastname) AS planner, n.planned_at AS at, COUNT(*) AS prices
         FROM planned_prices n JOIN users u ON u.id = n.planned_by WHERE n.valid_from > $1
         GROUP BY n.valid_from, u.id, u.name, u.lastname, n.planned_at ORDER BY n.valid_from, n.planned_at DESC LIMIT 1",
    )
    .bind(today)
    .maybe()
    .await
}

pub(super) async fn move_prices_to_day(tx: &mut Tx, from: NaiveDate, to: NaiveDate) -> db::Result<u64> {
    tx.query("UPDATE planned_prices SET valid_from = $2 WHERE valid_from = $1").bind(from).bind(to).run().await
}
