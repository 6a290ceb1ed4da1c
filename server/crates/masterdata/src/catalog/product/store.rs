//! SQL that writes products; what lists show is read in `catalog::store`.

use super::form::{ComboItem, ProductFields};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::{OrNotFound, Result},
    ids::{AreaId, CategoryId, ProductId, ToppingId, UserId},
    money::Money,
    search::{contains, search_key},
};
use comanda_ledgers::stock::recipe::Portion;
use std::collections::BTreeMap;

/// Locks a product and those that are to be its dishes, the lowest id first.
pub(super) async fn locked(tx: &mut Tx, id: ProductId, dishes: &[ComboItem]) -> Result<ProductFields> {
    let ids = dishes.iter().map(|d| d.product_id).chain([id]);
    let lock = Sql::new("SELECT id FROM products").list("WHERE id IN (?)", ids).add("ORDER BY id");
    let _: Vec<(ProductId,)> = tx.query(lock).for_update().all().await?;
    tx.query(
        "SELECT category_id, production_area_id, name, description, sale_amount, delivery_price, delivery_app_price,
                minimum_sale_price, cost_amount, own_cost, min_stock, igv_treatment, is_plastic_bag, is_delivered, has_variants, has_stock,
                is_combo, has_supplies, has_toppings, plate, position, status, skips_kitchen
         FROM products WHERE id = $1 AND type = 'PRODUCT' AND deleted_at IS NULL",
    )
    .bind(id)
    .maybe()
    .await
    .or_not_found("el producto")
}

/// Locks what a product is filed under; whether category and area are there.
pub(super) async fn places(tx: &mut Tx, category: CategoryId, area: Option<AreaId>) -> db::Result<(bool, bool)> {
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

/// The name of another product that is the same but for capitals, accents and spaces.
pub(super) async fn same_name(tx: &mut Tx, name: &str, but: Option<ProductId>) -> db::Result<Option<String>> {
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

/// The next place within a category.
pub(super) async fn next_position(tx: &mut Tx, category: CategoryId) -> db::Result<i64> {
    let last: i64 = tx
        .query("SELECT COALESCE(MAX(position), 0) FROM products WHERE category_id = $1 AND deleted_at IS NULL")
        .bind(category)
        .scalar()
        .await?;
    Ok(last.saturating_add(1).min(100_000))
}

pub(super) async fn insert(tx: &mut Tx, p: &ProductFields) -> db::Result<ProductId> {
    let sql = Sql::new(
        "INSERT INTO products (category_id, production_area_id, name, search_key, name_key, description, sale_amount,
             delivery_price, delivery_app_price, minimum_sale_price, cost_amount, min_stock, is_delivered, has_variants,
             has_stock, is_combo, has_supplies, has_toppings, plate, position, status, own_cost, igv_treatment, is_plastic_bag,
             skips_kitchen)
         VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
         RETURNING id",
    );
    tx.query(bound(sql, p)).scalar().await
}

pub(super) async fn update(tx: &mut Tx, id: ProductId, p: &ProductFields) -> db::Result<u64> {
    let sql = Sql::new(
        "UPDATE products SET category_id = $1, production_area_id = $2, name = $3, search_key = $4, name_key = $4,
             description = $5, sale_amount = $6, delivery_price = $7, delivery_app_price = $8, minimum_sale_price = $9,
             cost_amount = $10, min_stock = $11, is_delivered = $12, has_variants = $13, has_stock = $14, is_combo = $15,
             has_supplies = $16, has_toppings = $17, plate = $18, position = $19, status = $20,
             own_cost = $21, igv_treatment = $22, is_plastic_bag = $23, skips_kitchen = $24
         WHERE id = $25",
    );
    tx.query(bound(sql, p).bind(id)).run().await
}

fn bound(sql: Sql, p: &ProductFields) -> Sql {
    sql.bind(p.category_id)
        .bind(p.production_area_id)
        .bind(p.name.as_str())
        .bind(search_key(&p.name))
        .bind(p.description.as_str())
        .bind(p.sale_amount)
        .bind(p.delivery_price)
        .bind(p.delivery_app_price)
        .bind(p.minimum_sale_price)
        .bind(p.cost_amount)
        .bind(p.min_stock)
        .bind(p.is_delivered)
        .bind(p.has_variants)
        .bind(p.has_stock)
        .bind(p.is_combo)
        .bind(p.has_supplies)
        .bind(p.has_toppings)
        .bind(p.plate.as_str())
        .bind(p.position)
        .bind(p.status)
        .bind(p.own_cost)
        .bind(p.igv_treatment)
        .bind(p.is_plastic_bag)
        .bind(p.skips_kitchen)
}

pub(super) async fn touch(tx: &mut Tx, id: ProductId, by: UserId, at: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE products SET updated_by = $1, updated_at = $2 WHERE id = $3")
        .bind(by)
        .bind(at)
        .bind(id)
        .run()
        .await
}

/// It stays for the lines that name it, but is in no list, no recipe and no comment any more.
pub(super) async fn delete(tx: &mut Tx, id: ProductId, at: DateTime<Utc>) -> db::Result<()> {
    for left_over in [
        "DELETE FROM combo_items WHERE product_id = $1",
        "DELETE FROM product_supplies WHERE product_id = $1",
        "DELETE FROM product_toppings WHERE product_id = $1",
        "DELETE FROM comments WHERE product_id = $1",
        "DELETE FROM product_codes WHERE product_id = $1",
        "DELETE FROM planned_prices WHERE product_id = $1",
        "UPDATE product_variants SET status = 'INACTIVE' WHERE product_id = $1",
    ] {
        tx.query(left_over).bind(id).run().await?;
    }
    tx.query(
        "UPDATE products SET deleted_at = $1, status = 'INACTIVE', name_key = NULL, production_area_id = NULL, image = NULL,
             sold_out_on = NULL, has_stock = FALSE, has_variants = FALSE, is_combo = FALSE, has_supplies = FALSE, has_toppings = FALSE
         WHERE id = $2",
    )
    .bind(at)
    .bind(id)
    .run()
    .await?;
    Ok(())
}

pub(super) async fn set_image(tx: &mut Tx, id: ProductId, address: Option<String>) -> db::Result<u64> {
    tx.query("UPDATE products SET image = $1 WHERE id = $2").bind(address).bind(id).run().await
}

pub(super) async fn replace_recipe(tx: &mut Tx, id: ProductId, recipe: &[Portion]) -> db::Result<()> {
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

/// Gives a new product what belongs to another one: choices, dishes, recipe, toppings.
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
    ] {
        tx.query(copy).bind(from).bind(to).run().await?;
    }
    Ok(())
}

