//! Whether this server can serve. However many ask, the database is asked once a second.

use comanda_platform::state::App;
use serde::Serialize;
use std::time::Duration;
use tokio::{sync::Mutex, time::Instant};

/// Who asks wants to know it now.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What keeps it from serving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Problem {
    /// It was asked to stop.
    Stopping,
    /// The control database, or PostgreSQL as a whole, does not answer.
    Database,
}

/// The last look at the database.
#[derive(Debug, Default)]
pub(super) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Everything that is wrong; nothing: it can serve.
    pub(super) async fn problems(&self, app: &App) -> Vec<Problem> {
        let stopping = app.is_stopping().then_some(Problem::Stopping);
        let database = (!self.database_answers(app).await).then_some(Problem::Database);
        [stopping, database].into_iter().flatten().collect()
    }

    async fn database_answers(&self, app: &App) -> bool {
        // Who comes while somebody looks gets what they find.
        let mut looked = self.0.lock().await;
        if let Some((at, answers)) = *looked
            && at.elapsed() < LOOK_EVERY
        {
            return answers;
        }
        let answers = match tokio::time::timeout(PATIENCE, app.companies().answers()).await {
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
