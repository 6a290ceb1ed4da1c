//! What an operator changes beside the running server, and companies that are opened while it works.

use super::registry::Companies;
use comanda_base::error::Result;
use futures::{StreamExt, stream};
use std::{
    sync::PoisonError,
    time::{Duration, Instant},
};

/// Companies opened and migrated at a time; on PostgreSQL each takes a connection of its own meanwhile.
const OPENED_AT_ONCE: usize = 8;
/// Up to so many companies are open before a server listens. Of more, those that are open work while the others are brought up to date.
pub(super) const OPENED_FIRST: usize = 8;

/// How long the server goes on with the companies that it knows.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long it waits for what it did not know.
const LOOK_TIMEOUT: Duration = Duration::from_secs(1);

impl Companies {
    /// What an operator changes beside the running server is taken over within moments. Nobody waits long for it: a look that fails,
    /// or finds no answer, leaves the server with what it knew, and companies that are new are opened while it works.
    pub async fn look_again(&self) {
        {
            let mut looked = self.0.looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
                return;
            }
            *looked = Some(Instant::now());
        }
        let companies = self.clone();
        let looking = tokio::spawn(async move {
            // One at a time: where the database does not answer, it takes longer than until the next one.
            let Ok(_only) = companies.0.reading_again.try_lock() else { return };
            if let Err(error) = companies.read_list().await {
                tracing::warn!(%error, "the list of companies could not be read again");
            }
            companies.open_beside();
        });
        tokio::time::timeout(LOOK_TIMEOUT, looking).await.ok();
    }

    /// Opens the others while the server works; one task at a time.
    pub(super) fn open_beside(&self) {
        if self.unopened().is_empty() {
            return;
        }
        let companies = self.clone();
        tokio::spawn(async move {
            if let Ok(_only) = companies.0.opening_all.try_lock() {
                companies.open_all().await;
            }
        });
    }

    /// Reads the control database again: new companies are opened and migrated, licences and names taken over.
    ///
    /// # Errors
    /// The control database cannot be read; a company that cannot be opened is [closed](Self::closed).
    pub async fn reload(&self) -> Result<()> {
        self.read_list().await?;
        self.open_all().await;
        Ok(())
    }

    /// The same, but nobody waits for companies that are to be opened.
    ///
    /// # Errors
    /// The control database cannot be read.
    pub async fn refresh(&self) -> Result<()> {
        self.read_list().await?;
        self.open_beside();
        Ok(())
    }

    /// Those that are served and not open yet, or closed.
    pub(super) fn unopened(&self) -> Vec<String> {
        let known = self.known();
        let unopened = known.rows.iter().filter(|row| row.is_open() && !known.open.contains_key(&row.slug));
        unopened.map(|row| row.slug.clone()).collect()
    }

    /// Each is served as soon as it is open. Of many, most have nothing to do: none holds anything before somebody asks for it.
    pub(super) async fn open_all(&self) {
        let unopened = self.unopened();
        let are_many = unopened.len() > OPENED_FIRST;
        let open = |slug: String| {
            let companies = self.clone();
            async move {
                let was_asked_for = companies.by_slug(&slug).is_some();
                // One that cannot be opened has been logged.
                if let Ok(Some(company)) = companies.opened(&slug).await
                    && are_many
                    && !was_asked_for
                {
                    company.db.go_idle().await;
                }
            }
        };
        stream::iter(unopened).map(open).buffer_unordered(OPENED_AT_ONCE).collect::<()>().await;
    }
}
