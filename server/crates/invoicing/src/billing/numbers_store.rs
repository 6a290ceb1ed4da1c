//! SQL of the numbers that series give: the next one, or the one that stands on a paper.

use super::contingency::ContingencySeries;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::SeriesId,
};

/// A number that a series gave, and what its documents say of where they are issued.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct TakenNumber {
    pub serie: String,
    pub number: i64,
    pub establishment: String,
    pub establishment_address: String,
    pub is_contingency: bool,
}

/// Takes the next number of the kind's first enabled series that begins with `letter`. The row stays locked until the end of the transaction, so that a
/// refusal or a crash gives the number back and no gap is left.
pub(super) async fn take_number(tx: &mut Tx, kind: i64, letter: &str) -> db::Result<Option<TakenNumber>> {
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
    let taken = tx
        .query(
            "UPDATE billing_series SET current_number = current_number + 1 WHERE id = $1
             RETURNING serie, current_number AS number, establishment, establishment_address, is_contingency",
        )
        .bind(id)
        .one()
        .await?;
    Ok(Some(taken))
}

fn of_contingency() -> Sql {
    Sql::new(
        "SELECT s.id, s.billing_type_id, s.serie, s.first_number, s.last_number FROM billing_series s
         WHERE s.enabled AND s.is_contingency",
    )
}

pub(super) async fn contingency_series(tx: &mut Tx) -> db::Result<Vec<ContingencySeries>> {
    tx.query(of_contingency().add("ORDER BY s.serie, s.billing_type_id LIMIT 500")).all().await
}

/// One that is in use; nobody else numbers in it until the end of the transaction.
pub(super) async fn lock_contingency_series(tx: &mut Tx, id: SeriesId) -> db::Result<Option<ContingencySeries>> {
    tx.query(of_contingency().with("AND s.id = ?", id)).for_update().maybe().await
}

/// Whether a document of the series' kind has the number already.
pub(super) async fn is_taken(tx: &mut Tx, series: &ContingencySeries, number: i64) -> db::Result<bool> {
    tx.query("SELECT EXISTS (SELECT 1 FROM billings WHERE serie = $1 AND number = $2 AND billing_type_id = $3)")
        .bind(series.serie.as_str())
        .bind(number)
        .bind(series.billing_type_id)
        .scalar()
        .await
}

/// The paper's number, with what its series says; the series' own number is the highest one that was entered.
pub(super) async fn take_paper_number(tx: &mut Tx, id: SeriesId, number: i64) -> db::Result<TakenNumber> {
    tx.query(
        "UPDATE billing_series SET current_number = CASE WHEN current_number < $2 THEN $2 ELSE current_number END WHERE id = $1
         RETURNING serie, CAST($2 AS BIGINT) AS number, establishment, establishment_address, is_contingency",
    )
    .bind(id)
    .bind(number)
    .one()
    .await
}
