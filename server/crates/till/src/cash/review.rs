//! Reviews of cash boxes that were closed with a difference: each waits until somebody of the office has reviewed it.

use super::{
    detail::{load_cycle_with_count, load_cycles_with_counts},
    model::{ByMethod, Cycle, CycleRow},
    store,
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, refuse},
    ids::{CycleId, UserId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    settings::Settings,
    use_case::Work,
};
use serde_json::json;

/// The most differences that are listed one by one.
const MAX_DIFFERING_CYCLES: i64 = 5;
const MAX_LEFT_OPEN: i64 = 20;

/// A cash cycle that was closed with an unreviewed difference.
#[derive(Debug, Clone)]
pub struct UnreviewedCycle {
    pub cycle_id: CycleId,
    pub cashbox_name: String,
    pub user_name: String,
    /// The difference of each method.
    pub differences: ByMethod,
    pub reason: String,
}

/// Loads the latest unreviewed differences, and the number of all.
pub async fn load_cycles_to_review(tx: &mut Tx) -> Result<(Vec<UnreviewedCycle>, i64)> {
    let all = store::count_to_review(tx).await?;
    if all == 0 {
        return Ok((Vec::new(), 0));
    }
    let rows = store::list_to_review(tx, MAX_DIFFERING_CYCLES).await?;
    let tolerance = Settings::load(tx).await?.cash_tolerance;
    let cycles = load_cycles_with_counts(tx, rows, tolerance).await?;
    let differing = |cycle: Cycle| UnreviewedCycle {
        cycle_id: cycle.row.id,
        cashbox_name: cycle.row.cashbox_name,
        user_name: cycle.row.user_name,
        differences: cycle.count.map(|count| count.differences).unwrap_or_default(),
        reason: cycle.row.difference_reason.unwrap_or_default(),
    };
    Ok((cycles.into_iter().map(differing).collect(), all))
}

/// Lists the cash boxes open since an earlier business day, of everybody or of one user.
pub async fn list_left_open(tx: &mut Tx, today: NaiveDate, user: Option<UserId>) -> Result<Vec<CycleRow>> {
    Ok(store::list_open_since_before(tx, today, user, MAX_LEFT_OPEN).await?)
}

/// Records that somebody reviewed the difference; repeating it changes nothing.
pub(super) async fn review_cycle(work: &mut Work<'_>, id: CycleId) -> Result<Cycle> {
    let cycle: CycleRow = store::lock_cycle(work.tx, id).await.or_not_found("la caja")?;
    if cycle.is_open() {
        return refuse(Code::Conflict, "Esta caja sigue abierta: su diferencia se revisa cuando se cierra.").err();
    }
    if cycle.to_review {
        store::set_reviewed(work.tx, id, work.actor.user_id, work.now).await?;
        let entry = AuditEntry::new("CASH_DIFFERENCE_REVIEWED").entity("cashbox_cycle", id.0).cycle(id);
        audit::log(work.tx, work.actor, work.now, entry.amount(cycle.difference.unwrap_or_default())).await?;
        work.add_event(Room::Cash, EventKind::CycleChanged, json!({ "cycle_id": id, "cashbox_id": cycle.cashbox_id }));
    }
    let tolerance = work.settings().await?.cash_tolerance;
    let cycle: CycleRow = store::find_cycle(work.tx, id).await.or_not_found("la caja")?;
    load_cycle_with_count(work.tx, cycle, tolerance).await
}
