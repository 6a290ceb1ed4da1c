//! A count goes to review, back to counting, or is cancelled. None of it moves stock.

use super::{
    answer::StockCount,
    create::told,
    list_store::Stored,
    model::{CancelStockCount, CountStatus, full_number},
    read, store,
};
use comanda_base::{
    error::{Code, OrNotFound, Result, refuse},
    form,
    ids::CountId,
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde_json::json;

const MAX_REASON_CHARS: usize = 300;

/// Counting is over, the differences are looked at.
pub(super) async fn review(work: &mut Work<'_>, id: CountId) -> Result<StockCount> {
    let stored = locked(work, id).await?;
    match stored.status {
        CountStatus::Review => {}
        CountStatus::Open => {
            let value = read::value(work.tx, id, work.now).await?;
            changed(work, &stored, (CountStatus::Review, "STOCK_COUNT_REVIEWED")).await?;
            store::set_status(work.tx, id, (CountStatus::Review, Some(value))).await?;
        }
        CountStatus::Approved | CountStatus::Cancelled => return finished(&stored),
    }
    read::count(work.tx, work.actor, id, (true, work.now)).await
}

/// Counting goes on; nobody sees what is expected.
pub(super) async fn reopen(work: &mut Work<'_>, id: CountId) -> Result<StockCount> {
    let stored = locked(work, id).await?;
    match stored.status {
        CountStatus::Open => {}
        CountStatus::Review => {
            changed(work, &stored, (CountStatus::Open, "STOCK_COUNT_REOPENED")).await?;
            store::set_status(work.tx, id, (CountStatus::Open, None)).await?;
        }
        CountStatus::Approved | CountStatus::Cancelled => return finished(&stored),
    }
    read::count(work.tx, work.actor, id, (false, work.now)).await
}

/// Ends it without moving anything.
pub(super) async fn cancel(work: &mut Work<'_>, id: CountId, body: &CancelStockCount) -> Result<StockCount> {
    let stored = locked(work, id).await?;
    if !stored.status.is_unfinished() {
        return finished(&stored);
    }
    let reason = form::optional("reason", body.reason.as_ref(), String::new(), MAX_REASON_CHARS)?;
    changed(work, &stored, (CountStatus::Cancelled, "STOCK_COUNT_CANCELLED")).await?;
    store::cancel(work, id, &reason).await?;
    read::count(work.tx, work.actor, id, (false, work.now)).await
}

/// The count, which nobody else changes from here on.
pub(super) async fn locked(work: &mut Work<'_>, id: CountId) -> Result<Stored> {
    store::lock(work.tx, id).await.or_not_found("el conteo")?;
    read::stored(work.tx, id).await
}

/// The refusal of what an approved or a cancelled count no longer does.
pub(super) fn finished<T>(stored: &Stored) -> Result<T> {
    let text = match stored.status {
        CountStatus::Cancelled => "Este conteo está cancelado.",
        _ => "Este conteo ya está aprobado.",
    };
    refuse(Code::Conflict, text).current(stored.told(Vec::new(), true)).err()
}

async fn changed(work: &mut Work<'_>, stored: &Stored, (to, action): (CountStatus, &'static str)) -> Result<()> {
    let entry = Entry::new(action).entity("stock_count", stored.id.0).reason(stored.name.as_str()).change(
        Some(json!({"status": stored.status})),
        Some(json!({"count": full_number(stored.number), "status": to})),
    );
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work, stored.id);
    Ok(())
}
