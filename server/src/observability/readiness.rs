//! Whether this server can serve. The database is queried at most once a second, however many clients ask.

use comanda_platform::state::App;
use serde::Serialize;
use std::time::Duration;
use tokio::{sync::Mutex, time::Instant};

/// The timeout of the query: clients want an answer now.
const TIMEOUT: Duration = Duration::from_secs(2);
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// A reason why the server cannot serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Problem {
    /// The server was asked to stop.
    Stopping,
    /// The control database, or PostgreSQL as a whole, does not answer.
    Database,
}

/// The time and result of the last query.
#[derive(Debug, Default)]
pub(super) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Returns all problems; an empty list means that the server can serve.
    pub(super) async fn problems(&self, app: &App) -> Vec<Problem> {
        let stopping = app.is_stopping().then_some(Problem::Stopping);
        let database = (!self.database_answers(app).await).then_some(Problem::Database);
        [stopping, database].into_iter().flatten().collect()
    }

    async fn database_answers(&self, app: &App) -> bool {
        // Concurrent callers wait for this lock and share the result.
        let mut looked = self.0.lock().await;
        if let Some((at, answers)) = *looked
            && at.elapsed() < CHECK_INTERVAL
        {
            return answers;
        }
        let answers = match tokio::time::timeout(TIMEOUT, app.companies().check_database()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready: the control database does not answer");
                false
            }
            Err(_) => {
                tracing::warn!("not ready: the control database did not answer in time");
                false
            }
        };
        *looked = Some((Instant::now(), answers));
        answers
    }
}
