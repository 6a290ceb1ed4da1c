//! SQL of `billing_types` and `billing_series` as their screens change them.

use super::{establishment::Establishment, series::BillingSeries, series_rules::PaperNumbers};
use crate::billing::model::BillingType;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{BillingTypeId, SeriesId},
    words::Status,
};

/// When the last document was issued whose rate has to stay. One that the tax authority refused is to be issued anew at the right
/// rate, one that a clock ahead of its time dated later than `now` says nothing of rates, and a nota de venta is no tax document.
pub(super) async fn last_issued_at(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<Option<DateTime<Utc>>> {
    let last: (Option<DateTime<Utc>>,) = tx
        .query(
            "SELECT MAX(b.issued_at) FROM billings b LEFT JOIN tax_documents d ON d.billing_id = b.id
         WHERE b.issued_at <= $1 AND b.billing_type_id <> 3 AND (d.id IS NULL OR d.state <> 'REJECTED')",
        )
        .bind(now)
        .one()
        .await?;
    Ok(last.0)
}

const SERIES: &str = "SELECT s.id, s.billing_type_id, t.code AS prefix, s.serie, s.current_number, s.enabled,
        CASE WHEN s.enabled THEN 'ACTIVE' ELSE 'INACTIVE' END AS status,
        COALESCE((SELECT MAX(b.number) FROM billings b WHERE b.serie = s.serie AND b.billing_type_id = s.billing_type_id),
            (SELECT MAX(n.number) FROM credit_notes n WHERE n.serie = s.serie AND s.billing_type_id = 4), 0) AS last_issued,
        s.establishment, s.establishment_address, s.is_contingency, s.first_number, s.last_number
     FROM billing_series s JOIN billing_types t ON t.id = s.billing_type_id WHERE 1 = 1";

/// Selects series, with the last number that each gave out.
pub(super) fn series() -> Sql {
    Sql::new(SERIES)
}
/// Counts the same.
pub(super) fn count_of_series() -> Sql {
    Sql::new("SELECT COUNT(*) FROM billing_series s JOIN billing_types t ON t.id = s.billing_type_id WHERE 1 = 1")
}

/// One series.
pub(super) async fn one_series(tx: &mut Tx, id: SeriesId) -> db::Result<Option<BillingSeries>> {
    tx.query(series().with("AND s.id = ?", id)).maybe().await
}

/// How many documents and notes have a number of the series.
pub(super) async fn documents_of_series(tx: &mut Tx, id: SeriesId) -> db::Result<i64> {
    tx.query(
        "SELECT (SELECT COUNT(*) FROM billings b WHERE b.serie = s.serie AND b.billing_type_id = s.billing_type_id)
              + (SELECT COUNT(*) FROM credit_notes n WHERE n.serie = s.serie AND s.billing_type_id = 4)
         FROM billing_series s WHERE s.id = $1",
    )
    .bind(id)
    .scalar()
    .await
}

/// All series of a kind with whether documents are numbered in them now, locked in the order in which they are taken: nobody numbers
/// or switches meanwhile.
pub(super) async fn lock_series(tx: &mut Tx, of: BillingTypeId) -> db::Result<Vec<(SeriesId, bool)>> {
    tx.query("SELECT id, enabled AND NOT is_contingency FROM billing_series WHERE billing_type_id = $1 ORDER BY id LIMIT 1000")
        .bind(of)
        .for_update()
        .all()
        .await
}

/// A series to be.
#[derive(Debug)]
pub(super) struct NewSeries {
    pub of: BillingTypeId,
    pub serie: String,
    pub current_number: i64,
    pub enabled: bool,
    pub establishment: Establishment,
    pub numbers: PaperNumbers,
}

pub(super) async fn insert_series(tx: &mut Tx, new: &NewSeries) -> db::Result<SeriesId> {
    tx.query(
        "INSERT INTO billing_series (billing_type_id, serie, current_number, enabled, establishment, establishment_address,
                                     is_contingency, first_number, last_number)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
    )
        .bind(new.of)
        .bind(new.serie.as_str())
        .bind(new.current_number)
        .bind(new.enabled)
        .bind(new.establishment.code.as_str())
        .bind(new.establishment.address.as_str())
    .bind(new.numbers.is_contingency)
    .bind(new.numbers.first)
    .bind(new.numbers.last)
        .scalar()
        .await
}

