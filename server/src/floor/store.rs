//! All SQL of `salons` and `dining_tables`.

use super::model::Salon;
use crate::{
    db::{self, Sql, Tx},
    ids::TableId,
};
use chrono::{DateTime, Utc};

pub(super) async fn salons(tx: &mut Tx) -> db::Result<Vec<Salon>> {
    tx.query(
        "SELECT id, name, description, status, width, height, landmarks FROM salons WHERE status = 'ACTIVE'
         ORDER BY position, id LIMIT 200",
    )
    .all()
    .await
}

/// Tables, to be narrowed with ` AND …` on `t` (table) and `s` (salon).
pub(super) fn tables() -> Sql {
    Sql::new(
        "SELECT t.id, t.salon_id, s.name AS salon, t.name, t.seats, t.x, t.y, t.width, t.height, t.shape, t.cleaning_since,
                t.status
         FROM dining_tables t JOIN salons s ON s.id = t.salon_id WHERE s.status = 'ACTIVE'",
    )
}

pub(super) async fn set_cleaning(tx: &mut Tx, id: TableId, since: Option<DateTime<Utc>>) -> db::Result<u64> {
    tx.query("UPDATE dining_tables SET cleaning_since = $1 WHERE id = $2").bind(since).bind(id).run().await
}
