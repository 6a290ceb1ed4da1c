//! Loads ids by name.

use comanda_base::db::{self, Tx};
use std::collections::HashMap;

const KINDS: [&str; 5] = ["user", "supply", "product", "unit", "table"];

/// Loads the ids of users (by their username), supplies, products, units (by their symbol) and tables.
pub(in crate::demo) async fn load_ids(tx: &mut Tx) -> db::Result<HashMap<(&'static str, String), i64>> {
    let rows: Vec<(String, String, i64)> = tx
        .query(
            "SELECT 'user', username, id FROM users UNION ALL SELECT 'supply', name, id FROM supplies
             UNION ALL SELECT 'product', name, id FROM products UNION ALL SELECT 'unit', symbol, id FROM measurements
             UNION ALL SELECT 'table', name, id FROM dining_tables",
        )
        .all()
        .await?;
    let named = |(kind, name, id): (String, String, i64)| {
        let kind = KINDS.into_iter().find(|known| *known == kind)?;
        Some(((kind, name), id))
    };
    Ok(rows.into_iter().filter_map(named).collect())
}
