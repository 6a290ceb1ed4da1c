//! Looks after waiting jobs once a second: an offer without an answer is made again, what came too late is not printed any more,
//! and of a kitchen paper that nobody confirmed the tills are told.

use super::pull::OFFER_SECONDS;
use crate::{
    alarms_store,
    jobs::{
        self, JobChange,
        offer_store::{self, Overdue},
    },
    state::JobState,
};
use chrono::Duration;
use comanda_base::{error::Result, transact};
use comanda_platform::{
    companies::Company,
    realtime::Wakes,
    state::{self, App},
};

const EVERY: std::time::Duration = std::time::Duration::from_secs(1);

/// Starts it, for as long as the process lives.
pub fn start(app: App) {
    state::every_company(app, EVERY, "waiting print jobs", |app, company| Box::pin(tend(app, company)));
}

async fn tend(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let unanswered = now - Duration::seconds(OFFER_SECONDS);
    let mut tx = company.db.read().await?;
    let found = offer_store::overdue(&mut tx, now, unanswered).await?;
    let rings = alarms_store::are_due(&mut tx, now).await?;
    drop(tx);
    if found.is_empty() && !rings {
        return Ok(());
    }
    let changes: Result<(Vec<JobChange>, bool)> = transact!(company.db, |tx| {
        // Once more under lock: an agent may have answered meanwhile.
        let found = offer_store::overdue_locked(tx, now, unanswered).await?;
        let (late, again): (Vec<_>, Vec<_>) = found.into_iter().partition(|job| job.late);
        let ids = |jobs: Vec<Overdue>| jobs.into_iter().map(|job| job.id).collect::<Vec<_>>();
        let wakes = !again.is_empty();
        let mut changes = jobs::set_state(tx, JobState::Expired, ids(late), now).await?;
        changes.extend(jobs::set_state(tx, JobState::Pending, ids(again), now).await?);
        changes.extend(alarms_store::ring(tx, now).await?);
        Ok((changes, wakes))
    });
    let (changes, wakes) = changes?;
    app.realtime().publish(company, jobs::events(&changes), if wakes { Wakes::All } else { Wakes::Nobody }).await;
    Ok(())
}
