//! Loads and changes the settings of the close's e-mail, and sends a day at once.

use super::{
    model::{CloseOfDayEmail, CloseOfDaySettings},
    store,
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    listing::check_day,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    mail, people,
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Answer of `GET /close-of-day/settings`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CloseOfDayMail {
    #[serde(flatten)]
    pub settings: CloseOfDaySettings,
    /// Whether a mail server is configured; without one e-mails stay in the outbox folder.
    pub mail_server: bool,
    /// The addresses of `recipients` that get nothing, because their users do not see reports.
    pub held_back: Vec<String>,
    /// The addresses of users who see reports, to choose from.
    pub suggestions: Vec<String>,
    /// The latest e-mails.
    pub emails: Vec<CloseOfDayEmail>,
}

/// Loads the settings, or the defaults.
pub(super) async fn load_settings(tx: &mut Tx) -> Result<CloseOfDaySettings> {
    let recipients = store::list_recipients(tx).await?.into_iter().map(|recipient| recipient.email).collect();
    let stored = store::load_stored_settings(tx).await?;
    let none = CloseOfDaySettings::default();
    Ok(stored.map_or(none, |stored| CloseOfDaySettings { is_on: stored.is_on, send_at: stored.send_at, recipients }))
}

/// Loads the addresses that get the e-mail: the recipients without users who do not see reports.
pub(super) async fn load_report_readers(tx: &mut Tx) -> Result<Vec<String>> {
    let chosen = store::list_recipients(tx).await?;
    let held_back = people::list_excluded_addresses(tx, &chosen).await?;
    Ok(chosen.into_iter().map(|address| address.email).filter(|email| !held_back.contains(email)).collect())
}

pub(super) async fn load_mail_settings(tx: &mut Tx) -> Result<CloseOfDayMail> {
    let settings = load_settings(tx).await?;
    let recipients = store::list_recipients(tx).await?;
    Ok(CloseOfDayMail {
        held_back: people::list_excluded_addresses(tx, &recipients).await?,
        mail_server: mail::has_mail_server(tx).await?,
        suggestions: people::list_emails_of_report_readers(tx).await?,
        emails: store::list_latest_emails(tx).await?,
        settings,
    })
}

pub(super) async fn change_settings(work: &mut Work<'_>, requested: &CloseOfDaySettings) -> Result<CloseOfDayMail> {
    let requested = requested.validated()?;
    let before = load_settings(work.tx).await?;
    if before != requested {
        let chosen_before = store::list_recipients(work.tx).await?;
        let mut recipients = people::load_report_addresses(work.tx, &requested.recipients).await?;
        for recipient in &mut recipients {
            let before = chosen_before.iter().find(|before| before.email == recipient.email);
            recipient.user_id = recipient.user_id.or(before.and_then(|before| before.user_id));
        }
        store::save_settings(work.tx, &requested, &recipients, work.now).await?;
        let entry = AuditEntry::new("SETTINGS_CHANGED")
            .entity("close_of_day", 1)
            .change(Some(json!(before)), Some(json!(requested)));
        audit::log(work.tx, work.actor, work.now, entry).await?;
        work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    }
    load_mail_settings(work.tx).await
}

/// Body of `POST /close-of-day/send`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SendCloseOfDay {
    /// A business day that has begun; the last finished one by default.
    pub date: Option<NaiveDate>,
    /// One of the recipients; all of them by default.
    pub email: Option<String>,
}

/// Queues a day's e-mails at once.
pub(super) async fn queue_day(work: &mut Work<'_>, body: &SendCloseOfDay) -> Result<CloseOfDayMail> {
    let now = work.now;
    let today = work.settings().await?.business_day(now);
    let date = body.date.or(today.pred_opt()).unwrap_or(today);
    check_day("date", date)?;
    if date > today {
        return invalid("date", "Ese día aún no empieza.").err();
    }
    let requested = body.email.as_ref().map(|one| one.trim().to_lowercase());
    let mut chosen = load_report_readers(work.tx).await?;
    chosen.retain(|email| requested.as_ref().is_none_or(|one| one == email));
    if chosen.is_empty() {
        return invalid("email", "Elige primero a quién le llega el cierre, y guarda: a alguien que vea reportes.")
            .err();
    }
    let actor = work.actor;
    for email in &chosen {
        actor.app.limits().count_document_email(&actor.company.slug, actor.user_id.0, email)?;
        store::queue_requested_email(work.tx, date, email, work.now).await?;
    }
    let entry = AuditEntry::new("CLOSE_OF_DAY_MAILED").entity("close_of_day", 1).reason(format!(
        "{}: {}",
        date.format("%d/%m/%Y"),
        chosen.join(", ")
    ));
    audit::log(work.tx, actor, work.now, entry).await?;
    load_mail_settings(work.tx).await
}
