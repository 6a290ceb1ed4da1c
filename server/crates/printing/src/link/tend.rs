//! Looks after waiting jobs once a second: repeats unanswered offers, expires jobs that are too late, alarms the tills about kitchen papers
//! that nobody confirmed, and hands over what a printer cannot print.

use super::pull::OFFER_SECONDS;
use crate::{
    alarms_store, handover,
    jobs::{
        self, JobChange,
        offer_store::{self, OverdueJob},
    },
    state::JobState,
};
use chrono::Duration;
use comanda_base::{error::Result, transact};
use comanda_platform::{
    companies::Company,
    realtime::WokenAgents,
    state::{self, App},
};

const CHECK_INTERVAL: std::time::Duration = std::time::Duration::from_secs(1);

/// Starts the task, which runs until the process ends.
pub fn start_tending_jobs(app: App) {
    state::run_for_every_company(app, CHECK_INTERVAL, "waiting print jobs", |app, company| {
        Box::pin(async move {
            tend(app, company).await?;
            handover::run(app, company).await
        })
    });
}

async fn tend(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let unanswered = now - Duration::seconds(OFFER_SECONDS);
    let mut tx = company.db.read().await?;
    let found = offer_store::list_overdue(&mut tx, now, unanswered).await?;
    let rings = alarms_store::are_alarms_due(&mut tx, now).await?;
    drop(tx);
    if found.is_empty() && !rings {
        return Ok(());
    }
    let changes: Result<(Vec<JobChange>, bool)> = transact!(company.db, |tx| {
        // Read again under a lock, because an agent may have answered in the meantime.
        let found = offer_store::lock_overdue(tx, now, unanswered).await?;
        let (late, repeated): (Vec<_>, Vec<_>) = found.into_iter().partition(|job| job.late);
        let ids = |jobs: Vec<OverdueJob>| jobs.into_iter().map(|job| job.id).collect::<Vec<_>>();
        let wakes = !repeated.is_empty();
        let mut changes = jobs::set_state(tx, JobState::Expired, ids(late), now).await?;
        changes.extend(jobs::set_state(tx, JobState::Pending, ids(repeated), now).await?);
        changes.extend(alarms_store::raise_alarms(tx, now).await?);
        Ok((changes, wakes))
    });
    let (changes, wakes) = changes?;
    app.realtime()
        .publish_events(
            company,
            jobs::change_events(&changes),
            if wakes { WokenAgents::All } else { WokenAgents::Nobody },
        )
        .await;
    Ok(())
}
