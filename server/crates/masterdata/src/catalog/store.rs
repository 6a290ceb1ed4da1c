//! SQL of the catalogue.

use super::model::{Category, Comment, ProductCore, ProductionArea, Topping, Translations, Variant};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{CategoryId, CommentId, ProductId, ToppingId},
    money::{Money, Quantity},
    search::search_key,
};
use comanda_ledgers::stock;

/// A product's own row.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct ProductRow {
    #[row(flatten)]
    pub core: ProductCore,
    pub sold_out_on: Option<NaiveDate>,
    pub category: String,
    pub category_is_delivered: bool,
    pub has_supplies: bool,
    pub cost_amount: Option<Money>,
    pub own_cost: bool,
    #[row(flatten)]
    pub translations: Translations,
    /// The margin that dishes of its category should leave, in per cent, where the category has one.
    pub category_margin: Option<Quantity>,
}

/// The quantity on hand of a counted product.
#[derive(Debug, Clone, PartialEq, comanda_from_row::FromRow)]
pub(super) struct CountedStock {
    id: ProductId,
    stock_left: Option<Quantity>,
}

/// Loads the quantities of all counted products.
pub(super) async fn load_counted(tx: &mut Tx) -> db::Result<Vec<CountedStock>> {
    let sql =
        Sql::new("SELECT p.id,").add(stock::PRODUCT_ON_HAND_SQL).add("AS stock_left FROM products p WHERE p.has_stock");
    tx.query(sql.add("AND p.type = 'PRODUCT' AND p.deleted_at IS NULL ORDER BY p.id")).all().await
}

/// Loads the number that each write to the catalogue changes.
pub(super) async fn load_version(tx: &mut Tx) -> db::Result<i64> {
    let found: Option<(i64,)> = tx.query("SELECT version FROM catalog_version WHERE id = 1").maybe().await?;
    Ok(found.map_or(0, |(version,)| version))
}

/// Writes a new number, because something else is written in the catalogue.
pub(super) fn upsert_catalog_version(version: i64) -> Sql {
    Sql::new(
        "INSERT INTO catalog_version (id, version) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version",
    )
    .bind(version)
}

/// Counts comments; conditions are to be added.
pub(super) fn count_comments() -> Sql {
    Sql::new("SELECT COUNT(*) FROM comments x WHERE 1 = 1")
}

/// Selects products; conditions are to be added with ` AND …` on `p` (product) and `c` (category).
pub(super) fn select_products() -> Sql {
    Sql::new(
        "SELECT p.id, p.category_id, p.production_area_id, a.name AS production_area, p.skips_kitchen, p.name, p.description, p.type AS kind,
                p.sale_amount, p.delivery_price, p.delivery_app_price, p.minimum_sale_price, p.igv_treatment, p.is_plastic_bag,
                p.allergens, p.marks, p.name_en, p.name_pt, p.description_en, p.description_pt, p.sale_unit, p.min_quantity, p.quantity_step, p.tare, p.course_id, p.is_delivered,
                p.has_variants, p.has_toppings, p.has_stock, p.min_stock, p.is_combo, p.image, p.plate, p.position, p.status,
                p.sold_out_on, c.name AS category, c.is_delivered AS category_is_delivered, p.has_supplies, p.cost_amount, p.own_cost,
                c.target_margin AS category_margin, CASE WHEN p.has_stock THEN",
    )
    .add(stock::PRODUCT_ON_HAND_SQL)
    .add(
        "END AS stock_left FROM products p JOIN categories c ON c.id = p.category_id
         LEFT JOIN production_areas a ON a.id = p.production_area_id WHERE p.type = 'PRODUCT' AND p.deleted_at IS NULL",
    )
}

/// Counts products; conditions are to be added.
pub(super) fn select_product_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM products p WHERE p.type = 'PRODUCT' AND p.deleted_at IS NULL")
}

/// The condition for products that no area makes although they do not skip the kitchen. For a combo its dishes are checked instead.
pub(super) const WITHOUT_AREA_CONDITION: &str =
    "AND p.production_area_id IS NULL AND NOT p.skips_kitchen AND NOT p.is_combo";

