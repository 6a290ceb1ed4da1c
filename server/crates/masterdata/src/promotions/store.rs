//! SQL of `promotions`.

use super::model::Promotion;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::PromotionId,
};

/// Counts promotions.
pub(super) fn select_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM promotions")
}

/// Selects promotions; conditions are to be added with ` AND …`.
pub(super) fn select_promotions() -> Sql {
    Sql::new("SELECT id, name, text, valid_from, valid_until, status FROM promotions WHERE 1 = 1")
}

pub(super) async fn lock_and_find(tx: &mut Tx, id: PromotionId) -> db::Result<Option<Promotion>> {
    tx.query("SELECT id, name, text, valid_from, valid_until, status FROM promotions WHERE id = $1")
        .bind(id)
        .for_update()
        .maybe()
        .await
}

pub(super) async fn insert_promotion(tx: &mut Tx, p: &Promotion) -> db::Result<PromotionId> {
    tx.query(
        "INSERT INTO promotions (name, text, valid_from, valid_until, status) VALUES ($1, $2, $3, $4, $5) RETURNING id",
    )
    .bind(p.name.as_str())
    .bind(p.text.as_str())
    .bind(p.valid_from)
    .bind(p.valid_until)
    .bind(p.status)
    .scalar()
    .await
}

pub(super) async fn update_promotion(tx: &mut Tx, p: &Promotion) -> db::Result<u64> {
    tx.query("UPDATE promotions SET name = $1, text = $2, valid_from = $3, valid_until = $4, status = $5 WHERE id = $6")
        .bind(p.name.as_str())
        .bind(p.text.as_str())
        .bind(p.valid_from)
        .bind(p.valid_until)
        .bind(p.status)
        .bind(p.id)
        .run()
        .await
}

pub(super) async fn delete_promotion(tx: &mut Tx, id: PromotionId) -> db::Result<u64> {
    tx.query("DELETE FROM promotions WHERE id = $1").bind(id).run().await
}
