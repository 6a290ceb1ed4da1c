//! What of the store room is worth knowing at the next opportunity. It takes a look at every item, while the panel asks at each thing
//! that happens in the house: so what was found is kept for a minute. The lists that the notices lead to are never kept.

use super::Look;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_ledgers::stock::overview::{self, StockNotices};
use comanda_purchases::missing_for_a_week;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const GOOD_FOR: Duration = Duration::seconds(60);

/// What was found at a moment.
#[derive(Debug)]
pub(super) struct StoreRoom {
    pub notices: StockNotices,
    /// Names of what has to be bought for a week, what ends first at the beginning.
    pub missing: Vec<String>,
    today: NaiveDate,
    read_at: DateTime<Utc>,
}

impl StoreRoom {
    /// A clock that was set back makes it old too.
    fn is_good(&self, today: NaiveDate, now: DateTime<Utc>) -> bool {
        let age = now - self.read_at;
        self.today == today && age >= Duration::zero() && age < GOOD_FOR
    }
}

/// Of a company, what was found last.
#[derive(Debug, Default)]
struct KeptStoreRoom(Mutex<Option<Arc<StoreRoom>>>);

impl KeptStoreRoom {
    fn get(&self) -> MutexGuard<'_, Option<Arc<StoreRoom>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was found within the last minute of the same business day.
pub(super) async fn recent(tx: &mut Tx, look: &Look<'_>) -> Result<Arc<StoreRoom>> {
    let kept = look.actor.app.company_cache().get_or_default::<KeptStoreRoom>(look.actor.company.id);
    let known = kept.get().clone().filter(|known| known.is_good(look.today, look.now));
    if let Some(known) = known {
        return Ok(known);
    }
    let notices = overview::notices(tx, look.today, look.now).await?;
    let missing = missing_for_a_week(tx, look.today).await?;
    let found = Arc::new(StoreRoom { notices, missing, today: look.today, read_at: look.now });
    *kept.get() = Some(found.clone());
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_good_for_a_minute_of_its_day() {
        let (today, at) = ("2026-11-23".parse().unwrap(), "2026-11-23T18:00:00Z".parse::<DateTime<Utc>>().unwrap());
        let found = StoreRoom { notices: StockNotices::default(), missing: Vec::new(), today, read_at: at };
        for (seconds, good) in [(0, true), (59, true), (60, false), (-1, false)] {
            assert_eq!(found.is_good(today, at + Duration::seconds(seconds)), good, "{seconds}");
        }
        assert!(!found.is_good("2026-11-24".parse().unwrap(), at), "another business day asks for other things");
    }
}
