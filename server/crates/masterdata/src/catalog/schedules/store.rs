//! All SQL of `schedules` and `schedule_items`.

use super::{form::Fields, item::Item};
use chrono::NaiveDate;
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{CategoryId, ProductId, ScheduleId, VariantId},
    money::{Money, Quantity},
    search::search_key,
};

/// A schedule's own row.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct ScheduleRow {
    pub id: ScheduleId,
    #[row(flatten)]
    pub fields: Fields,
    pub product_count: i64,
}

/// What a schedule names, one row each, with the names of it.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct ItemRow {
    pub schedule_id: ScheduleId,
    #[row(flatten)]
    pub item: Item,
    pub product: String,
    pub sale_amount: Money,
    pub variant: String,
}

/// An active schedule with one of the things it names.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct RuleRow {
    pub id: ScheduleId,
    pub name: String,
    pub days: i64,
    pub from_minutes: i64,
    pub until_minutes: i64,
    pub valid_from: Option<NaiveDate>,
    pub valid_until: Option<NaiveDate>,
    pub channels: i64,
    pub limits_sale: bool,
    pub percent: Option<Quantity>,
    #[row(flatten)]
    pub item: Item,
}

/// An SQL expression about `products p`: an active schedule names it, or its category.
pub(in crate::catalog) const IS_SCHEDULED: &str =
    "EXISTS (SELECT 1 FROM schedule_items i JOIN schedules s ON s.id = i.schedule_id
     WHERE s.status = 'ACTIVE' AND (i.product_id = p.id OR i.category_id = p.category_id))";

/// The active schedules `s` with what they name, `i`.
fn rules() -> Sql {
    Sql::new(
        "SELECT s.id, s.name, s.days, s.from_minutes, s.until_minutes, s.valid_from, s.valid_until, s.channels, s.limits_sale,
                s.percent, i.category_id, i.product_id, i.variant_id, i.price
         FROM schedules s JOIN schedule_items i ON i.schedule_id = s.id WHERE s.status = 'ACTIVE'",
    )
}

/// All of them, bounded by how many there may be.
pub(super) async fn all_rules(tx: &mut Tx) -> db::Result<Vec<RuleRow>> {
    tx.query(rules().add("ORDER BY s.id, i.id LIMIT 50000")).all().await
}

/// What they say of these products.
pub(super) async fn rules_of(
    tx: &mut Tx,
    products: &[ProductId],
    categories: &[CategoryId],
) -> db::Result<Vec<RuleRow>> {
    let sql = rules()
        .list("AND (i.product_id IN (?)", products.iter().copied())
        .list("OR i.category_id IN (?)", categories.iter().copied());
    tx.query(sql.add(") ORDER BY s.id, i.id LIMIT 50000")).all().await
}

/// Counts schedules; lacks what narrows it.
pub(super) fn count_all() -> Sql {
    Sql::new("SELECT COUNT(*) FROM schedules s WHERE 1 = 1")
}

/// Schedules `s`, to be narrowed with ` AND …`.
pub(super) fn schedules() -> Sql {
    Sql::new(
        "SELECT s.id, s.name, s.days, s.from_minutes, s.until_minutes, s.valid_from, s.valid_until, s.channels, s.limits_sale,
                s.percent, s.status,
                (SELECT COUNT(*) FROM products p WHERE p.type = 'PRODUCT' AND p.deleted_at IS NULL AND p.status = 'ACTIVE'
                 AND EXISTS (SELECT 1 FROM schedule_items i WHERE i.schedule_id = s.id
                             AND (i.product_id = p.id OR i.category_id = p.category_id))) AS product_count
         FROM schedules s WHERE 1 = 1",
    )
}

pub(super) async fn locked(tx: &mut Tx, id: ScheduleId) -> db::Result<Option<(ScheduleId,)>> {
    tx.query("SELECT id FROM schedules WHERE id = $1").bind(id).for_update().maybe().await
}

pub(super) async fn count(tx: &mut Tx) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM schedules").scalar().await
}