/// Lists the names of those of these products that no area makes.
pub(super) async fn list_names_without_area(tx: &mut Tx, ids: &[ProductId]) -> db::Result<Vec<String>> {
    let named = Sql::new("SELECT p.name FROM products p").list("WHERE p.id IN (?)", ids.iter().copied());
    tx.query(named.add(WITHOUT_AREA_CONDITION).add("ORDER BY p.name")).column().await
}

/// Adds the condition that less than the minimum stock is on hand.
pub(super) fn add_below_min_stock(sql: Sql) -> Sql {
    sql.add("AND p.has_stock AND").add(stock::PRODUCT_ON_HAND_SQL).add("< p.min_stock")
}

/// Lists the names of the products that are sold out on a day.
pub(super) async fn list_sold_out_names(tx: &mut Tx, day: NaiveDate) -> db::Result<Vec<String>> {
    tx.query("SELECT name FROM products WHERE sold_out_on = $1 AND status = 'ACTIVE' AND deleted_at IS NULL ORDER BY name LIMIT 500")
        .bind(day)
        .column()
        .await
}

/// The order of every list of products.
pub(super) const PRODUCT_ORDER: &str = "ORDER BY c.position, c.id, p.position, p.id";

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct VariantRow {
    pub product_id: ProductId,
    #[row(flatten)]
    pub variant: Variant,
}

pub(super) async fn load_variants(tx: &mut Tx, products: &[ProductId]) -> db::Result<Vec<VariantRow>> {
    let sql = Sql::new(
        "SELECT id, product_id, name, additional_amount, options FROM product_variants WHERE status = 'ACTIVE'",
    );
    tx.query(sql.list("AND product_id IN (?)", products.iter().copied()).add("ORDER BY product_id, position, id"))
        .all()
        .await
}

#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct OptionRow {
    pub id: i64,
    pub attribute_id: i64,
    pub attribute: String,
    pub name: String,
}

pub(super) async fn load_options(tx: &mut Tx) -> db::Result<Vec<OptionRow>> {
    tx.query(
        "SELECT o.id, o.attribute_id, a.name AS attribute, o.name FROM attribute_options o
         JOIN attributes a ON a.id = o.attribute_id ORDER BY o.attribute_id, o.position, o.id",
    )
    .all()
    .await
}

pub(super) async fn load_offered_toppings(
    tx: &mut Tx,
    products: &[ProductId],
) -> db::Result<Vec<(ProductId, ToppingId)>> {
    let sql = Sql::new(
        "SELECT pt.product_id, pt.topping_id FROM product_toppings pt
         JOIN toppings t ON t.id = pt.topping_id WHERE t.status = 'ACTIVE'",
    );
    tx.query(sql.list("AND pt.product_id IN (?)", products.iter().copied()).add("ORDER BY t.id")).all().await
}

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ComboPartRow {
    pub combo_id: ProductId,
    pub product_id: ProductId,
    pub name: String,
    pub quantity: Quantity,
    pub stock_left: Option<Quantity>,
    pub sold_out_on: Option<NaiveDate>,
}

pub(super) async fn load_combo_parts(tx: &mut Tx, products: &[ProductId]) -> db::Result<Vec<ComboPartRow>> {
    let sql = Sql::new(
        "SELECT n.product_id AS combo_id, p.id AS product_id, p.name, n.quantity, p.sold_out_on, CASE WHEN p.has_stock THEN",
    )
    .add(stock::PRODUCT_ON_HAND_SQL)
    .add("END AS stock_left FROM combo_items n JOIN products p ON p.id = n.item_product_id");
    tx.query(sql.list("WHERE n.product_id IN (?)", products.iter().copied()).add("ORDER BY n.id")).all().await
}

pub(super) async fn list_active_categories(tx: &mut Tx) -> db::Result<Vec<Category>> {
    tx.query(
        "SELECT id, name, type, icon, position, is_delivered, course_id, status FROM categories
         WHERE type = 'PRODUCT' AND deleted_at IS NULL AND status = 'ACTIVE' ORDER BY position, id",
    )
    .all()
    .await
}

