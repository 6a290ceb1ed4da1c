//! The changes that a document dated back made to the cost of later sales.

use super::{model::ItemKind, replays_store as store};
use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result, ids::ItemId, money::Money};
use serde::Serialize;
use utoipa::ToSchema;

/// The changes of one item.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Replay {
    pub item_type: ItemKind,
    pub item_id: ItemId,
    pub name: String,
    /// The number of sale moves whose cost changed.
    pub sales: i64,
    /// The first and last business day of those moves.
    pub first_day: Option<NaiveDate>,
    pub last_day: Option<NaiveDate>,
    pub cost_before: Money,
    pub cost_after: Money,
    /// False while it is being computed.
    pub done: bool,
}

/// Lists what the document with this source changed, by item name.
pub async fn list_replays(tx: &mut Tx, source: &str) -> Result<Vec<Replay>> {
    Ok(store::list_by_source(tx, source).await?)
}
