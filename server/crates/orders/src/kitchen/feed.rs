//! The content of a kitchen monitor, read at one point in time.

use super::{
    held::load_held_courses,
    model::{DishTotal, HeldCourse, KitchenCard, LineMarks, build_cards, dish_totals},
};
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

/// The most commands on a monitor: more than any kitchen holds, and a bound on the answer.
const MAX_CARDS: i64 = 200;
const MAX_RECENT: i64 = 12;
/// The age in minutes beyond which finished commands are not shown.
const RECENT_MINUTES: i64 = 60;

/// The content of a kitchen monitor.
#[derive(Debug, Serialize, ToSchema)]
pub struct KitchenFeed {
    pub now: DateTime<Utc>,
    pub areas: Vec<ProductionArea>,
    /// Oldest first.
    pub cards: Vec<KitchenCard>,
    /// The courses that wait to be fired, by account in the order of eating.
    pub held: Vec<HeldCourse>,
    pub totals: Vec<DishTotal>,
    pub figures: KitchenFigures,
    /// The commands finished lately, the last one first.
    pub recent: Vec<KitchenCard>,
}

/// The figures of the business day.
#[derive(Debug, Serialize, ToSchema)]
pub struct KitchenFigures {
    /// Commands sent today.
    pub commands: i64,
    /// The average time from sending to ready of what was ready today; absent while nothing was.
    pub average_minutes: Option<i64>,
}

impl From<DayFigures> for KitchenFigures {
    fn from(day: DayFigures) -> Self {
        let minutes = |lines| (day.ready_seconds + lines * 30) / (lines * 60);
        Self { commands: day.commands, average_minutes: (day.ready_lines > 0).then(|| minutes(day.ready_lines)) }
    }
}

/// Loads the monitor of these areas; of all areas if none is given.
pub async fn load_feed(tx: &mut Tx, areas: &[AreaId], now: DateTime<Utc>) -> Result<KitchenFeed> {
    let settings = Settings::load(tx).await?;
    let since = now - Duration::hours(settings.hour_production);
    let working = source::list_commands_in_work(tx, since, MAX_CARDS).await?;
    let recent = source::list_commands_done(tx, since.max(now - Duration::minutes(RECENT_MINUTES)), MAX_RECENT).await?;
    let ids: Vec<CommandId> = working.iter().chain(&recent).map(|h| h.id).collect();
    let lines = source::list_lines_of_commands(tx, &ids).await?;
    let marks: LineMarks = source::list_line_marks(tx, &ids).await?.into_iter().map(|m| (m.id, m)).collect();
    let cards_now = build_cards(working, &lines, &marks, areas);
    let day = settings.business_day(now);
    let today = source::list_dishes_of_day(tx, day).await?;
    let held = load_held_courses(tx, areas).await?;
    Ok(KitchenFeed {
        now,
        areas: catalog::list_kitchen_areas(tx).await?,
        totals: dish_totals(&cards_now, &held, today),
        held,
        cards: cards_now,
        figures: source::load_day_figures(tx, day).await?.into(),
        recent: build_cards(recent, &lines, &marks, areas),
    })
}
