//! SQL of `purchase_matches`.

use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{MeasurementId, ProviderId},
    money::Quantity,
};
use comanda_ledgers::stock::ItemKind;

/// The largest number of rows in one INSERT.
const MAX_ROWS: usize = 250;

/// The item that a text or code of a provider stands for.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct RememberedMatch {
    pub match_key: String,
    pub unit_code: String,
    pub item_kind: ItemKind,
    pub item_id: i64,
    pub measurement_id: MeasurementId,
    pub factor: Quantity,
}

/// Loads the matches of these keys of a provider, the latest first.
pub(super) async fn load_matches(
    tx: &mut Tx,
    provider: ProviderId,
    keys: &[String],
) -> db::Result<Vec<RememberedMatch>> {
    let mut all = Vec::new();
    for part in keys.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "SELECT match_key, unit_code, item_kind, item_id, measurement_id, factor FROM purchase_matches WHERE 1 = 1",
        )
        .with("AND provider_id = ?", provider)
        .list("AND match_key IN (?)", part.iter().map(String::as_str).map(str::to_owned))
        .add("ORDER BY updated_at DESC, id DESC");
        all.extend(tx.query(sql).all::<RememberedMatch>().await?);
    }
    Ok(all)
}

/// Inserts or replaces matches; each key with its unit must occur once in `matches`.
pub(super) async fn upsert_matches(
    tx: &mut Tx,
    provider: ProviderId,
    matches: &[RememberedMatch],
    now: DateTime<Utc>,
) -> db::Result<()> {
    for part in matches.chunks(MAX_ROWS) {
        let rows = part.iter().map(|m| {
            args![
                provider,
                m.match_key.as_str(),
                m.unit_code.as_str(),
                m.item_kind,
                m.item_id,
                m.measurement_id,
                m.factor,
                now
            ]
        });
        let sql = Sql::new(
            "INSERT INTO purchase_matches (provider_id, match_key, unit_code, item_kind, item_id, measurement_id, factor, updated_at)
             VALUES",
        )
        .rows(rows)
        .add(
            "ON CONFLICT (provider_id, match_key, unit_code) DO UPDATE SET item_kind = excluded.item_kind,
             item_id = excluded.item_id, measurement_id = excluded.measurement_id, factor = excluded.factor,
             updated_at = excluded.updated_at",
        );
        tx.query(sql).run().await?;
    }
    Ok(())
}
