//! Periodic clean-up: answers of old idempotency keys and look-ups, sessions that ended long ago, unsent letters of the outbox, and secrets
//! from before they were sealed.

use chrono::Duration;
use comanda_base::{error::Result, seal::SecretKind, transact};
use comanda_ledgers::figures;
use comanda_platform::{
    companies::Company, secrets, servers::has_agreed_key, settings::Settings, state::App, use_case::idempotency,
};
use tokio::time::MissedTickBehavior;

const CLEANUP_INTERVAL: std::time::Duration = std::time::Duration::from_secs(3600);
/// The wait before the second refresh of day sums, by which days that were new to the first one have settled.
const SETTLING_PAUSE: std::time::Duration = std::time::Duration::from_secs(120);
/// The time for which ended sessions are kept, so that their owner is told "ended" and not "unknown".
const SESSION_RETENTION_DAYS: i64 = 30;

/// Cleans up every company, now and once an hour, until the server ends. Only one of several servers does it.
pub async fn run_cleaning(app: App) {
    let mut hour = tokio::time::interval(CLEANUP_INTERVAL);
    // Ticks missed while another server held the lease are not made up for.
    hour.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut hours_passed = 0;
    loop {
        hour.tick().await;
        app.leases().wait_until_held("housekeeping").await;
        clean_all(&app, hours_passed).await;
        hours_passed = 1;
    }
}

/// Cleans up this server's own folder, now and once an hour, until the server ends. Each of several servers does it.
pub async fn run_folder_cleaning(app: App) {
    let mut hour = tokio::time::interval(CLEANUP_INTERVAL);
    loop {
        hour.tick().await;
        clean_folder(&app).await;
    }
}

/// Deletes old unsent letters from the outbox folder of this server.
pub async fn clean_folder(app: &App) {
    let forgotten = comanda_platform::mail::delete_old_letters(app).await;
    if forgotten.count > 0 {
        tracing::info!(letters = forgotten.count, "letters of the outbox that were a month old are deleted");
    }
    if let Some(error) = forgotten.first_error {
        let error = format!("{error:#}");
        tracing::warn!(error, "some old letters of the outbox were not deleted; tried again in an hour");
    }
}

/// Cleans up every company, `hours_passed` hours of running time after the last clean-up.
pub async fn clean_all(app: &App, hours_passed: i64) {
    let seals = may_seal_secrets(app).await;
    for company in app.companies().all() {
        if let Err(e) = clean_company(app, &company, seals, hours_passed).await {
            tracing::warn!(company = company.slug, error = ?e, "housekeeping failed; tried again in an hour");
        }
    }
}

/// Stores the sums of finished days of every company until the server ends: now, once more after [`SETTLING_PAUSE`], then once an hour.
/// Only one of several servers does it.
pub async fn run_figures_refresh(app: App) {
    let mut pause = SETTLING_PAUSE;
    loop {
        app.leases().wait_until_held("sums of days").await;
        for company in app.companies().all() {
            if let Err(e) = refresh_figures(&app, &company).await {
                tracing::warn!(company = company.slug, error = ?e, "sums of days were not kept; tried again in an hour");
            }
        }
        tokio::time::sleep(pause).await;
        pause = CLEANUP_INTERVAL;
    }
}

async fn refresh_figures(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let settings = {
        let mut tx = company.db.read().await?;
        Settings::load(&mut tx).await?
    };
    Ok(figures::refresh_stored_days(company, settings.business_day(now), settings.time_zone, now).await?)
}

/// Whether this server may seal secrets anew. If its key is no longer that of the other servers, they could not open what it seals.
async fn may_seal_secrets(app: &App) -> bool {
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

async fn clean_company(app: &App, company: &Company, seals: bool, hours_passed: i64) -> Result<()> {
    if seals {
        secrets::reseal_secrets(&company.db, &app.seals(), &SecretKind::company_kinds()).await?;
    }
    let now = app.clock().now();
    let tidied: Result<()> = transact!(company.db, |tx| {
        idempotency::delete_old_keys(tx, hours_passed).await?;
        comanda_masterdata::clients::delete_expired_answers(tx, now).await?;
        comanda_platform::people::session::delete_expired_sessions(tx, now - Duration::days(SESSION_RETENTION_DAYS))
            .await
    });
    tidied
}
