//! SQL of `schedules` and `schedule_items`.

use super::{form::ScheduleFields, item::ScheduleItem, rules::ScheduleRule};
use comanda_base::{
    args,
    db::{self, Arg, Sql, ToArg, ToRow, Tx},
    ids::{CategoryId, ProductId, ScheduleId, VariantId},
    money::Money,
    search::search_key,
};

/// A schedule's own row.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct ScheduleRow {
    pub id: ScheduleId,
    #[row(flatten)]
    pub fields: ScheduleFields,
    pub product_count: i64,
}

/// One item of a schedule, with the names of its product and variant.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct ItemRow {
    pub schedule_id: ScheduleId,
    #[row(flatten)]
    pub item: ScheduleItem,
    pub product: String,
    pub sale_amount: Money,
    pub variant: String,
}

/// An active schedule with one of its items.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct RuleRow {
    #[row(flatten)]
    pub rule: ScheduleRule,
    #[row(flatten)]
    pub item: ScheduleItem,
}

/// An SQL expression about `products p`: an active schedule names it, or its category.
pub(in crate::catalog) const IS_SCHEDULED: &str =
    "EXISTS (SELECT 1 FROM schedule_items i JOIN schedules s ON s.id = i.schedule_id
     WHERE s.status = 'ACTIVE' AND (i.product_id = p.id OR i.category_id = p.category_id))";

/// Selects the active schedules `s` with their items `i`.
fn select_rules() -> Sql {
    Sql::new(
        "SELECT s.id, s.name, s.days, s.from_minutes, s.until_minutes, s.valid_from, s.valid_until, s.channels, s.limits_sale,
                s.percent, i.category_id, i.product_id, i.variant_id, i.price
         FROM schedules s JOIN schedule_items i ON i.schedule_id = s.id WHERE s.status = 'ACTIVE'",
    )
}

/// Lists all rules; their number is limited by how many schedules there may be.
pub(super) async fn list_rules(tx: &mut Tx) -> db::Result<Vec<RuleRow>> {
    tx.query(select_rules().add("ORDER BY s.id, i.id LIMIT 50000")).all().await
}

/// Lists the rules that name these products or categories.
pub(super) async fn list_rules_for(
    tx: &mut Tx,
    products: &[ProductId],
    categories: &[CategoryId],
) -> db::Result<Vec<RuleRow>> {
    let sql = select_rules()
        .list("AND (i.product_id IN (?)", products.iter().copied())
        .list("OR i.category_id IN (?)", categories.iter().copied());
    tx.query(sql.add(") ORDER BY s.id, i.id LIMIT 50000")).all().await
}

/// Counts schedules; conditions are to be added.
pub(super) fn select_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM schedules s WHERE 1 = 1")
}

/// Selects schedules `s`; conditions are to be added with ` AND …`.
pub(super) fn select_schedules() -> Sql {
    Sql::new(
        "SELECT s.id, s.name, s.days, s.from_minutes, s.until_minutes, s.valid_from, s.valid_until, s.channels, s.limits_sale,
                s.percent, s.status,
                (SELECT COUNT(*) FROM products p WHERE p.type = 'PRODUCT' AND p.deleted_at IS NULL AND p.status = 'ACTIVE'
                 AND EXISTS (SELECT 1 FROM schedule_items i WHERE i.schedule_id = s.id
                             AND (i.product_id = p.id OR i.category_id = p.category_id))) AS product_count
         FROM schedules s WHERE 1 = 1",
    )
}

pub(super) async fn lock_schedule(tx: &mut Tx, id: ScheduleId) -> db::Result<Option<(ScheduleId,)>> {
    tx.query("SELECT id FROM schedules WHERE id = $1").bind(id).for_update().maybe().await
}

pub(super) async fn count_schedules(tx: &mut Tx) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM schedules").scalar().await
}

/// Loads the items of these schedules, without those that were deleted meanwhile.
pub(super) async fn load_items(tx: &mut Tx, schedules: &[ScheduleId]) -> db::Result<Vec<ItemRow>> {
    let sql = Sql::new(
        "SELECT i.schedule_id, i.category_id, i.product_id, i.variant_id, i.price, COALESCE(p.name, '') AS product,
                COALESCE(p.sale_amount, 0) AS sale_amount, COALESCE(v.name, '') AS variant
         FROM schedule_items i LEFT JOIN products p ON p.id = i.product_id LEFT JOIN categories c ON c.id = i.category_id
         LEFT JOIN product_variants v ON v.id = i.variant_id
         WHERE p.deleted_at IS NULL AND c.deleted_at IS NULL AND (v.id IS NULL OR v.status = 'ACTIVE')",
    );
    tx.query(sql.list("AND i.schedule_id IN (?)", schedules.iter().copied()).add("ORDER BY i.id")).all().await
}

/// Returns those of these categories that exist and are of products.
pub(super) async fn find_categories(tx: &mut Tx, ids: &[CategoryId]) -> db::Result<Vec<CategoryId>> {
    let sql = Sql::new("SELECT id FROM categories WHERE type = 'PRODUCT' AND deleted_at IS NULL");
    tx.query(sql.list("AND id IN (?)", ids.iter().copied())).column().await
}

/// Returns those of these products that exist.
pub(super) async fn find_products(tx: &mut Tx, ids: &[ProductId]) -> db::Result<Vec<ProductId>> {
    let sql = Sql::new("SELECT id FROM products WHERE type = 'PRODUCT' AND deleted_at IS NULL");
    tx.query(sql.list("AND id IN (?)", ids.iter().copied())).column().await
}

/// Returns those of these variants that are active, with their products.
pub(super) async fn find_variants(tx: &mut Tx, ids: &[VariantId]) -> db::Result<Vec<(VariantId, ProductId)>> {
    let sql = Sql::new("SELECT id, product_id FROM product_variants WHERE status = 'ACTIVE'");
    tx.query(sql.list("AND id IN (?)", ids.iter().copied())).all().await
}

pub(super) async fn insert_schedule(tx: &mut Tx, schedule: &ScheduleFields) -> db::Result<ScheduleId> {
    tx.query(Sql::insert("schedules", &row_with_key(schedule), "RETURNING id")).scalar().await
}

pub(super) async fn update_schedule(tx: &mut Tx, id: ScheduleId, schedule: &ScheduleFields) -> db::Result<u64> {
    tx.query(Sql::update("schedules", &row_with_key(schedule), "", ("id", id))).run().await
}

/// Returns the columns of a schedule with the key by which its name is searched.
fn row_with_key(schedule: &ScheduleFields) -> Vec<(&'static str, Arg)> {
    let mut row = schedule.to_row();
    row.push(("search_key", search_key(&schedule.name).arg()));
    row
}

/// Replaces the items of a schedule.
pub(super) async fn replace_items(tx: &mut Tx, id: ScheduleId, items: &[ScheduleItem]) -> db::Result<()> {
    tx.query("DELETE FROM schedule_items WHERE schedule_id = $1").bind(id).run().await?;
    if items.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("INSERT INTO schedule_items (schedule_id, category_id, product_id, variant_id, price) VALUES");
    let rows = items.iter().map(|i| args![id, i.category_id, i.product_id, i.variant_id, i.price]);
    tx.query(sql.rows(rows)).run().await?;
    Ok(())
}

pub(super) async fn delete_schedule(tx: &mut Tx, id: ScheduleId) -> db::Result<()> {
    tx.query("DELETE FROM schedule_items WHERE schedule_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM schedules WHERE id = $1").bind(id).run().await?;
    Ok(())
}
