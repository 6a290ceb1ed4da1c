//! SQL of choices one by one.

use crate::catalog::model::ProductVariant;
use comanda_base::{
    db::{self, Sql, Tx},
    error::{OrNotFound, Result},
    ids::{ProductId, VariantId},
};

const FROM: &str = "FROM product_variants v JOIN products p ON p.id = v.product_id WHERE p.deleted_at IS NULL";

/// Choices, to be narrowed with ` AND …`.
pub(super) fn rows() -> Sql {
    Sql::new(
        "SELECT v.id, v.product_id, p.name AS product, v.name, v.options AS variants, v.additional_amount, v.status,
                (SELECT k.code FROM product_codes k WHERE k.variant_id = v.id) AS barcode",
    )
    .add(FROM)
}

pub(super) async fn variant(tx: &mut Tx, id: VariantId) -> Result<ProductVariant> {
    tx.query(rows().with("AND v.id = ?", id)).maybe().await.or_not_found("la variante")
}

/// Counts the same.
pub(super) fn count() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM)
}

/// The choices of a product, offered or not.
pub(super) async fn of_product(tx: &mut Tx, product: ProductId) -> db::Result<Vec<ProductVariant>> {
    tx.query(rows().with("AND v.product_id = ?", product).add("ORDER BY v.position, v.id")).all().await
}

/// Locks a product; whether there is one.
pub(super) async fn lock_product(tx: &mut Tx, product: ProductId) -> db::Result<bool> {
    let found: Option<(ProductId,)> = tx
        .query("SELECT id FROM products WHERE id = $1 AND deleted_at IS NULL")
        .bind(product)
        .for_update()
        .maybe()
        .await?;
    Ok(found.is_some())
}

pub(super) async fn set_has_variants(tx: &mut Tx, product: ProductId) -> db::Result<u64> {
    tx.query("UPDATE products SET has_variants = TRUE WHERE id = $1").bind(product).run().await
}
