//! A cashier's own session.

use crate::reports::figures::{self, OwnCycle};
use comanda_base::{db::Tx, error::Result, ids::UserId};
use serde::Serialize;
use utoipa::ToSchema;

/// The session that is open, without amounts so that it is counted blind, and how the last one came out.
#[derive(Debug, Serialize, ToSchema)]
pub struct CycleNow {
    pub open: Option<OwnCycle>,
    pub last: Option<OwnCycle>,
}

pub(super) async fn read(tx: &mut Tx, user: UserId) -> Result<CycleNow> {
    let open = figures::own_cycle(tx, user).await?.filter(|cycle| cycle.is_open);
    Ok(CycleNow { open, last: figures::own_closed_cycle(tx, user).await? })
}
