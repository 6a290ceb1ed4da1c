//! SQL of `measurements`.

use super::units::Unit;
use comanda_base::{
    db::{self, Tx},
    error::Result,
    ids::MeasurementId,
};

/// Lists all units, each base unit before those derived from it.
pub async fn list_units(tx: &mut Tx) -> Result<Vec<Unit>> {
    Ok(tx
        .query(
            "SELECT id, symbol, name, magnitude_id, equivalence, status FROM measurements
             ORDER BY COALESCE(magnitude_id, id), magnitude_id IS NOT NULL, equivalence DESC, id LIMIT 1000",
        )
        .all()
        .await?)
}

/// Makes other transactions wait that change units, or that choose the unit of a supply.
pub(super) async fn lock_units(tx: &mut Tx) -> db::Result<()> {
    tx.lock_tables("measurements, supplies").await
}

pub(super) async fn insert_unit(tx: &mut Tx, u: &Unit) -> db::Result<MeasurementId> {
    tx.query("INSERT INTO measurements (symbol, name, magnitude_id, equivalence, status) VALUES ($1, $2, $3, $4, $5) RETURNING id")
        .bind(u.symbol.as_str())
        .bind(u.name.as_str())
        .bind(u.magnitude_id)
        .bind(u.equivalence)
        .bind(u.status)
        .scalar()
        .await
}

pub(super) async fn update_unit(tx: &mut Tx, u: &Unit) -> db::Result<u64> {
    tx.query("UPDATE measurements SET symbol = $1, name = $2, magnitude_id = $3, equivalence = $4, status = $5 WHERE id = $6")
        .bind(u.symbol.as_str())
        .bind(u.name.as_str())
        .bind(u.magnitude_id)
        .bind(u.equivalence)
        .bind(u.status)
        .bind(u.id)
        .run()
        .await
}

pub(super) async fn delete_unit(tx: &mut Tx, id: MeasurementId) -> db::Result<u64> {
    tx.query("DELETE FROM measurements WHERE id = $1").bind(id).run().await
}

/// Lists the names of the supplies that are counted in this unit.
pub(super) async fn list_supplies_in_unit(tx: &mut Tx, id: MeasurementId) -> db::Result<Vec<String>> {
    tx.query("SELECT name FROM supplies WHERE measurement_id = $1 ORDER BY name LIMIT 100").bind(id).column().await
}

/// Whether a stock document has moves in this unit.
pub(super) async fn has_moves_in_unit(tx: &mut Tx, id: MeasurementId) -> db::Result<bool> {
    let found: Option<(i64,)> =
        tx.query("SELECT id FROM stock_moves WHERE measurement_id = $1 LIMIT 1").bind(id).maybe().await?;
    Ok(found.is_some())
}
