//! What a document that came late changed of the cost of sales behind it.

use super::{model::ItemKind, replays_store as store};
use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result, ids::ItemId, money::Money};
use serde::Serialize;
use utoipa::ToSchema;

/// Of one item.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Replay {
    pub item_type: ItemKind,
    pub item_id: ItemId,
    pub name: String,
    /// Moves of sales whose cost changed.
    pub sales: i64,
    /// Business days of them.
    pub first_day: Option<NaiveDate>,
    pub last_day: Option<NaiveDate>,
    pub cost_before: Money,
    pub cost_after: Money,
    /// False: it is being computed.
    pub done: bool,
}

/// What the document of this source changed, by name.
pub async fn replays_of(tx: &mut Tx, source: &str) -> Result<Vec<Replay>> {
    Ok(store::of_source(tx, source).await?)
}
