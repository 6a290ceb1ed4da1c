//! Puts the close of a day into the mail when it is due, and sends it, beside everything else; what did not go is tried again, ever more
//! seldom, for a day.

use super::{
    email::Letter,
    files::Close,
    model::{CloseOfDayEmail, due_at},
    settings, store,
};
use crate::{
    companies::Company,
    db::Tx,
    error::{Error, Result},
    mail, people,
    reports::DayFigures,
    settings::{CompanyInfo, Settings},
    state::{self, App},
    transact,
};
use chrono::{DateTime, Days, Duration as Span, NaiveDate, Utc};
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(5);
/// Minutes until it is tried again, after the first, the second… time.
const PAUSES: [i64; 6] = [1, 5, 15, 30, 60, 120];
/// All in all about a day.
const MAX_ATTEMPTS: i64 = 16;
/// What became of a mail is told for so many days.
const KEPT_DAYS: u64 = 60;

/// Starts it, for as long as the process lives.
pub fn start(app: App) {
    state::every_company(app, EVERY, "the close of the day", |app, company| Box::pin(round(app, company)));
}

async fn round(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let mut tx = company.db.read().await?;
    let due_day = due_day(&mut tx, now).await?;
    drop(tx);
    if let Some(day) = due_day {
        put_into_the_mail(company, day, now).await?;
    }
    let mut tx = company.db.read().await?;
    let due = store::due(&mut tx, now).await?;
    drop(tx);
    for of_day in due.chunk_by(|a, b| a.business_day == b.business_day) {
        send_day(app, company, of_day).await?;
    }
    Ok(())
}

/// The last business day that is over, where it is time to send it and nobody did.
async fn due_day(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<NaiveDate>> {
    let Some(kept) = store::kept(tx).await?.filter(|kept| kept.is_on) else { return Ok(None) };
    let settings = Settings::load(tx).await?;
    let Some(day) = settings.business_day(now).pred_opt() else { return Ok(None) };
    let due = due_at(&settings, day, &kept.send_at).is_some_and(|due| due <= now && kept.changed_at <= due);
    Ok((due && kept.last_day.is_none_or(|last| last < day)).then_some(day))
}

async fn put_into_the_mail(company: &Company, day: NaiveDate, now: DateTime<Utc>) -> Result<()> {
    transact!(company.db, |tx| {
        if !store::take_day(tx, day).await? {
            return Ok(());
        }
        for email in settings::load(tx).await?.recipients {
            store::want(tx, day, &email, now).await?;
        }
        store::forget(tx, day.checked_sub_days(Days::new(KEPT_DAYS)).unwrap_or(day)).await?;
        Ok(())
    })
}

/// The mails of one day: what they say is read and drawn once.
async fn send_day(app: &App, company: &Company, emails: &[CloseOfDayEmail]) -> Result<()> {
    let Some(day) = emails.first().map(|email| email.business_day) else { return Ok(()) };
    let now = app.clock().now();
    let mut taken = Vec::new();
    for email in emails {
        let is_mine: Result<bool> = transact!(company.db, |tx| { Ok(store::take(tx, email, next(email, now)).await?) });
        if is_mine? {
            taken.push(email);
        }
    }
    if taken.is_empty() {
        return Ok(());
    }
    let written = Written::load(company, day, now).await;
    for email in taken {
        let sent = match &written {
            Ok(written) => written.send(app, company, &email.email).await,
            Err(e) => Err(why(e)),
        };
        let kept: Result<()> = transact!(company.db, |tx| {
            match &sent {
                Ok(()) => Ok(store::sent(tx, email, app.clock().now()).await?),
                Err(why) => {
                    let again = (email.attempts + 1 < MAX_ATTEMPTS).then(|| next(email, now));
                    Ok(store::failed(tx, email, why, again).await?)
                }
            }
        });
        kept?;
        if let Err(why) = &sent {
            tracing::warn!(company = company.slug, %day, to = email.email, why, "the close of a day was not mailed");
        }
    }
    Ok(())
}

fn next(email: &CloseOfDayEmail, now: DateTime<Utc>) -> DateTime<Utc> {
    let place = usize::try_from(email.attempts).unwrap_or_default().min(PAUSES.len() - 1);
    now + Span::minutes(PAUSES[place])
}

/// A day's mail but for its address.
struct Written {
    figures: DayFigures,
    house: String,
    url: Option<String>,
    name: String,
    pdf: Vec<u8>,
    xlsx: Vec<u8>,
    /// Addresses that get nothing.
    held_back: Vec<String>,
}

impl Written {
    async fn load(company: &Company, day: NaiveDate, now: DateTime<Utc>) -> Result<Self> {
        let mut tx = company.db.read().await?;
        let (rules, house) = (Settings::load(&mut tx).await?, CompanyInfo::load(&mut tx).await?);
        let close = Close::load(&mut tx, (&rules, &house), day, now).await?;
        let url = mail::public_url(&mut tx).await?;
        let recipients = store::recipients(&mut tx).await?;
        let held_back = people::kept_from_reports(&mut tx, &recipients).await?;
        drop(tx);
        let (figures, name) = (close.figures.clone(), close.name());
        let (pdf, xlsx) = close.files().await?;
        Ok(Self { figures, house: house.commercial_name, url, name, pdf, xlsx, held_back })
    }

    async fn send(&self, app: &App, company: &Company, address: &str) -> std::result::Result<(), String> {
        if self.held_back.iter().any(|held| held == address) {
            return Err("Ese correo es de un usuario que ya no ve reportes.".to_owned());
        }
        let letter = Letter {
            day: &self.figures,
            house: &self.house,
            url: self.url.as_deref(),
            name: &self.name,
            pdf: &self.pdf,
            xlsx: &self.xlsx,
        };
        mail::send(app, company, &letter.to(address)).await.map(|_| ()).map_err(|e| why(&e))
    }
}

/// In words for a person.
fn why(e: &Error) -> String {
    match e {
        Error::Refused(refusal) => refusal.message.clone(),
        Error::Db(_) | Error::Internal(_) => {
            "Algo falló al preparar el correo. El motivo está en el registro del servidor.".into()
        }
    }
}
