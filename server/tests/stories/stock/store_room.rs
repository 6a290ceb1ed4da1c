//! Reads the demo restaurant's stock.

use crate::orders::house::House;
use comanda::money::Quantity;
use std::collections::BTreeMap;

pub fn parse_quantity(text: &str) -> Quantity {
    text.parse().unwrap()
}

impl House {
    /// The stock of each item, by name, in base units.
    pub async fn store_room(&self) -> BTreeMap<String, Quantity> {
        let mut tx = self.db().read().await.unwrap();
        let rows: Vec<(String, Quantity)> = tx
            .query(
                "SELECT COALESCE(p.name, s.name), i.on_hand FROM stock_items i
                 LEFT JOIN products p ON i.item_kind = 'PRODUCT' AND p.id = i.item_id
                 LEFT JOIN supplies s ON i.item_kind = 'SUPPLY' AND s.id = i.item_id",
            )
            .all()
            .await
            .unwrap();
        rows.into_iter().collect()
    }
    pub async fn on_hand(&self, name: &str) -> Quantity {
        self.store_room().await[name]
    }
    /// Takes out of an item whatever exceeds this quantity.
    pub async fn leave_in_stock(&self, name: &'static str, quantity: &str) {
        let less = parse_quantity(quantity) - self.on_hand(name).await;
        let outcome: comanda::db::Result<()> = comanda::transact!(self.db(), |tx| {
            tx.query(
                "INSERT INTO stock_moves (item_kind, item_id, quantity, reason, source, business_day, at, user_id)
                 SELECT i.item_kind, i.item_id, $1, 'OTHER', 'story', m.business_day, m.at, m.user_id
                 FROM stock_items i JOIN stock_moves m ON m.item_kind = i.item_kind AND m.item_id = i.item_id AND m.source = 'opening'
                 LEFT JOIN products p ON i.item_kind = 'PRODUCT' AND p.id = i.item_id
                 LEFT JOIN supplies s ON i.item_kind = 'SUPPLY' AND s.id = i.item_id WHERE COALESCE(p.name, s.name) = $2",
            )
            .bind(less)
            .bind(name)
            .run()
            .await?;
            tx.query(
                "UPDATE stock_items SET on_hand = on_hand + $1, changes = changes + 1
                 WHERE (item_kind = 'PRODUCT' AND item_id IN (SELECT id FROM products WHERE name = $2))
                    OR (item_kind = 'SUPPLY' AND item_id IN (SELECT id FROM supplies WHERE name = $2))",
            )
            .bind(less)
            .bind(name)
            .run()
            .await
            .map(drop)
        });
        outcome.unwrap();
    }
    /// The differences from `before`, by name.
    pub async fn stock_changes_since(&self, before: &BTreeMap<String, Quantity>) -> Vec<(String, String)> {
        let now = self.store_room().await;
        let less = |(name, q): (String, Quantity)| (name.clone(), q - before.get(&name).copied().unwrap_or_default());
        let less = now.into_iter().map(less).filter(|(_, q)| !q.is_zero());
        less.map(|(name, q)| (name, q.to_string())).collect()
    }
    /// The reason, sum and document of an item's moves, over everything that concerns order lines.
    pub async fn moves_of(&self, name: &str) -> Vec<(String, String, Option<String>)> {
        let mut tx = self.db().read().await.unwrap();
        let rows: Vec<(String, Quantity, Option<String>)> = tx
            .query(
                "SELECT m.reason, m.quantity, m.document FROM stock_moves m
                 LEFT JOIN products p ON m.item_kind = 'PRODUCT' AND p.id = m.item_id
                 LEFT JOIN supplies s ON m.item_kind = 'SUPPLY' AND s.id = m.item_id
                 WHERE COALESCE(p.name, s.name) = $1 AND m.line_id IS NOT NULL ORDER BY m.id",
            )
            .bind(name)
            .all()
            .await
            .unwrap();
        rows.into_iter().map(|(reason, q, document)| (reason, q.to_string(), document)).collect()
    }
    /// Asserts the law of the ledger: stock is what came in less what went out.
    pub async fn assert_ledger_adds_up(&self) {
        let mut tx = self.db().read().await.unwrap();
        let mismatches: Vec<(String, i64, Quantity, Quantity)> = tx
            .query(
                "SELECT i.item_kind, i.item_id, i.on_hand, CAST(COALESCE(SUM(m.quantity), 0) AS BIGINT) AS moved
                 FROM stock_items i LEFT JOIN stock_moves m ON m.item_kind = i.item_kind AND m.item_id = i.item_id
                 GROUP BY i.item_kind, i.item_id, i.on_hand HAVING i.on_hand <> COALESCE(SUM(m.quantity), 0)",
            )
            .all()
            .await
            .unwrap();
        assert!(mismatches.is_empty(), "{mismatches:?}");
        let unknown: i64 = tx
            .query(
                "SELECT COUNT(*) FROM stock_moves m WHERE NOT EXISTS
                 (SELECT 1 FROM stock_items i WHERE i.item_kind = m.item_kind AND i.item_id = m.item_id)",
            )
            .scalar()
            .await
            .unwrap();
        assert_eq!(unknown, 0);
        drop(tx);
        self.assert_values_match_recomputation().await;
    }
}
