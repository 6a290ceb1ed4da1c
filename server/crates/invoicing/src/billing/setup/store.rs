//! SQL of `billing_types` and `billing_series` for their settings.

use super::{establishment::Establishment, series::BillingSeries, series_rules::AuthorisedNumbers};
use crate::billing::model::BillingType;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    document_kind,
    ids::{BillingTypeId, SeriesId},
    insert, update,
    words::Status,
};

/// Returns the issue time of the last document whose rate has to stay. A refused document will be reissued at the correct rate, one dated
/// later than `now` by a clock that was ahead says nothing about rates, and a nota de venta is no tax document; none of these counts.
pub(super) async fn find_last_issued_at(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<Option<DateTime<Utc>>> {
    let last: (Option<DateTime<Utc>>,) = tx
        .query(concat!(
            "SELECT MAX(b.issued_at) FROM billings b LEFT JOIN tax_documents d ON d.billing_id = b.id
         WHERE b.issued_at <= $1 AND b.billing_type_id <> ",
            document_kind!(SaleNote),
            " AND (d.id IS NULL OR d.state <> 'REJECTED')"
        ))
        .bind(now)
        .one()
        .await?;
    Ok(last.0)
}

const SERIES: &str = concat!(
    "SELECT s.id, s.billing_type_id, t.code AS prefix, s.serie, s.current_number, s.enabled,
        CASE WHEN s.enabled THEN 'ACTIVE' ELSE 'INACTIVE' END AS status,
        COALESCE((SELECT MAX(b.number) FROM billings b WHERE b.serie = s.serie AND b.billing_type_id = s.billing_type_id),
            (SELECT MAX(n.number) FROM credit_notes n WHERE n.serie = s.serie AND s.billing_type_id = ",
    document_kind!(CreditNote),
    "), 0) AS last_issued,
        s.establishment, s.establishment_address, s.is_contingency, s.first_number, s.last_number
     FROM billing_series s JOIN billing_types t ON t.id = s.billing_type_id WHERE 1 = 1"
);

/// Selects series with the highest issued number of each; callers append conditions.
pub(super) fn select_series() -> Sql {
    Sql::new(SERIES)
}
/// Counts series; callers append conditions.
pub(super) fn select_series_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM billing_series s JOIN billing_types t ON t.id = s.billing_type_id WHERE 1 = 1")
}

/// Finds a series.
pub(super) async fn find_series(tx: &mut Tx, id: SeriesId) -> db::Result<Option<BillingSeries>> {
    tx.query(select_series().with("AND s.id = ?", id)).maybe().await
}

/// Counts the documents and notes of the series.
pub(super) async fn count_documents_of_series(tx: &mut Tx, id: SeriesId) -> db::Result<i64> {
    tx.query(concat!(
        "SELECT (SELECT COUNT(*) FROM billings b WHERE b.serie = s.serie AND b.billing_type_id = s.billing_type_id)
              + (SELECT COUNT(*) FROM credit_notes n WHERE n.serie = s.serie AND s.billing_type_id = ",
        document_kind!(CreditNote),
        ") FROM billing_series s WHERE s.id = $1"
    ))
    .bind(id)
    .scalar()
    .await
}

/// Locks all series of a kind in the order of their ids, and returns for each whether documents are numbered in it now; meanwhile no number
/// is taken and no series is switched.
pub(super) async fn lock_series(tx: &mut Tx, billing_type: BillingTypeId) -> db::Result<Vec<(SeriesId, bool)>> {
    tx.query("SELECT id, enabled AND NOT is_contingency FROM billing_series WHERE billing_type_id = $1 ORDER BY id LIMIT 1000")
        .bind(billing_type)
        .for_update()
        .all()
        .await
}

/// A series to be inserted.
#[derive(Debug)]
pub(super) struct NewSeries {
    pub of: BillingTypeId,
    pub serie: String,
    pub current_number: i64,
    pub enabled: bool,
    pub establishment: Establishment,
    pub numbers: AuthorisedNumbers,
}

pub(super) async fn insert_series(tx: &mut Tx, new: &NewSeries) -> db::Result<SeriesId> {
    tx.query(insert!("billing_series" {
        billing_type_id: new.of,
        serie: new.serie.as_str(),
        current_number: new.current_number,
        enabled: new.enabled,
        establishment: new.establishment.code.as_str(),
        establishment_address: new.establishment.address.as_str(),
        is_contingency: new.numbers.is_contingency,
        first_number: new.numbers.first,
        last_number: new.numbers.last,
    } returning "id"))
        .scalar()
        .await
}

pub(super) async fn update_series(tx: &mut Tx, s: &BillingSeries) -> db::Result<u64> {
    tx.query(update!("billing_series" {
        serie: s.serie.as_str(),
        current_number: s.current_number,
        enabled: s.enabled,
        establishment: s.establishment.as_str(),
        establishment_address: s.establishment_address.as_str(),
        first_number: s.first_number,
        last_number: s.last_number,
    } where id = s.id))
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

/// Selects kinds of documents; callers append conditions.
pub(super) fn select_types() -> Sql {
    Sql::new(TYPES)
}
/// Counts kinds of documents; callers append conditions.
pub(super) fn select_type_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM billing_types t WHERE 1 = 1")
}

/// Finds a kind of document.
pub(super) async fn find_type(tx: &mut Tx, id: BillingTypeId) -> db::Result<Option<BillingType>> {
    tx.query(select_types().with("AND t.id = ?", id)).maybe().await
}

/// Locks all kinds and returns their statuses, so that one of them stays active.
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

/// Counts the series and the documents of a kind.
pub(super) async fn count_references_to_type(tx: &mut Tx, id: BillingTypeId) -> db::Result<(i64, i64)> {
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
