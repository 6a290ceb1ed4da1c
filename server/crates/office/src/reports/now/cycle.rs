//! A cashier's own cash cycle.

use crate::reports::figures::{self, OwnCycle};
use comanda_base::{db::Tx, error::Result, ids::UserId};
use serde::Serialize;
use utoipa::ToSchema;

/// The open cash cycle, without amounts so that it is counted blind, and the result of the last closed one.
#[derive(Debug, Serialize, ToSchema)]
pub struct CycleNow {
    pub open: Option<OwnCycle>,
    pub last: Option<OwnCycle>,
}

pub(super) async fn load_cycle_now(tx: &mut Tx, user: UserId) -> Result<CycleNow> {
    let open = figures::load_own_cycle(tx, user).await?.filter(|cycle| cycle.is_open);
    Ok(CycleNow { open, last: figures::load_last_closed_cycle(tx, user).await? })
}
