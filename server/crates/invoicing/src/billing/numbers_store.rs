//! SQL that takes numbers from series: the next one, or the number of a paper document.

use super::contingency::ContingencySeries;
use comanda_base::{
    db::{self, CriticalSection, Sql, Tx},
    document_kind::DocumentKind,
    ids::SeriesId,
};

/// A number taken from a series, with the series' data that the document prints.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ReservedNumber {
    pub serie: String,
    pub number: i64,
    pub establishment: String,
    pub establishment_address: String,
    pub is_contingency: bool,
}

/// Takes the next number of the kind's first enabled series that begins with `letter`. The row stays locked until the end of the
/// transaction, so that a refusal or a crash returns the number and leaves no gap.
pub(super) async fn reserve_number(
    tx: &mut Tx,
    kind: DocumentKind,
    letter: &str,
) -> db::Result<Option<ReservedNumber>> {
    tx.begin_critical_section(CriticalSection::Series).await;
    let found: Option<(i64,)> = tx
        .query(
            "SELECT id FROM billing_series WHERE billing_type_id = $1 AND enabled AND NOT is_contingency AND serie LIKE $2 || '%'
               AND EXISTS (SELECT 1 FROM billing_types t WHERE t.id = $1 AND t.status = 'ACTIVE') ORDER BY id LIMIT 1",
        )
        .bind(kind)
        .bind(letter)
        .for_update()
        .maybe()
        .await?;
    let Some((id,)) = found else { return Ok(None) };
    let reserved = tx
        .query(
            "UPDATE billing_series SET current_number = current_number + 1 WHERE id = $1
             RETURNING serie, current_number AS number, establishment, establishment_address, is_contingency",
        )
        .bind(id)
        .one()
        .await?;
    Ok(Some(reserved))
}

fn select_contingency_series() -> Sql {
    Sql::new(
        "SELECT s.id, s.billing_type_id, s.serie, s.first_number, s.last_number FROM billing_series s
         WHERE s.enabled AND s.is_contingency",
    )
}

pub(super) async fn list_contingency_series(tx: &mut Tx) -> db::Result<Vec<ContingencySeries>> {
    tx.query(select_contingency_series().add("ORDER BY s.serie, s.billing_type_id LIMIT 500")).all().await
}

/// Finds and locks an enabled contingency series until the end of the transaction.
pub(super) async fn lock_contingency_series(tx: &mut Tx, id: SeriesId) -> db::Result<Option<ContingencySeries>> {
    tx.begin_critical_section(CriticalSection::Series).await;
    tx.query(select_contingency_series().with("AND s.id = ?", id)).for_update().maybe().await
}

/// Whether a document of the series' kind already has the number.
pub(super) async fn is_number_taken(tx: &mut Tx, series: &ContingencySeries, number: i64) -> db::Result<bool> {
    tx.query("SELECT EXISTS (SELECT 1 FROM billings WHERE serie = $1 AND number = $2 AND billing_type_id = $3)")
        .bind(series.serie.as_str())
        .bind(number)
        .bind(series.billing_type_id)
        .scalar()
        .await
}

/// Takes the number of a paper document; the series' own number becomes the highest one entered.
pub(super) async fn reserve_paper_number(tx: &mut Tx, id: SeriesId, number: i64) -> db::Result<ReservedNumber> {
    tx.query(
        "UPDATE billing_series SET current_number = CASE WHEN current_number < $2 THEN $2 ELSE current_number END WHERE id = $1
         RETURNING serie, CAST($2 AS BIGINT) AS number, establishment, establishment_address, is_contingency",
    )
    .bind(id)
    .bind(number)
    .one()
    .await
}
