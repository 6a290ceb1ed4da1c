//! SQL of `tax_regimes`.

use super::regime::{NewRegime, TaxRegime};
use comanda_base::{
    db::{self, Tx},
    ids::TaxRegimeId,
};

pub(super) async fn list_regimes(tx: &mut Tx) -> db::Result<Vec<TaxRegime>> {
    tx.query("SELECT id, valid_from, regime FROM tax_regimes ORDER BY valid_from DESC LIMIT 500").all().await
}

pub(super) async fn find_regime(tx: &mut Tx, id: TaxRegimeId) -> db::Result<Option<TaxRegime>> {
    tx.query("SELECT id, valid_from, regime FROM tax_regimes WHERE id = $1").bind(id).for_update().maybe().await
}

pub(super) async fn insert_regime(tx: &mut Tx, new: &NewRegime) -> db::Result<TaxRegimeId> {
    tx.query("INSERT INTO tax_regimes (valid_from, regime) VALUES ($1, $2) RETURNING id")
        .bind(new.valid_from)
        .bind(new.regime)
        .scalar()
        .await
}

pub(super) async fn delete_regime(tx: &mut Tx, id: TaxRegimeId) -> db::Result<u64> {
    tx.query("DELETE FROM tax_regimes WHERE id = $1").bind(id).run().await
}