/// What these name; what was deleted meanwhile is left out.
pub(super) async fn items(tx: &mut Tx, of: &[ScheduleId]) -> db::Result<Vec<ItemRow>> {
    let sql = Sql::new(
        "SELECT i.schedule_id, i.category_id, i.product_id, i.variant_id, i.price, COALESCE(p.name, '') AS product,
                COALESCE(p.sale_amount, 0) AS sale_amount, COALESCE(v.name, '') AS variant
         FROM schedule_items i LEFT JOIN products p ON p.id = i.product_id LEFT JOIN categories c ON c.id = i.category_id
         LEFT JOIN product_variants v ON v.id = i.variant_id
         WHERE p.deleted_at IS NULL AND c.deleted_at IS NULL AND (v.id IS NULL OR v.status = 'ACTIVE')",
    );
    tx.query(sql.list("AND i.schedule_id IN (?)", of.iter().copied()).add("ORDER BY i.id")).all().await
}

/// Those of these ids that are sold: categories.
pub(super) async fn known_categories(tx: &mut Tx, ids: &[CategoryId]) -> db::Result<Vec<CategoryId>> {
    let sql = Sql::new("SELECT id FROM categories WHERE type = 'PRODUCT' AND deleted_at IS NULL");
    tx.query(sql.list("AND id IN (?)", ids.iter().copied())).column().await
}

/// Those of these ids that are sold: products.
pub(super) async fn known_products(tx: &mut Tx, ids: &[ProductId]) -> db::Result<Vec<ProductId>> {
    let sql = Sql::new("SELECT id FROM products WHERE type = 'PRODUCT' AND deleted_at IS NULL");
    tx.query(sql.list("AND id IN (?)", ids.iter().copied())).column().await
}

/// Variants with their products.
pub(super) async fn known_variants(tx: &mut Tx, ids: &[VariantId]) -> db::Result<Vec<(VariantId, ProductId)>> {
    let sql = Sql::new("SELECT id, product_id FROM product_variants WHERE status = 'ACTIVE'");
    tx.query(sql.list("AND id IN (?)", ids.iter().copied())).all().await
}

pub(super) async fn insert(tx: &mut Tx, f: &Fields) -> db::Result<ScheduleId> {
    tx.query(
        "INSERT INTO schedules (name, search_key, days, from_minutes, until_minutes, valid_from, valid_until, channels, limits_sale,
             percent, status) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
    )
    .bind(f.name.as_str())
    .bind(search_key(&f.name))
    .bind(f.days)
    .bind(f.from_minutes)
    .bind(f.until_minutes)
    .bind(f.valid_from)
    .bind(f.valid_until)
    .bind(f.channels)
    .bind(f.limits_sale)
    .bind(f.percent)
    .bind(f.status)
    .scalar()
    .await
}

pub(super) async fn update(tx: &mut Tx, id: ScheduleId, f: &Fields) -> db::Result<u64> {
    tx.query(
        "UPDATE schedules SET name = $1, search_key = $2, days = $3, from_minutes = $4, until_minutes = $5, valid_from = $6,
             valid_until = $7, channels = $8, limits_sale = $9, percent = $10, status = $11 WHERE id = $12",
    )
    .bind(f.name.as_str())
    .bind(search_key(&f.name))
    .bind(f.days)
    .bind(f.from_minutes)
    .bind(f.until_minutes)
    .bind(f.valid_from)
    .bind(f.valid_until)
    .bind(f.channels)
    .bind(f.limits_sale)
    .bind(f.percent)
    .bind(f.status)
    .bind(id)
    .run()
    .await
}

/// Names exactly these.
pub(super) async fn replace_items(tx: &mut Tx, id: ScheduleId, items: &[Item]) -> db::Result<()> {
    tx.query("DELETE FROM schedule_items WHERE schedule_id = $1").bind(id).run().await?;
    if items.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("INSERT INTO schedule_items (schedule_id, category_id, product_id, variant_id, price) VALUES");
    let rows = items.iter().map(|i| args![id, i.category_id, i.product_id, i.variant_id, i.price]);
    tx.query(sql.rows(rows)).run().await?;
    Ok(())
}

pub(super) async fn delete(tx: &mut Tx, id: ScheduleId) -> db::Result<()> {
    tx.query("DELETE FROM schedule_items WHERE schedule_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM schedules WHERE id = $1").bind(id).run().await?;
    Ok(())
}
