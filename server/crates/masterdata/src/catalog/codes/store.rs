//! SQL of `product_codes`.

use super::NewCode;
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{ProductId, VariantId},
    search::search_key,
};

/// The condition on products `p` by name or by any of their codes.
pub(in crate::catalog) const PRODUCT_SEARCH: &str = "AND (p.search_key LIKE ? ESCAPE '!'
     OR p.id IN (SELECT k.product_id FROM product_codes k WHERE k.code_key LIKE ? ESCAPE '!'))";

/// The condition on variants `v` of products `p` by the product's name, or by the code of either.
pub(in crate::catalog) const VARIANT_SEARCH: &str = "AND (p.search_key LIKE ? ESCAPE '!'
     OR v.id IN (SELECT k.variant_id FROM product_codes k WHERE k.code_key LIKE ? ESCAPE '!')
     OR p.id IN (SELECT k.product_id FROM product_codes k WHERE k.variant_id IS NULL AND k.code_key LIKE ? ESCAPE '!'))";

/// Sorts products `p` by their own code, or else by their barcode; those without a code come last.
pub(in crate::catalog) const SORT_BY_CODE: &str =
    "COALESCE((SELECT MIN(CASE WHEN k.is_barcode THEN '1' ELSE '0' END || k.code_key)
     FROM product_codes k WHERE k.product_id = p.id AND k.variant_id IS NULL), '2')";

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct CodeRow {
    pub product_id: ProductId,
    pub variant_id: Option<VariantId>,
    pub is_barcode: bool,
    pub code: String,
}

pub(super) async fn load_rows(tx: &mut Tx, products: &[ProductId]) -> db::Result<Vec<CodeRow>> {
    let sql = Sql::new("SELECT product_id, variant_id, is_barcode, code FROM product_codes");
    tx.query(sql.list("WHERE product_id IN (?)", products.iter().copied())).all().await
}

/// A code with its owner.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct TakenCode {
    pub code_key: String,
    pub product: String,
    pub variant: Option<String>,
}

/// Finds the first of these keys that belongs to another product.
pub(super) async fn find_taken_code(
    tx: &mut Tx,
    but: ProductId,
    keys: impl Iterator<Item = String>,
) -> db::Result<Option<TakenCode>> {
    let sql = Sql::new(
        "SELECT k.code_key, p.name AS product, v.name AS variant FROM product_codes k JOIN products p ON p.id = k.product_id
         LEFT JOIN product_variants v ON v.id = k.variant_id",
    );
    let sql = sql.with("WHERE k.product_id <> ?", but).list("AND k.code_key IN (?)", keys);
    tx.query(sql.add("ORDER BY k.id LIMIT 1")).maybe().await
}

pub(super) async fn replace_codes(tx: &mut Tx, product: ProductId, claims: &[NewCode]) -> db::Result<()> {
    tx.query("DELETE FROM product_codes WHERE product_id = $1").bind(product).run().await?;
    if claims.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("INSERT INTO product_codes (product_id, variant_id, is_barcode, code, code_key) VALUES");
    let rows = claims.iter().map(|c| args![product, c.variant, c.is_barcode, c.code.clone(), search_key(&c.code)]);
    tx.query(sql.rows(rows)).run().await?;
    Ok(())
}
