//! SQL of bulk changes of products.

use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{AreaId, CategoryId, ProductId, UserId},
    money::Money,
    words::Status,
};

/// The fields of a product that can be changed, with the names of its category and area.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct ProductRow {
    pub id: ProductId,
    pub name: String,
    pub category_id: CategoryId,
    pub category: String,
    pub production_area_id: Option<AreaId>,
    pub production_area: Option<String>,
    pub skips_kitchen: bool,
    pub sale_amount: Money,
    pub delivery_price: Option<Money>,
    pub delivery_app_price: Option<Money>,
    pub minimum_sale_price: Option<Money>,
    pub status: Status,
}

/// The names of the new category and area.
#[derive(Debug, Clone, Default)]
pub(super) struct ChangeTarget {
    pub category: Option<(CategoryId, String)>,
    pub area: Option<String>,
}

/// Locks these products in ascending order of id, and the new category.
pub(super) async fn lock_products_and_category(
    tx: &mut Tx,
    ids: &[ProductId],
    category: Option<CategoryId>,
) -> db::Result<()> {
    let products = Sql::new("SELECT id FROM products").list("WHERE id IN (?)", ids.iter().copied()).add("ORDER BY id");
    let _: Vec<(ProductId,)> = tx.query(products).for_update().all().await?;
    if let Some(id) = category {
        let _: Option<(CategoryId,)> =
            tx.query("SELECT id FROM categories WHERE id = $1").bind(id).for_update().maybe().await?;
    }
    Ok(())
}

/// Loads those of these products that exist.
pub(super) async fn load_rows(tx: &mut Tx, ids: &[ProductId]) -> db::Result<Vec<ProductRow>> {
    let rows = Sql::new(
        "SELECT p.id, p.name, p.category_id, c.name AS category, p.production_area_id, a.name AS production_area, p.skips_kitchen, p.sale_amount,
                p.delivery_price, p.delivery_app_price, p.minimum_sale_price, p.status
         FROM products p JOIN categories c ON c.id = p.category_id LEFT JOIN production_areas a ON a.id = p.production_area_id
         WHERE p.type = 'PRODUCT' AND p.deleted_at IS NULL",
    );
    tx.query(rows.list("AND p.id IN (?)", ids.iter().copied())).all().await
}

/// Loads the names of the new category and area.
pub(super) async fn load_target(
    tx: &mut Tx,
    category: Option<CategoryId>,
    area: Option<AreaId>,
) -> db::Result<ChangeTarget> {
    let category = match category {
        Some(id) => {
            let found = "SELECT id, name FROM categories WHERE id = $1 AND type = 'PRODUCT' AND deleted_at IS NULL";
            tx.query(found).bind(id).maybe().await?
        }
        None => None,
    };
    let area: Option<(String,)> = match area {
        Some(id) => tx.query("SELECT name FROM production_areas WHERE id = $1").bind(id).maybe().await?,
        None => None,
    };
    Ok(ChangeTarget { category, area: area.map(|(name,)| name) })
}

/// Writes the changed products with one statement; there must be at least one.
pub(super) async fn update_products(
    tx: &mut Tx,
    changed: impl Iterator<Item = &ProductRow>,
    user: UserId,
    at: DateTime<Utc>,
) -> db::Result<()> {
    let rows = changed.map(|is| {
        args![
            is.id,
            is.category_id,
            is.production_area_id,
            is.sale_amount,
            is.delivery_price,
            is.delivery_app_price,
            is.status,
            user,
            at,
            is.skips_kitchen
        ]
    });
    let sql = Sql::new(
        "UPDATE products SET category_id = v.column2, production_area_id = v.column3, sale_amount = v.column4,
             delivery_price = v.column5, delivery_app_price = v.column6, status = v.column7, updated_by = v.column8,
             updated_at = v.column9, skips_kitchen = v.column10 FROM (VALUES",
    );
    tx.query(sql.rows(rows).add(") AS v WHERE products.id = v.column1")).run().await?;
    Ok(())
}
