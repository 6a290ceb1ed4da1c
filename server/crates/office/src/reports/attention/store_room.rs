//! Caches the store room's notices of each company for a minute: computing them visits every item, while the panel reloads at every event
//! in the house. The lists that the notices lead to are never cached.

use super::AttentionContext;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_ledgers::stock::overview::{self, StockNotices};
use comanda_purchases::list_missing_for_a_week;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const MAX_AGE: Duration = Duration::seconds(60);

/// The store room's findings at a moment.
#[derive(Debug)]
pub(super) struct StoreRoomFindings {
    pub notices: StockNotices,
    /// The names of the items to buy for a week, those that run out first at the beginning.
    pub missing: Vec<String>,
    today: NaiveDate,
    read_at: DateTime<Utc>,
}

impl StoreRoomFindings {
    /// Whether the findings are recent enough. They also expire when the clock is set back.
    fn is_fresh(&self, today: NaiveDate, now: DateTime<Utc>) -> bool {
        let age = now - self.read_at;
        self.today == today && age >= Duration::zero() && age < MAX_AGE
    }
}

/// The cached findings of a company.
#[derive(Debug, Default)]
struct FindingsCache(Mutex<Option<Arc<StoreRoomFindings>>>);

impl FindingsCache {
    fn get(&self) -> MutexGuard<'_, Option<Arc<StoreRoomFindings>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the findings of the last minute of the same business day, or loads them anew.
pub(super) async fn load_recent_findings(
    tx: &mut Tx,
    context: &AttentionContext<'_>,
) -> Result<Arc<StoreRoomFindings>> {
    let cache = context.actor.app.company_cache().get_or_default::<FindingsCache>(context.actor.company.id);
    let known = cache.get().clone().filter(|known| known.is_fresh(context.today, context.now));
    if let Some(known) = known {
        return Ok(known);
    }
    let notices = overview::load_notices(tx, context.today, context.now).await?;
    let missing = list_missing_for_a_week(tx, context.today).await?;
    let found = Arc::new(StoreRoomFindings { notices, missing, today: context.today, read_at: context.now });
    *cache.get() = Some(found.clone());
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_fresh_for_a_minute_of_their_day() {
        let (today, at) = ("2026-11-23".parse().unwrap(), "2026-11-23T18:00:00Z".parse::<DateTime<Utc>>().unwrap());
        let found = StoreRoomFindings { notices: StockNotices::default(), missing: Vec::new(), today, read_at: at };
        for (seconds, good) in [(0, true), (59, true), (60, false), (-1, false)] {
            assert_eq!(found.is_fresh(today, at + Duration::seconds(seconds)), good, "{seconds}");
        }
        assert!(!found.is_fresh("2026-11-24".parse().unwrap(), at), "another business day asks for other things");
    }
}
