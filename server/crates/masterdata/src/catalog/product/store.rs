//! SQL that writes products; lists are read in `catalog::store`.

use super::form::{ComboItem, ProductFields};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Arg, Sql, ToArg, ToRow, Tx},
    error::{OrNotFound, Result},
    ids::{AreaId, CategoryId, ProductId, ToppingId, UserId},
    money::Money,
    search::{contains_pattern, search_key},
    update,
};
use comanda_ledgers::stock::recipe::RecipePortion;
use std::collections::BTreeMap;

/// Locks a product and the dishes it is to have in ascending order of id, and loads the product.
pub(super) async fn lock_and_load_product(tx: &mut Tx, id: ProductId, dishes: &[ComboItem]) -> Result<ProductFields> {
    let ids = dishes.iter().map(|d| d.product_id).chain([id]);
    let lock = Sql::new("SELECT id FROM products").list("WHERE id IN (?)", ids).add("ORDER BY id");
    let _: Vec<(ProductId,)> = tx.query(lock).for_update().all().await?;
    let product =
        Sql::select::<ProductFields>("FROM products WHERE id = $1 AND type = 'PRODUCT' AND deleted_at IS NULL");
    tx.query(product.bind(id)).maybe().await.or_not_found("el producto")
}

/// Locks the category of a product, and returns whether the category and the area exist.
pub(super) async fn lock_category_and_area(
    tx: &mut Tx,
    category: CategoryId,
    area: Option<AreaId>,
) -> db::Result<(bool, bool)> {
    let found: Option<(CategoryId,)> = tx
        .query("SELECT id FROM categories WHERE id = $1 AND type = 'PRODUCT' AND deleted_at IS NULL")
        .bind(category)
        .for_update()
        .maybe()
        .await?;
    let Some(area) = area else { return Ok((found.is_some(), true)) };
    let area: Option<(AreaId,)> = tx.query("SELECT id FROM production_areas WHERE id = $1").bind(area).maybe().await?;
    Ok((found.is_some(), area.is_some()))
}

/// Finds the name of another product that is the same but for capitals, accents and spaces.
pub(super) async fn find_same_name(tx: &mut Tx, name: &str, but: Option<ProductId>) -> db::Result<Option<String>> {
    let found: Option<(String,)> = tx
        .query(
            "SELECT name FROM products WHERE search_key = $1 AND type = 'PRODUCT' AND deleted_at IS NULL AND id <> $2
             ORDER BY id LIMIT 1",
        )
        .bind(search_key(name))
        .bind(but.unwrap_or(ProductId(0)))
        .maybe()
        .await?;
    Ok(found.map(|(name,)| name))
}

/// Returns the next position within a category.
pub(super) async fn next_position(tx: &mut Tx, category: CategoryId) -> db::Result<i64> {
    let last: i64 = tx
        .query("SELECT COALESCE(MAX(position), 0) FROM products WHERE category_id = $1 AND deleted_at IS NULL")
        .bind(category)
        .scalar()
        .await?;
    Ok(last.saturating_add(1).min(100_000))
}

pub(super) async fn insert_product(tx: &mut Tx, product: &ProductFields) -> db::Result<ProductId> {
    tx.query(Sql::insert("products", &row_with_keys(product), "RETURNING id")).scalar().await
}

pub(super) async fn update_product(tx: &mut Tx, id: ProductId, product: &ProductFields) -> db::Result<u64> {
    tx.query(Sql::update("products", &row_with_keys(product), "", ("id", id))).run().await
}

/// Returns the columns of a product with the keys by which its name is searched and held unique.
fn row_with_keys(product: &ProductFields) -> Vec<(&'static str, Arg)> {
    let key = search_key(&product.name);
    let mut row = product.to_row();
    row.extend([("search_key", key.as_str().arg()), ("name_key", key.as_str().arg())]);
    row
}

pub(super) async fn update_changed_by(tx: &mut Tx, id: ProductId, user: UserId, at: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE products SET updated_by = $1, updated_at = $2 WHERE id = $3")
        .bind(user)
        .bind(at)
        .bind(id)
        .run()
        .await
}

/// Marks a product as deleted and removes it from lists, recipes and comments; the row is kept for the order lines that name it.
pub(super) async fn mark_product_deleted(tx: &mut Tx, id: ProductId, at: DateTime<Utc>) -> db::Result<()> {
    for left_over in [
        "DELETE FROM combo_items WHERE product_id = $1",
        "DELETE FROM product_supplies WHERE product_id = $1",
        "DELETE FROM product_toppings WHERE product_id = $1",
        "DELETE FROM product_choice_groups WHERE product_id = $1",
        "DELETE FROM comments WHERE product_id = $1",
        "DELETE FROM product_codes WHERE product_id = $1",
        "DELETE FROM planned_prices WHERE product_id = $1",
        "UPDATE product_variants SET status = 'INACTIVE' WHERE product_id = $1",
    ] {
        tx.query(left_over).bind(id).run().await?;
    }
    tx.query(update!("products" {
        deleted_at: at;
        "status = 'INACTIVE'";
        "name_key = NULL";
        "production_area_id = NULL";
        "image = NULL";
        "sold_out_on = NULL";
        "has_stock = FALSE";
        "has_variants = FALSE";
        "is_combo = FALSE";
        "has_supplies = FALSE";
        "has_toppings = FALSE"
    } where id = id))
        .run()
        .await?;
    Ok(())
}

