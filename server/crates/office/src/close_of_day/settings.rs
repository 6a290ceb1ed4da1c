//! Reading and changing whether, when and to whom.

use super::{
    model::{CloseOfDayEmail, CloseOfDaySettings},
    store,
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    listing::day_within_reason,
};
use comanda_platform::{
    audit::{self, Entry},
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
    /// Whether mails reach anybody: without a mail server they lie in the outbox folder.
    pub mail_server: bool,
    /// Addresses of `recipients` that get nothing: those of users who do not see reports.
    pub held_back: Vec<String>,
    /// Of people who work here and see reports, to choose from.
    pub suggestions: Vec<String>,
    /// The latest mails.
    pub emails: Vec<CloseOfDayEmail>,
}

/// As this transaction sees them.
pub(super) async fn load(tx: &mut Tx) -> Result<CloseOfDaySettings> {
    let recipients = store::recipients(tx).await?.into_iter().map(|recipient| recipient.email).collect();
    let kept = store::kept(tx).await?;
    let none = CloseOfDaySettings::default();
    Ok(kept.map_or(none, |kept| CloseOfDaySettings { is_on: kept.is_on, send_at: kept.send_at, recipients }))
}

/// The addresses that get it: of those chosen, without users who do not see reports.
pub(super) async fn readers(tx: &mut Tx) -> Result<Vec<String>> {
    let chosen = store::recipients(tx).await?;
    let held_back = people::kept_from_reports(tx, &chosen).await?;
    Ok(chosen.into_iter().map(|address| address.email).filter(|email| !held_back.contains(email)).collect())
}

pub(super) async fn read(tx: &mut Tx) -> Result<CloseOfDayMail> {
    let settings = load(tx).await?;
    let recipients = store::recipients(tx).await?;
    Ok(CloseOfDayMail {
        held_back: people::kept_from_reports(tx, &recipients).await?,
        mail_server: mail::is_on(tx).await?,
        suggestions: people::emails_of_report_readers(tx).await?,
        emails: store::latest(tx).await?,
        settings,
    })
}

pub(super) async fn change(work: &mut Work<'_>, wanted: &CloseOfDaySettings) -> Result<CloseOfDayMail> {
    let wanted = wanted.checked()?;
    let was = load(work.tx).await?;
    if was != wanted {
        let chosen_before = store::recipients(work.tx).await?;
        let mut recipients = people::report_addresses(work.tx, &wanted.recipients).await?;
        for recipient in &mut recipients {
            let before = chosen_before.iter().find(|before| before.email == recipient.email);
            recipient.user_id = recipient.user_id.or(before.and_then(|before| before.user_id));
        }
        store::save(work.tx, &wanted, &recipients, work.now).await?;
        let entry =
            Entry::new("SETTINGS_CHANGED").entity("close_of_day", 1).change(Some(json!(was)), Some(json!(wanted)));
        audit::log(work.tx, work.actor, work.now, entry).await?;
        work.tell(Room::Catalog, EventKind::SettingsChanged, json!({}));
    }
    read(work.tx).await
}

/// Body of `POST /close-of-day/send`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SendCloseOfDay {
    /// A business day that has begun; absent: the last one that is over.
    pub date: Option<NaiveDate>,
    /// One of the recipients; absent: all of them.
    pub email: Option<String>,
}

/// Puts a day into the mail at once.
pub(super) async fn send(work: &mut Work<'_>, body: &SendCloseOfDay) -> Result<CloseOfDayMail> {
    let now = work.now;
    let today = work.settings().await?.business_day(now);
    let date = body.date.or(today.pred_opt()).unwrap_or(today);
    day_within_reason("date", date)?;
    if date > today {
        return invalid("date", "Ese día aún no empieza.").err();
    }
    let wanted = body.email.as_ref().map(|one| one.trim().to_lowercase());
    let mut chosen = readers(work.tx).await?;
    chosen.retain(|email| wanted.as_ref().is_none_or(|one| one == email));
    if chosen.is_empty() {
        return invalid("email", "Elige primero a quién le llega el cierre, y guarda: a alguien que vea reportes.")
            .err();
    }
    let actor = work.actor;
    for email in &chosen {
        actor.app.limits().document_email(&actor.company.slug, actor.user_id.0, email)?;
        store::want(work.tx, date, email, work.now).await?;
    }
    let entry = Entry::new("CLOSE_OF_DAY_MAILED").entity("close_of_day", 1).reason(format!(
        "{}: {}",
        date.format("%d/%m/%Y"),
        chosen.join(", ")
    ));
    audit::log(work.tx, actor, work.now, entry).await?;
    read(work.tx).await
}