/// Selects areas; conditions are to be added with ` WHERE …`.
pub(super) fn select_areas() -> Sql {
    Sql::new("SELECT id, name, warn_minutes, late_minutes, status FROM production_areas")
}

pub(super) async fn list_areas(tx: &mut Tx) -> db::Result<Vec<ProductionArea>> {
    tx.query(select_areas().add("ORDER BY id LIMIT 1000")).all().await
}

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ToppingRow {
    #[row(flatten)]
    pub topping: Topping,
    pub sold_out_on: Option<NaiveDate>,
}

pub(super) fn select_toppings() -> Sql {
    Sql::new(
        "SELECT t.id, t.category_id, t.name, t.allergens, t.sale_amount, t.sold_out_on, t.status FROM toppings t WHERE 1 = 1",
    )
}

/// Selects comments `x`; conditions are to be added with ` AND …`.
pub(super) fn select_comments() -> Sql {
    Sql::new(
        "SELECT x.id, x.name, x.product_id AS item_id, (SELECT p.name FROM products p WHERE p.id = x.product_id) AS item,
                x.category_id, (SELECT c.name FROM categories c WHERE c.id = x.category_id) AS category
         FROM comments x WHERE 1 = 1",
    )
}

pub(super) async fn list_offered_comments(tx: &mut Tx) -> db::Result<Vec<Comment>> {
    tx.query(select_comments().add("ORDER BY x.id LIMIT 1000")).all().await
}

pub(super) async fn find_comment(tx: &mut Tx, id: CommentId) -> db::Result<Option<Comment>> {
    tx.query(select_comments().with("AND x.id = ?", id)).maybe().await
}

pub(super) async fn count_all_comments(tx: &mut Tx) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM comments").scalar().await
}

/// Finds another comment with this name for the same product and category.
pub(super) async fn find_same_comment(tx: &mut Tx, c: &Comment) -> db::Result<Option<Comment>> {
    tx.lock_tables("comments").await?;
    let same = select_comments()
        .with("AND x.search_key = ?", search_key(&c.name))
        .with("AND COALESCE(x.product_id, 0) = ?", c.item_id.unwrap_or(ProductId(0)))
        .with("AND COALESCE(x.category_id, 0) = ?", c.category_id.unwrap_or(CategoryId(0)))
        .with("AND x.id <> ?", c.id);
    tx.query(same.add("ORDER BY x.id LIMIT 1")).maybe().await
}

pub(super) async fn insert_comment(tx: &mut Tx, c: &Comment) -> db::Result<CommentId> {
    tx.query("INSERT INTO comments (name, search_key, product_id, category_id) VALUES ($1, $2, $3, $4) RETURNING id")
        .bind(c.name.as_str())
        .bind(search_key(&c.name))
        .bind(c.item_id)
        .bind(c.category_id)
        .scalar()
        .await
}

pub(super) async fn update_comment(tx: &mut Tx, c: &Comment) -> db::Result<u64> {
    tx.query("UPDATE comments SET name = $1, search_key = $2, product_id = $3, category_id = $4 WHERE id = $5")
        .bind(c.name.as_str())
        .bind(search_key(&c.name))
        .bind(c.item_id)
        .bind(c.category_id)
        .bind(c.id)
        .run()
        .await
}

pub(super) async fn delete_comment(tx: &mut Tx, id: CommentId) -> db::Result<u64> {
    tx.query("DELETE FROM comments WHERE id = $1").bind(id).run().await
}

/// Marks a product as sold out on `day`, or ends the mark; 0 rows: there is no such product.
pub(super) async fn set_sold_out(tx: &mut Tx, id: ProductId, day: Option<NaiveDate>) -> db::Result<u64> {
    tx.query("UPDATE products SET sold_out_on = $1 WHERE id = $2 AND type = 'PRODUCT' AND deleted_at IS NULL")
        .bind(day)
        .bind(id)
        .run()
        .await
}

/// Marks a topping as sold out on `day`, or ends the mark.
pub(super) async fn set_topping_sold_out(tx: &mut Tx, id: ToppingId, day: Option<NaiveDate>) -> db::Result<u64> {
    tx.query("UPDATE toppings SET sold_out_on = $1 WHERE id = $2").bind(day).bind(id).run().await
}
