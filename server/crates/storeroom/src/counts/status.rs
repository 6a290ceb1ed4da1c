//! Moves a count to review, back to counting, or cancels it. None of these moves stock.

use super::{
    answer::StockCount,
    create::notify_changed,
    list_store::StoredCount,
    model::{CancelStockCount, CountStatus, full_number},
    read, store,
};
use comanda_base::{
    error::{Code, OrNotFound, Result, refuse},
    form,
    ids::CountId,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;

const MAX_REASON_CHARS: usize = 300;

/// Ends counting and starts the review of the differences.
pub(super) async fn begin_review(work: &mut Work<'_>, id: CountId) -> Result<StockCount> {
    let stored = lock_and_load(work, id).await?;
    match stored.status {
        CountStatus::Review => {}
        CountStatus::Open => {
            let value = read::compute_value(work.tx, id, work.now).await?;
            log_and_announce_change(work, &stored, (CountStatus::Review, "STOCK_COUNT_REVIEWED")).await?;
            store::set_status(work.tx, id, (CountStatus::Review, Some(value))).await?;
        }
        CountStatus::Approved | CountStatus::Cancelled => return refuse_finished(&stored),
    }
    read::load_count(work.tx, work.actor, id, (true, work.now)).await
}

/// Reopens the count; the expected stock is hidden again.
pub(super) async fn reopen_count(work: &mut Work<'_>, id: CountId) -> Result<StockCount> {
    let stored = lock_and_load(work, id).await?;
    match stored.status {
        CountStatus::Open => {}
        CountStatus::Review => {
            log_and_announce_change(work, &stored, (CountStatus::Open, "STOCK_COUNT_REOPENED")).await?;
            store::set_status(work.tx, id, (CountStatus::Open, None)).await?;
        }
        CountStatus::Approved | CountStatus::Cancelled => return refuse_finished(&stored),
    }
    read::load_count(work.tx, work.actor, id, (false, work.now)).await
}

/// Cancels the count without moving stock.
pub(super) async fn cancel_count(work: &mut Work<'_>, id: CountId, body: &CancelStockCount) -> Result<StockCount> {
    let stored = lock_and_load(work, id).await?;
    if !stored.status.is_unfinished() {
        return refuse_finished(&stored);
    }
    let reason = form::optional_text("reason", body.reason.as_ref(), String::new(), MAX_REASON_CHARS)?;
    log_and_announce_change(work, &stored, (CountStatus::Cancelled, "STOCK_COUNT_CANCELLED")).await?;
    store::mark_cancelled(work, id, &reason).await?;
    read::load_count(work.tx, work.actor, id, (false, work.now)).await
}

/// Locks the count for this transaction and loads it.
pub(super) async fn lock_and_load(work: &mut Work<'_>, id: CountId) -> Result<StoredCount> {
    store::lock_count(work.tx, id).await.or_not_found("el conteo")?;
    read::load_stored(work.tx, id).await
}

/// Refuses an action that an approved or cancelled count no longer allows.
pub(super) fn refuse_finished<T>(stored: &StoredCount) -> Result<T> {
    let text = match stored.status {
        CountStatus::Cancelled => "Este conteo está cancelado.",
        _ => "Este conteo ya está aprobado.",
    };
    refuse(Code::Conflict, text).with_current(stored.to_row(Vec::new(), true)).err()
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    stored: &StoredCount,
    (status, action): (CountStatus, &'static str),
) -> Result<()> {
    let entry = AuditEntry::new(action).entity("stock_count", stored.id.0).reason(stored.name.as_str()).change(
        Some(json!({"status": stored.status})),
        Some(json!({"count": full_number(stored.number), "status": status})),
    );
    audit::log(work.tx, work.actor, work.now, entry).await?;
    notify_changed(work, stored.id);
    Ok(())
}
