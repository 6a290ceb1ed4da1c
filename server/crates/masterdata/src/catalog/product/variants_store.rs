//! SQL of the variants of products.

use super::variants::{RenamedOptions, VariantDraft};
use crate::catalog::{model::AttributeOption, store as catalog};
use comanda_base::{
    args,
    db::{self, Arg, Sql, Tx},
    error::Result,
    ids::{ProductId, VariantId},
    money::Money,
    words::Status,
};
use std::collections::{BTreeMap, HashMap};

#[derive(comanda_from_row::FromRow)]
struct StoredVariantRow {
    id: VariantId,
    options: db::Json<BTreeMap<String, Money>>,
}

/// Makes these the active variants of a product, in this order, and returns their ids.
pub(super) async fn replace_variants(
    tx: &mut Tx,
    product: ProductId,
    choices: &[VariantDraft],
) -> Result<Vec<VariantId>> {
    let kept: Vec<StoredVariantRow> = tx
        .query("SELECT id, options FROM product_variants WHERE product_id = $1 ORDER BY id")
        .bind(product)
        .all()
        .await?;
    let mut known: HashMap<Vec<String>, VariantId> = HashMap::new();
    for row in kept {
        known.insert(row.options.0.into_keys().collect(), row.id);
    }
    tx.query("UPDATE product_variants SET status = 'INACTIVE' WHERE product_id = $1").bind(product).run().await?;
    let (mut changed, mut new): (Vec<[Arg; 5]>, Vec<[Arg; 5]>) = (Vec::new(), Vec::new());
    for (choice, position) in choices.iter().zip(1_i64..) {
        let key: Vec<String> = choice.options.keys().cloned().collect();
        let options = db::Json(choice.options.clone());
        match known.get(&key) {
            Some(id) => changed.push(args![*id, choice.name.clone(), options, choice.additional_amount, position]),
            None => new.push(args![product, choice.name.clone(), options, choice.additional_amount, position]),
        }
    }
    if !changed.is_empty() {
        let sql = Sql::new(
            "UPDATE product_variants SET name = v.column2, options = v.column3, additional_amount = v.column4,
                 position = v.column5, status = 'ACTIVE' FROM (VALUES",
        );
        tx.query(sql.rows(changed).add(") AS v WHERE product_variants.id = v.column1")).run().await?;
    }
    if !new.is_empty() {
        let sql =
            Sql::new("INSERT INTO product_variants (product_id, name, options, additional_amount, position) VALUES");
        tx.query(sql.rows(new)).run().await?;
    }
    let offered =
        tx.query("SELECT id FROM product_variants WHERE product_id = $1 AND status = 'ACTIVE' ORDER BY position");
    Ok(offered.bind(product).column().await?)
}

/// Writes one variant: a new one at the end, or in place of the one with this id.
pub(in crate::catalog) async fn save_variant(
    tx: &mut Tx,
    product: ProductId,
    id: Option<VariantId>,
    choice: &VariantDraft,
    status: Status,
) -> Result<VariantId> {
    let sql = match id {
        Some(_) => {
            "UPDATE product_variants SET name = $2, options = $3, additional_amount = $4, status = $5
             WHERE product_id = $1 AND id = $6 RETURNING id"
        }
        None => {
            "INSERT INTO product_variants (product_id, name, options, additional_amount, status, position)
             SELECT $1, $2, $3, $4, $5, COALESCE(MAX(position), $6) + 1 FROM product_variants WHERE product_id = $1 RETURNING id"
        }
    };
    let sql = Sql::new(sql)
        .bind(product)
        .bind(choice.name.as_str())
        .bind(db::Json(choice.options.clone()))
        .bind(choice.additional_amount)
        .bind(status)
        .bind(id.map_or(0, |id| id.0));
    Ok(tx.query(sql).scalar().await?)
}

/// Renames the variants that contain renamed options; order lines keep the name with which they were ordered.
pub(in crate::catalog) async fn rename_variants(tx: &mut Tx, renaming: RenamedOptions) -> Result<()> {
    if renaming.changed.is_empty() {
        return Ok(());
    }
    let rows: Vec<StoredVariantRow> = tx
        .query(add_option_condition(Sql::new("SELECT id, options FROM product_variants v"), &renaming.changed))
        .all()
        .await?;
    let all = catalog::load_options(tx).await?;
    let renamed = rows.iter().map(|row| {
        let chosen = all.iter().filter(|o| row.options.0.contains_key(&o.id.to_string()));
        args![row.id, chosen.map(|o| o.name.as_str()).collect::<Vec<_>>().join(", ")]
    });
    let renamed: Vec<[Arg; 2]> = renamed.collect();
    for part in renamed.chunks(2_000) {
        let sql = Sql::new("UPDATE product_variants SET name = v.column2 FROM (VALUES").rows(part.iter().cloned());
        tx.query(sql.add(") AS v WHERE product_variants.id = v.column1")).run().await?;
    }
    Ok(())
}

/// Returns the name of each of these options, with the names of the products that offer it.
pub(in crate::catalog) async fn list_products_by_option(
    tx: &mut Tx,
    options: &[&AttributeOption],
) -> Result<Vec<(String, Vec<String>)>> {
    if options.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = options.iter().map(|o| o.id.0).collect();
    let sql = Sql::new("SELECT p.name, v.options FROM product_variants v JOIN products p ON p.id = v.product_id");
    let sql = add_option_condition(sql, &ids)
        .add("AND v.status = 'ACTIVE' AND p.deleted_at IS NULL ORDER BY p.search_key, v.id");
    let rows: Vec<(String, db::Json<BTreeMap<String, Money>>)> = tx.query(sql).all().await?;
    let list_products_with = |option: &&AttributeOption| {
        let key = option.id.0.to_string();
        let mut products: Vec<String> =
            rows.iter().filter(|(_, chosen)| chosen.0.contains_key(&key)).map(|(name, _)| name.clone()).collect();
        products.dedup();
        (option.name.clone(), products)
    };
    Ok(options.iter().map(list_products_with).collect())
}

/// Adds the condition on variants with any of these options. Both databases write a key as `"12":`, which no amount looks like.
fn add_option_condition(sql: Sql, options: &[i64]) -> Sql {
    let mut sql = sql.add("WHERE (1 = 0");
    for id in options {
        sql = sql.with("OR CAST(v.options AS TEXT) LIKE ?", format!("%\"{id}\":%"));
    }
    sql.add(")")
}