/// The search keys of products that have this within their names.
pub(super) async fn names_like(tx: &mut Tx, part: &str) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT search_key FROM products WHERE search_key LIKE $1 ESCAPE '!' AND type = 'PRODUCT' AND deleted_at IS NULL
         ORDER BY id LIMIT 1000",
    )
    .bind(contains(part))
    .column()
    .await
}

/// Which of these toppings there are.
pub(super) async fn known_toppings(tx: &mut Tx, ids: &[ToppingId]) -> db::Result<Vec<(ToppingId,)>> {
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

/// All toppings that a product goes with, offered or not.
pub(super) async fn toppings(tx: &mut Tx, id: ProductId) -> db::Result<Vec<ToppingId>> {
    let ids: Vec<(ToppingId,)> = tx
        .query("SELECT topping_id FROM product_toppings WHERE product_id = $1 ORDER BY topping_id")
        .bind(id)
        .all()
        .await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

pub(super) async fn combo_items(tx: &mut Tx, id: ProductId) -> db::Result<Vec<ComboItem>> {
    let rows: Vec<(ProductId, comanda_base::money::Quantity)> = tx
        .query("SELECT item_product_id, quantity FROM combo_items WHERE product_id = $1 ORDER BY id")
        .bind(id)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(product_id, quantity)| ComboItem { product_id, quantity }).collect())
}

/// Name and additional amount of the choices offered.
pub(super) async fn choices(tx: &mut Tx, id: ProductId) -> db::Result<BTreeMap<String, Money>> {
    let rows: Vec<(String, Money)> = tx
        .query("SELECT name, additional_amount FROM product_variants WHERE product_id = $1 AND status = 'ACTIVE' ORDER BY id")
        .bind(id)
        .all()
        .await?;
    Ok(rows.into_iter().collect())
}

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct Touched {
    pub updated_at: Option<DateTime<Utc>>,
    pub updated_by: Option<String>,
}

/// Who changed it last.
pub(super) async fn touched(tx: &mut Tx, id: ProductId) -> db::Result<Touched> {
    tx.query(
        "SELECT p.updated_at, u.name AS updated_by FROM products p LEFT JOIN users u ON u.id = p.updated_by WHERE p.id = $1",
    )
    .bind(id)
    .one()
    .await
}
