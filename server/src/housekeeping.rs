//! What has to be tidied now and then: answers of old idempotency keys and look-ups, sessions that ended long ago, letters that nobody
//! sent, and secrets from before they were sealed.

use chrono::Duration;
use comanda_base::{error::Result, seal::SecretKind, transact};
use comanda_ledgers::figures;
use comanda_platform::{
    companies::Company, secrets, servers::has_agreed_key, settings::Settings, state::App, use_case::idempotency,
};
use tokio::time::MissedTickBehavior;

const EVERY: std::time::Duration = std::time::Duration::from_secs(3600);
/// Days that were new to the sums a moment ago are settled then.
const SETTLES: std::time::Duration = std::time::Duration::from_secs(120);
/// Ended sessions are kept this long, so that their owner is told "ended" and not "unknown".
const SESSIONS_KEPT_DAYS: i64 = 30;

/// Tidies every company, now and once an hour, until the server ends; of several servers one does.
pub async fn run(app: App) {
    let mut hour = tokio::time::interval(EVERY);
    // Hours in which another server did it are none of this one's.
    hour.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut hours_passed = 0;
    loop {
        hour.tick().await;
        app.leases().until_held("housekeeping").await;
        tidy_all(&app, hours_passed).await;
        hours_passed = 1;
    }
}

/// Tidies what lies in the folder of this server alone, now and once an hour, until it ends: each of several servers does.
pub async fn keep_folder(app: App) {
    let mut hour = tokio::time::interval(EVERY);
    loop {
        hour.tick().await;
        tidy_folder(&app).await;
    }
}

/// Tidies what lies in the folder of this server: letters that nobody sent.
pub async fn tidy_folder(app: &App) {
    let forgotten = comanda_platform::mail::forget_old_letters(app).await;
    if forgotten.count > 0 {
        tracing::info!(letters = forgotten.count, "letters of the outbox that were a month old are deleted");
    }
    if let Some(error) = forgotten.first_error {
        let error = format!("{error:#}");
        tracing::warn!(error, "some old letters of the outbox were not deleted; tried again in an hour");
    }
}

/// Tidies every company, so many hours of running after the last time.
pub async fn tidy_all(app: &App, hours_passed: i64) {
    let seals = may_seal(app).await;
    for company in app.companies().all() {
        if let Err(e) = tidy(app, &company, seals, hours_passed).await {
            tracing::warn!(company = company.slug, error = ?e, "housekeeping failed; tried again in an hour");
        }
    }
}

/// Keeps the sums of days that are over in every company until the server ends: now, once more when what was new has settled, then
/// once an hour. Of several servers one does.
pub async fn keep_figures(app: App) {
    let mut pause = SETTLES;
    loop {
        app.leases().until_held("sums of days").await;
        for company in app.companies().all() {
            if let Err(e) = figures_of(&app, &company).await {
                tracing::warn!(company = company.slug, error = ?e, "sums of days were not kept; tried again in an hour");
            }
        }
        tokio::time::sleep(pause).await;
        pause = EVERY;
    }
}

async fn figures_of(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let settings = {
        let mut tx = company.db.read().await?;
        Settings::load(&mut tx).await?
    };
    Ok(figures::keep(company, settings.business_day(now), settings.time_zone, now).await?)
}

/// Whether this server may seal anew. With a key that is not that of the others any more it would seal what none of them opens.
async fn may_seal(app: &App) -> bool {
    match has_agreed_key(app.companies().control(), &app.seals()).await {
        Ok(true) => true,
        Ok(false) => {
            tracing::error!(
                "secrets.key is not that of the other servers any more: nothing is sealed with it; copy theirs and restart"
            );
            false
        }
        Err(error) => {
            let error = format!("{error:#}");
            tracing::warn!(
                error,
                "whether secrets.key is that of the other servers is not known: nothing is sealed with it for an hour"
            );
            false
        }
    }
}

async fn tidy(app: &App, company: &Company, seals: bool, hours_passed: i64) -> Result<()> {
    if seals {
        secrets::seal_anew(&company.db, &app.seals(), &SecretKind::of_company()).await?;
    }
    let now = app.clock().now();
    let tidied: Result<()> = transact!(company.db, |tx| {
        idempotency::forget_old(tx, hours_passed).await?;
        comanda_masterdata::clients::forget_old_answers(tx, now).await?;
        comanda_platform::people::session::forget_old(tx, now - Duration::days(SESSIONS_KEPT_DAYS)).await
    });
    tidied
}
