//! SQL of variants one by one.

use crate::catalog::model::ProductVariant;
use comanda_base::{
    db::{self, Sql, Tx},
    error::{OrNotFound, Result},
    ids::{ProductId, VariantId},
};

const FROM: &str = "FROM product_variants v JOIN products p ON p.id = v.product_id WHERE p.deleted_at IS NULL";

/// Selects variants; conditions are to be added with ` AND …`.
pub(super) fn select_variants() -> Sql {
    Sql::new(
        "SELECT v.id, v.product_id, p.name AS product, v.name, v.options AS variants, v.additional_amount, v.status,
                (SELECT k.code FROM product_codes k WHERE k.variant_id = v.id) AS barcode",
    )
    .add(FROM)
}

pub(super) async fn load_variant(tx: &mut Tx, id: VariantId) -> Result<ProductVariant> {
    tx.query(select_variants().with("AND v.id = ?", id)).maybe().await.or_not_found("la variante")
}

/// Counts variants; conditions are to be added.
pub(super) fn select_count() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM)
}

/// Lists the variants of a product, active or not.
pub(super) async fn list_by_product(tx: &mut Tx, product: ProductId) -> db::Result<Vec<ProductVariant>> {
    tx.query(select_variants().with("AND v.product_id = ?", product).add("ORDER BY v.position, v.id")).all().await
}

/// Locks a product and returns whether it exists.
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