pub(super) async fn set_image(tx: &mut Tx, id: ProductId, address: Option<String>) -> db::Result<u64> {
    tx.query("UPDATE products SET image = $1 WHERE id = $2").bind(address).bind(id).run().await
}

pub(super) async fn replace_recipe(tx: &mut Tx, id: ProductId, recipe: &[RecipePortion]) -> db::Result<()> {
    tx.query("DELETE FROM product_supplies WHERE product_id = $1").bind(id).run().await?;
    if recipe.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(
        "INSERT INTO product_supplies (product_id, supply_id, quantity, measurement_id, quantity_base) VALUES",
    );
    let rows = recipe.iter().map(|p| args![id, p.supply_id, p.quantity, p.measurement_id, p.quantity_base]);
    tx.query(sql.rows(rows)).run().await?;
    Ok(())
}

/// Copies variants, dishes, recipe, toppings and groups of options of a product to a new one.
pub(super) async fn copy_parts(tx: &mut Tx, from: ProductId, to: ProductId) -> db::Result<()> {
    for copy in [
        "INSERT INTO product_variants (product_id, name, options, additional_amount, position, status)
         SELECT $2, name, options, additional_amount, position, status FROM product_variants
         WHERE product_id = $1 AND status = 'ACTIVE' ORDER BY id",
        "INSERT INTO combo_items (product_id, item_product_id, quantity)
         SELECT $2, item_product_id, quantity FROM combo_items WHERE product_id = $1 ORDER BY id",
        "INSERT INTO product_supplies (product_id, supply_id, quantity, measurement_id, quantity_base)
         SELECT $2, supply_id, quantity, measurement_id, quantity_base FROM product_supplies WHERE product_id = $1 ORDER BY id",
        "INSERT INTO product_toppings (product_id, topping_id)
         SELECT $2, topping_id FROM product_toppings WHERE product_id = $1",
        "INSERT INTO product_choice_groups (product_id, group_id, position)
         SELECT $2, group_id, position FROM product_choice_groups WHERE product_id = $1",
    ] {
        tx.query(copy).bind(from).bind(to).run().await?;
    }
    Ok(())
}

/// Lists the search keys of products whose names contain a text.
pub(super) async fn list_keys_containing(tx: &mut Tx, part: &str) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT search_key FROM products WHERE search_key LIKE $1 ESCAPE '!' AND type = 'PRODUCT' AND deleted_at IS NULL
         ORDER BY id LIMIT 1000",
    )
    .bind(contains_pattern(part))
    .column()
    .await
}

/// Returns those of these toppings that exist.
pub(super) async fn find_toppings(tx: &mut Tx, ids: &[ToppingId]) -> db::Result<Vec<(ToppingId,)>> {
    tx.query(Sql::new("SELECT id FROM toppings").list("WHERE id IN (?)", ids.iter().copied())).all().await
}

pub(super) async fn replace_toppings(tx: &mut Tx, id: ProductId, toppings: &[ToppingId]) -> db::Result<()> {
    tx.query("DELETE FROM product_toppings WHERE product_id = $1").bind(id).run().await?;
    if toppings.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("INSERT INTO product_toppings (product_id, topping_id) VALUES");
    tx.query(sql.rows(toppings.iter().map(|t| args![id, *t]))).run().await?;
    Ok(())
}

/// Lists all toppings of a product, active or not.
pub(super) async fn list_toppings(tx: &mut Tx, id: ProductId) -> db::Result<Vec<ToppingId>> {
    let ids: Vec<(ToppingId,)> = tx
        .query("SELECT topping_id FROM product_toppings WHERE product_id = $1 ORDER BY topping_id")
        .bind(id)
        .all()
        .await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

pub(super) async fn list_combo_items(tx: &mut Tx, id: ProductId) -> db::Result<Vec<ComboItem>> {
    let rows: Vec<(ProductId, comanda_base::money::Quantity)> = tx
        .query("SELECT item_product_id, quantity FROM combo_items WHERE product_id = $1 ORDER BY id")
        .bind(id)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(product_id, quantity)| ComboItem { product_id, quantity }).collect())
}

/// Loads name and additional amount of the active variants.
pub(super) async fn load_variant_amounts(tx: &mut Tx, id: ProductId) -> db::Result<BTreeMap<String, Money>> {
    let rows: Vec<(String, Money)> = tx
        .query("SELECT name, additional_amount FROM product_variants WHERE product_id = $1 AND status = 'ACTIVE' ORDER BY id")
        .bind(id)
        .all()
        .await?;
    Ok(rows.into_iter().collect())
}

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct LastChange {
    pub updated_at: Option<DateTime<Utc>>,
    pub updated_by: Option<String>,
}

/// Loads when and by whom the product was changed last.
pub(super) async fn load_last_change(tx: &mut Tx, id: ProductId) -> db::Result<LastChange> {
    tx.query(
        "SELECT p.updated_at, u.name AS updated_by FROM products p LEFT JOIN users u ON u.id = p.updated_by WHERE p.id = $1",
    )
    .bind(id)
    .one()
    .await
}
