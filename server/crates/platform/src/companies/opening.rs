//! Opens each company's database once, however many requests wait for it; one that cannot be opened does not block others.

use comanda_base::{
    db::Db,
    error::{Code, Error, Refusal, Result, refuse},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::OnceCell;

/// After how long a company that could not be opened is tried again, on request.
const RETRY_PAUSE: Duration = Duration::from_secs(10);

/// The databases of companies, open or not, by slug and sealed URL.
#[derive(Debug, Default)]
pub(super) struct DatabaseCache(Mutex<Slots>);

type Slots = HashMap<(String, Option<String>), Arc<Slot>>;

/// The database of one company.
#[derive(Debug, Default)]
struct Slot {
    db: OnceCell<Db>,
    /// The reason and the time of the last failure.
    failed: Mutex<Option<(String, Instant)>>,
}

impl DatabaseCache {
    /// Returns the database of a company, opened by `open` where it is not yet.
    pub async fn get_or_open(
        &self,
        slug: &str,
        database_url: Option<&str>,
        open: impl AsyncFnOnce() -> Result<Db>,
    ) -> Result<Db> {
        let name = (slug.to_owned(), database_url.map(str::to_owned));
        let slot = self.slots().entry(name).or_default().clone();
        let open_once = async || {
            if slot.failed().as_ref().is_some_and(|(_, at)| at.elapsed() < RETRY_PAUSE) {
                return Err(unavailable().into());
            }
            match open().await {
                Ok(db) => {
                    *slot.failed() = None;
                    Ok(db)
                }
                Err(error) => Err(slot.fail(slug, &error).into()),
            }
        };
        slot.db.get_or_try_init(open_once).await.cloned()
    }

    /// Removes databases of companies that are not served any more.
    pub fn retain_served(&self, is_served: impl Fn(&str, Option<&str>) -> bool) {
        self.slots().retain(|(slug, database_url), _| is_served(slug, database_url.as_deref()));
    }

    /// Returns the slugs of companies that could not be opened, with the reason.
    pub fn list_failures(&self) -> Vec<(String, String)> {
        let slots = self.slots();
        let closed =
            slots.iter().filter_map(|((slug, _), slot)| Some((slug.clone(), slot.failed().as_ref()?.0.clone())));
        closed.collect()
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    fn failed(&self) -> MutexGuard<'_, Option<(String, Instant)>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, slug: &str, error: &Error) -> Refusal {
        let reason = format!("{error:#}");
        tracing::error!(company = slug, %reason, "the company cannot be opened and stays closed");
        *self.failed() = Some((reason, Instant::now()));
        unavailable()
    }
}

fn unavailable() -> Refusal {
    let text = "Este restaurante no se puede abrir en este momento. Avisa a quien administra el servidor.";
    Refusal { retry_after_s: Some(RETRY_PAUSE.as_secs()), ..refuse(Code::DatabaseUnavailable, text) }
}
