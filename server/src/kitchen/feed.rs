//! Everything a wall shows, read at one point in time.

use super::model::{DishTotal, KitchenCard, cards, totals};
use crate::{
    catalog::{self, ProductionArea},
    db::Tx,
    error::Result,
    ids::{AreaId, CommandId},
    orders::kitchen_source as source,
    settings::Settings,
};
use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;

/// Commands on a wall at most: more than any kitchen holds, and a bound on the answer.
const MOST_CARDS: i64 = 200;
const MOST_RECENT: i64 = 12;
/// What was finished longer ago is not called back.
const RECENT_MINUTES: i64 = 60;

/// The wall.
#[derive(Debug, Serialize, ToSchema)]
pub struct KitchenFeed {
    pub now: DateTime<Utc>,
    pub areas: Vec<ProductionArea>,
    /// Oldest first.
    pub cards: Vec<KitchenCard>,
    pub totals: Vec<DishTotal>,
    /// Finished lately, the last one first.
    pub recent: Vec<KitchenCard>,
}

/// Reads the wall of these areas (none named: all).
pub async fn read(tx: &mut Tx, areas: &[AreaId], now: DateTime<Utc>) -> Result<KitchenFeed> {
    let settings = Settings::load(tx).await?;
    let since = now - Duration::hours(settings.hour_production);
    let working = source::commands_in_work(tx, since, MOST_CARDS).await?;
    let recent = source::commands_done(tx, since.max(now - Duration::minutes(RECENT_MINUTES)), MOST_RECENT).await?;
    let ids: Vec<CommandId> = working.iter().chain(&recent).map(|h| h.id).collect();
    let lines = source::lines_of_commands(tx, &ids).await?;
    let seen: HashSet<_> = source::acknowledged(tx, &ids).await?.into_iter().collect();
    let cards_now = cards(working, &lines, &seen, areas);
    let today = source::dishes_of_day(tx, settings.business_day(now)).await?;
    Ok(KitchenFeed {
        now,
        areas: catalog::kitchen_areas(tx).await?,
        totals: totals(&cards_now, today),
        cards: cards_now,
        recent: cards(recent, &lines, &seen, areas),
    })
}
