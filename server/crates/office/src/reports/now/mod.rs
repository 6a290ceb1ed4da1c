//! The present state of the house by role: everything for those who run it, a waiter's accounts, a cashier's cash cycle, kitchen times.
//! The answer has no field for what a role may not see. In the morning it shows the last day with sales, in the figures of its close
//! (`last_day`).

mod cycle;
mod house;
pub(super) mod http;
mod kitchen;
mod last_day;
mod own;
mod sold;

use super::{
    attention::{self, Attention, AttentionContext},
    dashboard::Scope,
};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_orders::orders::{RequestSummary, kitchen_source};
use comanda_platform::{settings::Settings, use_case::Actor};
use serde::Serialize;
use utoipa::ToSchema;

/// The part of the present state that the user's role may see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "scope", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RoleNow {
    House(house::HouseNow),
    Own(own::OwnNow),
    Cycle(cycle::CycleNow),
    Kitchen(kitchen::KitchenNow),
}

/// Answer of `GET /dashboard/now`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Now {
    /// The moment of the query.
    pub at: DateTime<Utc>,
    pub business_day: NaiveDate,
    pub now: RoleNow,
    /// The notices that need this user's attention, the worst first; empty only where nothing does.
    pub attention: Vec<Attention>,
}

async fn load_now(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>) -> Result<Now> {
    let settings = Settings::load(tx).await?;
    let scope = Scope::for_role(actor.role);
    let open: Vec<RequestSummary> = scope.load_open_accounts(tx, actor.user_id, now).await?;
    let waiting = kitchen_source::list_waiting_dishes(tx, now - Duration::hours(settings.hour_production), now).await?;
    let today = settings.business_day(now);
    let context = AttentionContext { actor, settings: &settings, today, now, open: &open, waiting: &waiting };
    let view = match scope {
        Scope::House => RoleNow::House(house::load_company_now(tx, &context).await?),
        Scope::Own => RoleNow::Own(own::load_waiter_now(tx, &context).await?),
        Scope::Cycle => RoleNow::Cycle(cycle::load_cycle_now(tx, actor.user_id).await?),
        Scope::Kitchen => RoleNow::Kitchen(kitchen::load_kitchen_now(tx, &context).await?),
    };
    Ok(Now { at: now, business_day: today, now: view, attention: attention::load_notices(tx, &context).await? })
}
