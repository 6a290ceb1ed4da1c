//! Applies changes of the control database to the running server, and opens companies in the background.

use super::registry::Companies;
use comanda_base::error::Result;
use futures::{StreamExt, stream};
use std::{
    sync::PoisonError,
    time::{Duration, Instant},
};

/// The number of companies that are opened and migrated at the same time; on PostgreSQL each needs a connection of its own for that.
const OPENED_AT_ONCE: usize = 8;
/// Up to this many companies are opened before the server listens. With more, the rest is opened and migrated in the background.
pub(super) const MAX_OPENED_FIRST: usize = 8;

/// The interval at which the list of companies is read again.
const LIST_INTERVAL: Duration = Duration::from_secs(1);
/// The longest time that a caller waits for that.
const LOOK_TIMEOUT: Duration = Duration::from_secs(1);

impl Companies {
    /// Reads the list of companies again where the last time was a second ago, so that an operator's changes take effect within moments.
    /// Waits a second at most: after a failure or time-out the server keeps its list. New companies are opened in the background.
    pub async fn refresh_if_due(&self) {
        {
            let mut looked = self.0.looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.is_some_and(|at| at.elapsed() < LIST_INTERVAL) {
                return;
            }
            *looked = Some(Instant::now());
        }
        let companies = self.clone();
        let looking = tokio::spawn(async move {
            // One at a time: where the database does not answer, reading takes longer than the interval.
            let Ok(_only) = companies.0.reading_again.try_lock() else { return };
            if let Err(error) = companies.reload_list().await {
                tracing::warn!(%error, "the list of companies could not be read again");
            }
            companies.open_in_background();
        });
        tokio::time::timeout(LOOK_TIMEOUT, looking).await.ok();
    }

    /// Opens the remaining companies in the background; one task at a time.
    pub(super) fn open_in_background(&self) {
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

    /// Reads the control database again: new companies are opened and migrated, changed licences and names take effect.
    ///
    /// # Errors
    /// The control database cannot be read; companies that cannot be opened are [listed](Self::list_failed).
    pub async fn reload(&self) -> Result<()> {
        self.reload_list().await?;
        self.open_all().await;
        Ok(())
    }

    /// Reads the control database again, and opens new companies in the background.
    ///
    /// # Errors
    /// The control database cannot be read.
    pub async fn refresh(&self) -> Result<()> {
        self.reload_list().await?;
        self.open_in_background();
        Ok(())
    }

    /// Returns the slugs of served companies that are not open yet, or could not be opened.
    pub(super) fn unopened(&self) -> Vec<String> {
        let known = self.known();
        let unopened = known.rows.iter().filter(|row| row.is_open() && !known.open.contains_key(&row.slug));
        unopened.map(|row| row.slug.clone()).collect()
    }

    /// Opens all companies; each is served as soon as it is open. Where there are many, connections are closed again until a company is
    /// asked for.
    pub(super) async fn open_all(&self) {
        let unopened = self.unopened();
        let are_many = unopened.len() > MAX_OPENED_FIRST;
        let open = |slug: String| {
            let companies = self.clone();
            async move {
                let was_asked_for = companies.find_by_slug(&slug).is_some();
                // A failure was logged already.
                if let Ok(Some(company)) = companies.get_or_open(&slug).await
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