pub(super) async fn update_series(tx: &mut Tx, s: &BillingSeries) -> db::Result<u64> {
    tx.query(
        "UPDATE billing_series SET serie = $1, current_number = $2, enabled = $3, establishment = $5, establishment_address = $6,
                first_number = $7, last_number = $8
         WHERE id = $4",
    )
        .bind(s.serie.as_str())
        .bind(s.current_number)
        .bind(s.enabled)
        .bind(s.id)
        .bind(s.establishment.as_str())
        .bind(s.establishment_address.as_str())
    .bind(s.first_number)
    .bind(s.last_number)
        .run()
        .await
}

pub(super) async fn delete_series(tx: &mut Tx, id: SeriesId) -> db::Result<u64> {
    tx.query("DELETE FROM billing_series WHERE id = $1").bind(id).run().await
}

const TYPES: &str = "SELECT t.id, t.code, t.name, t.description, t.tax_type, t.status,
        (SELECT MIN(s.serie) FROM billing_series s WHERE s.id =
            (SELECT MIN(e.id) FROM billing_series e WHERE e.billing_type_id = t.id AND e.enabled AND NOT e.is_contingency)) AS serie
     FROM billing_types t WHERE 1 = 1";

/// Selects kinds of document.
pub(super) fn types() -> Sql {
    Sql::new(TYPES)
}
/// Counts the same.
pub(super) fn count_of_types() -> Sql {
    Sql::new("SELECT COUNT(*) FROM billing_types t WHERE 1 = 1")
}

/// One kind.
pub(super) async fn one_type(tx: &mut Tx, id: BillingTypeId) -> db::Result<Option<BillingType>> {
    tx.query(types().with("AND t.id = ?", id)).maybe().await
}

/// All kinds with their states, locked: one of them stays active.
pub(super) async fn lock_types(tx: &mut Tx) -> db::Result<Vec<(BillingTypeId, Status)>> {
    tx.query("SELECT id, status FROM billing_types ORDER BY id LIMIT 500").for_update().all().await
}

pub(super) async fn insert_type(tx: &mut Tx, t: &BillingType) -> db::Result<u64> {
    tx.query(
        "INSERT INTO billing_types (id, code, name, description, tax_type, status) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(t.id)
    .bind(t.code.as_str())
    .bind(t.name.as_str())
    .bind(t.description.as_str())
    .bind(t.tax_type)
    .bind(t.status)
    .run()
    .await
}

pub(super) async fn update_type(tx: &mut Tx, t: &BillingType) -> db::Result<u64> {
    tx.query("UPDATE billing_types SET code = $1, name = $2, description = $3, status = $4 WHERE id = $5")
        .bind(t.code.as_str())
        .bind(t.name.as_str())
        .bind(t.description.as_str())
        .bind(t.status)
        .bind(t.id)
        .run()
        .await
}

/// Series and documents of a kind.
pub(super) async fn uses_of_type(tx: &mut Tx, id: BillingTypeId) -> db::Result<(i64, i64)> {
    tx.query(
        "SELECT (SELECT COUNT(*) FROM billing_series WHERE billing_type_id = $1),
                (SELECT COUNT(*) FROM billings WHERE billing_type_id = $1)",
    )
    .bind(id)
    .one()
    .await
}

pub(super) async fn delete_type(tx: &mut Tx, id: BillingTypeId) -> db::Result<u64> {
    tx.query("DELETE FROM billing_types WHERE id = $1").bind(id).run().await
}
