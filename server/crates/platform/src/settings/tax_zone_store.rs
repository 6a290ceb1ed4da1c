//! SQL of `tax_zones`.

use super::tax_zone::{NewZone, TaxZone};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    ids::TaxZoneId,
};

pub(super) async fn list_zone_changes(tx: &mut Tx) -> db::Result<Vec<TaxZone>> {
    tx.query("SELECT id, valid_from, is_jungle FROM tax_zones ORDER BY valid_from DESC LIMIT 500").all().await
}

pub(super) async fn find_zone_change(tx: &mut Tx, id: TaxZoneId) -> db::Result<Option<TaxZone>> {
    tx.query("SELECT id, valid_from, is_jungle FROM tax_zones WHERE id = $1").bind(id).for_update().maybe().await
}

pub(super) async fn insert_zone_change(tx: &mut Tx, new: &NewZone) -> db::Result<TaxZoneId> {
    tx.query("INSERT INTO tax_zones (valid_from, is_jungle) VALUES ($1, $2) RETURNING id")
        .bind(new.valid_from)
        .bind(new.is_jungle)
        .scalar()
        .await
}

pub(super) async fn delete_zone_change(tx: &mut Tx, id: TaxZoneId) -> db::Result<u64> {
    tx.query("DELETE FROM tax_zones WHERE id = $1").bind(id).run().await
}

/// Deletes all changes between two days, both included.
pub(super) async fn delete_zone_changes_between(tx: &mut Tx, (from, until): (NaiveDate, NaiveDate)) -> db::Result<u64> {
    tx.query("DELETE FROM tax_zones WHERE valid_from BETWEEN $1 AND $2").bind(from).bind(until).run().await
}
