//! How the house stands right now, for each role what is theirs: all of it for who runs it, a waiter's accounts, a cashier's session,
//! the kitchen's times. What a role may not see has no field in its answer.

mod cycle;
mod house;
pub(super) mod http;
mod kitchen;
mod last_day;
mod own;
mod sold;

use super::{
    attention::{self, Attention, Look},
    dashboard::Scope,
};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_orders::orders::{RequestSummary, kitchen_source};
use comanda_platform::{settings::Settings, use_case::Actor};
use serde::Serialize;
use utoipa::ToSchema;

/// What the role of who asks sees.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "scope", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RoleNow {
    House(house::HouseNow),
    Own(own::OwnNow),
    Cycle(cycle::CycleNow),
    Kitchen(kitchen::KitchenNow),
}

/// The answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Now {
    /// When it was read.
    pub at: DateTime<Utc>,
    pub business_day: NaiveDate,
    pub now: RoleNow,
    /// What needs this person, worst first; empty only where nothing does.
    pub attention: Vec<Attention>,
}

async fn read(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>) -> Result<Now> {
    let settings = Settings::load(tx).await?;
    let scope = Scope::of(actor.role);
    let open: Vec<RequestSummary> = scope.open(tx, actor.user_id, now).await?;
    let waiting = kitchen_source::waiting_dishes(tx, now - Duration::hours(settings.hour_production), now).await?;
    let today = settings.business_day(now);
    let look = Look { actor, settings: &settings, today, now, open: &open, waiting: &waiting };
    let shown = match scope {
        Scope::House => RoleNow::House(house::read(tx, &look).await?),
        Scope::Own => RoleNow::Own(own::read(tx, &look).await?),
        Scope::Cycle => RoleNow::Cycle(cycle::read(tx, actor.user_id).await?),
        Scope::Kitchen => RoleNow::Kitchen(kitchen::read(tx, &look).await?),
    };
    Ok(Now { at: now, business_day: today, now: shown, attention: attention::needs(tx, &look).await? })
}
