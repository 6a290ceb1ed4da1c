//! SQL that reads `stock_replays`.

use super::replays::Replay;
use comanda_base::db::{self, Tx};

/// The limit is more items than a document has, with those that follow from them.
const SELECT_BY_SOURCE: &str =
    "SELECT r.item_kind AS item_type, r.item_id, COALESCE(p.name, s.name, '') AS name, r.sales, r.first_day, r.last_day,
            r.cost_before, r.cost_after, r.done_at IS NOT NULL AS done
     FROM stock_replays r
     LEFT JOIN products p ON r.item_kind = 'PRODUCT' AND p.id = r.item_id
     LEFT JOIN supplies s ON r.item_kind = 'SUPPLY' AND s.id = r.item_id
     WHERE r.source = $1 ORDER BY name, r.id LIMIT 1000";

pub(super) async fn list_by_source(tx: &mut Tx, source: &str) -> db::Result<Vec<Replay>> {
    tx.query(SELECT_BY_SOURCE).bind(source).all().await
}
