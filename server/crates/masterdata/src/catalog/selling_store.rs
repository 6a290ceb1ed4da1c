//! SQL that reads what is about to be sold.

use super::{
    schedules::IS_SCHEDULED,
    selling::{ComboPart, SellableProduct, SellableTopping, SellableVariant},
};
use chrono::NaiveDate;
use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    ids::{ProductId, ToppingId, VariantId},
};

pub(super) async fn load_products(
    tx: &mut Tx,
    ids: &[ProductId],
    issue_date: NaiveDate,
) -> Result<Vec<SellableProduct>> {
    let sql = Sql::new(
        "SELECT p.id, p.name, p.production_area_id, p.sale_amount, p.delivery_price, p.delivery_app_price, p.minimum_sale_price,
                p.has_variants, p.is_combo, p.is_plastic_bag, p.allergens, p.sale_unit, p.min_quantity, p.quantity_step, p.has_stock, p.is_delivered AND c.is_delivered AS is_delivered,
                p.sold_out_on,
                p.status, p.category_id, c.name AS category, c.status AS category_status,
                COALESCE(p.course_id, c.course_id) AS course_id, n.price AS planned_price,
                EXISTS (SELECT 1 FROM product_choice_groups x WHERE x.product_id = p.id) AS has_choices,",
    )
    .add(IS_SCHEDULED)
    .add("AS is_scheduled FROM products p JOIN categories c ON c.id = p.category_id")
    .with("LEFT JOIN planned_prices n ON n.product_id = p.id AND n.valid_from <= ?", issue_date);
    Ok(tx.query(sql.list("WHERE p.id IN (?)", ids.iter().copied())).all().await?)
}

pub(super) async fn load_variants(tx: &mut Tx, ids: &[VariantId]) -> Result<Vec<SellableVariant>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT id, product_id, name, additional_amount FROM product_variants WHERE status = 'ACTIVE'");
    Ok(tx.query(sql.list("AND id IN (?)", ids.iter().copied())).all().await?)
}

pub(super) async fn load_toppings(
    tx: &mut Tx,
    products: &[ProductId],
    ids: &[ToppingId],
) -> Result<Vec<SellableTopping>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new(
        "SELECT t.id, pt.product_id, t.name, t.allergens, t.sale_amount, t.sold_out_on
         FROM toppings t JOIN product_toppings pt ON pt.topping_id = t.id WHERE t.status = 'ACTIVE'",
    )
    .list("AND t.id IN (?)", ids.iter().copied())
    .list("AND pt.product_id IN (?)", products.iter().copied());
    Ok(tx.query(sql).all().await?)
}

pub(super) async fn load_combo_parts(tx: &mut Tx, combos: &[ProductId]) -> Result<Vec<ComboPart>> {
    if combos.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new(
        "SELECT c.product_id AS combo_id, p.id AS product_id, p.name, p.allergens, p.production_area_id, c.quantity, p.has_stock,
                p.sold_out_on
         FROM combo_items c JOIN products p ON p.id = c.item_product_id",
    )
    .list("WHERE c.product_id IN (?)", combos.iter().copied())
    .add("ORDER BY c.id");
    Ok(tx.query(sql).all().await?)
}
