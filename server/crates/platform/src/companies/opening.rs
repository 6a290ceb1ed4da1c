//! Opening companies: each once, however many ask for it, and one that cannot be opened keeps no other from it.

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

/// A company that could not be opened is tried again when somebody asks for it after this time.
const TRY_AGAIN: Duration = Duration::from_secs(10);

/// Databases of companies, open or not, by their short names and where they lie.
#[derive(Debug, Default)]
pub(super) struct Databases(Mutex<Slots>);

type Slots = HashMap<(String, Option<String>), Arc<Slot>>;

/// One company's.
#[derive(Debug, Default)]
struct Slot {
    db: OnceCell<Db>,
    /// Why it did not open, and when that was.
    failed: Mutex<Option<(String, Instant)>>,
}

impl Databases {
    /// The database of a company, by `open` where nobody has opened it yet.
    pub async fn open(
        &self,
        slug: &str,
        database_url: Option<&str>,
        open: impl AsyncFnOnce() -> Result<Db>,
    ) -> Result<Db> {
        let name = (slug.to_owned(), database_url.map(str::to_owned));
        let slot = self.slots().entry(name).or_default().clone();
        let open_once = async || {
            if slot.failed().as_ref().is_some_and(|(_, at)| at.elapsed() < TRY_AGAIN) {
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

    /// Forgets the others.
    pub fn keep_only(&self, is_served: impl Fn(&str, Option<&str>) -> bool) {
        self.slots().retain(|(slug, database_url), _| is_served(slug, database_url.as_deref()));
    }

    /// Those that could not be opened, by their short names, and why.
    pub fn closed(&self) -> Vec<(String, String)> {
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
    Refusal { retry_after_s: Some(TRY_AGAIN.as_secs()), ..refuse(Code::DatabaseUnavailable, text) }
}
