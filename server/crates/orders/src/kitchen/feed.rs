//! Everything a wall shows, read at one point in time.

use super::model::{DishTotal, KitchenCard, Marks, cards, totals};
use crate::orders::kitchen_source::{self as source, DayFigures};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{AreaId, CommandId},
};
use comanda_masterdata::catalog::{self, ProductionArea};
use comanda_platform::settings::Settings;
use serde::Serialize;
use utoipa::ToSchema;

/// Commands on a wall at most: more than any kitchen holds, and a bound on the answer.
const MAX_CARDS: i64 = 200;
const MAX_RECENT: i64 = 12;
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
    pub figures: KitchenFigures,
    /// Finished lately, the last one first.
    pub recent: Vec<KitchenCard>,
}

/// The day in two numbers.
#[derive(Debug, Serialize, ToSchema)]
pub struct KitchenFigures {
    /// Commands sent today.
    pub commands: i64,
    /// From sending to ready, over what was ready today; absent as long as nothing was.
    pub average_minutes: Option<i64>,
}

impl From<DayFigures> for KitchenFigures {
    fn from(day: DayFigures) -> Self {
        let minutes = |lines| (day.ready_seconds + lines * 30) / (lines * 60);
        Self { commands: day.commands, average_minutes: (day.ready_lines > 0).then(|| minutes(day.ready_lines)) }
    }
}

/// Reads the wall of these areas (none named: all).
pub async fn read(tx: &mut Tx, areas: &[AreaId], now: DateTime<Utc>) -> Result<KitchenFeed> {
    let settings = Settings::load(tx).await?;
    let since = now - Duration::hours(settings.hour_production);
    let working = source::commands_in_work(tx, since, MAX_CARDS).await?;
    let recent = source::commands_done(tx, since.max(now - Duration::minutes(RECENT_MINUTES)), MAX_RECENT).await?;
    let ids: Vec<CommandId> = working.iter().chain(&recent).map(|h| h.id).collect();
    let lines = source::lines_of_commands(tx, &ids).await?;
    let marks: Marks = source::marks(tx, &ids).await?.into_iter().map(|m| (m.id, m)).collect();
    let cards_now = cards(working, &lines, &marks, areas);
    let day = settings.business_day(now);
    let today = source::dishes_of_day(tx, day).await?;
    Ok(KitchenFeed {
        now,
        areas: catalog::kitchen_areas(tx).await?,
        totals: totals(&cards_now, today),
        cards: cards_now,
        figures: source::figures_of_day(tx, day).await?.into(),
        recent: cards(recent, &lines, &marks, areas),
    })
}
