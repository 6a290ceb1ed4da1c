//! Puts the close of a day into the mail when it is due, and sends it, beside everything else; what did not go is tried again, ever more
//! seldom, for a day.

use super::{
    email::Letter,
    files::Close,
    model::{CloseOfDayEmail, due_at},
    settings::readers,
    store,
};
use crate::reports::DayFigures;
use chrono::{DateTime, Days, Duration as Span, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Error, Result},
    transact,
};
use comanda_invoicing::billing;
use comanda_platform::{
    companies::Company,
    mail,
    settings::{CompanyInfo, Settings},
    state::{self, App},
};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(5);
/// Days that a server which was off makes up for.
const MISSED_DAYS: u64 = 7;
/// Closes are mailed for so many days after the last sale: a house that is closed on some of them reads that nothing was sold.
const EMPTY_DAYS: i64 = 7;
/// Longer than sending one takes: nobody else takes it meanwhile.
const LEASE_MINUTES: i64 = 5;
/// Minutes until it is tried again, after the first, the second… time.
const PAUSES: [i64; 6] = [1, 5, 15, 30, 60, 120];
/// No next try is named for later: one that is was named by a clock that was ahead, and waits for nobody.
const LONGEST_PAUSE: Span = Span::minutes(PAUSES[PAUSES.len() - 1]);
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
    let due = store::due(&mut tx, now, now + LONGEST_PAUSE).await?;
    drop(tx);
    for of_day in due.chunk_by(|a, b| a.business_day == b.business_day) {
        send_day(app, company, of_day).await?;
    }
    Ok(())
}

/// A day whose close is to be mailed.
#[derive(Debug, Clone, Copy)]
struct DueDay {
    day: NaiveDate,
    /// The last business day that is over.
    last: NaiveDate,
}

/// The first day that is due since it was switched on, and was not put into the mail.
async fn due_day(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<DueDay>> {
    let Some(kept) = store::kept(tx).await?.filter(|kept| kept.is_on) else { return Ok(None) };
    let settings = Settings::load(tx).await?;
    let Some(last) = settings.business_day(now).pred_opt() else { return Ok(None) };
    let oldest = last.checked_sub_days(Days::new(MISSED_DAYS - 1)).unwrap_or(last);
    // A day that is not over was mailed by a clock that was ahead: it goes on with the last one.
    let first = match kept.last_day {
        Some(mailed) if mailed > last => last,
        Some(mailed) => mailed.succ_opt().map_or(oldest, |day| day.max(oldest)),
        None => oldest,
    };
    let is_due =
        |day: NaiveDate| due_at(&settings, day, &kept.send_at).is_some_and(|due| kept.changed_at <= due && due <= now);
    for day in first.iter_days().take_while(|day| *day <= last).filter(|day| is_due(*day)) {
        // Long after the last day that sold anything nobody waits for a close: a clock that is ahead has jumped there.
        let sold = billing::last_business_day(tx, day).await?;
        if sold.is_none_or(|sold| (day - sold).num_days() <= EMPTY_DAYS) {
            return Ok(Some(DueDay { day, last }));
        }
    }
    Ok(None)
}

async fn put_into_the_mail(company: &Company, due: DueDay, now: DateTime<Utc>) -> Result<()> {
    let day = due.day;
    transact!(company.db, |tx| {
        if !store::take_day(tx, day, due.last).await? {
            return Ok(());
        }
        for email in readers(tx).await? {
            store::want_once(tx, day, &email, now).await?;
        }
        store::forget(tx, day.checked_sub_days(Days::new(KEPT_DAYS)).unwrap_or(day)).await?;
        Ok(())
    })
}

/// The mails of one day: what they say is read and drawn once.
async fn send_day(app: &App, company: &Company, emails: &[CloseOfDayEmail]) -> Result<()> {
    let Some(day) = emails.first().map(|email| email.business_day) else { return Ok(()) };
    let written = Written::load(company, day, app.clock().now()).await;
    for email in emails {
        if written.as_ref().is_ok_and(|written| email.was_sent_with(&written.sums)) {
            let kept: Result<()> = transact!(company.db, |tx| { Ok(store::stays_sent(tx, email).await?) });
            kept?;
            continue;
        }
        let lease = app.clock().now() + Span::minutes(LEASE_MINUTES);
        let is_mine: Result<bool> = transact!(company.db, |tx| { Ok(store::take(tx, email, lease).await?) });
        if is_mine? {
            send(app, company, email, written.as_ref()).await?;
        }
    }
    Ok(())
}

async fn send(
    app: &App,
    company: &Company,
    email: &CloseOfDayEmail,
    written: std::result::Result<&Written, &Error>,
) -> Result<()> {
    let may_go = written.map_or(true, |written| written.readers.contains(&email.email));
    let sent = match written {
        _ if !may_go => Err("Ese correo es de un usuario que ya no ve reportes.".to_owned()),
        Ok(written) => written.send(app, company, &email.email).await,
        Err(e) => Err(why(e)),
    };
    let now = app.clock().now();
    let again = (may_go && email.attempts + 1 < MAX_ATTEMPTS).then(|| next(email, now));
    let kept: Result<()> = transact!(company.db, |tx| {
        match &sent {
            Ok(()) => {
                let sums = written.map(|written| written.sums.as_str()).unwrap_or_default();
                Ok(store::sent(tx, email, sums, now).await?)
            }
            Err(why) => Ok(store::failed(tx, email, why, again).await?),
        }
    });
    kept?;
    if let Err(why) = &sent {
        let day = email.business_day;
        tracing::warn!(company = company.slug, %day, to = email.email, why, "the close of a day was not mailed");
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
    /// A digest of its figures.
    sums: String,
    house: String,
    url: Option<String>,
    name: String,
    pdf: Vec<u8>,
    xlsx: Vec<u8>,
    /// Who gets it.
    readers: Vec<String>,
}

impl Written {
    async fn load(company: &Company, day: NaiveDate, now: DateTime<Utc>) -> Result<Self> {
        let mut tx = company.db.read().await?;
        let (rules, house) = (Settings::load(&mut tx).await?, CompanyInfo::load(&mut tx).await?);
        // It may go to somebody outside: what open cash boxes should hold is not in it.
        let close = Close::load(&mut tx, (&rules, &house), (day, now), false).await?;
        let url = mail::public_url(&mut tx).await?;
        let readers = readers(&mut tx).await?;
        drop(tx);
        let (figures, name, pdf) = (close.figures.clone(), close.name(), close.pdf().await?);
        let xlsx = close.xlsx().await?;
        let sums = sums_of(&figures);
        Ok(Self { figures, sums, house: house.commercial_name, url, name, pdf, xlsx, readers })
    }

    async fn send(&self, app: &App, company: &Company, address: &str) -> std::result::Result<(), String> {
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

/// Digests what a day came to and how it was paid. The list of what is to be looked at is left out, since it changes afterwards.
fn sums_of(day: &DayFigures) -> String {
    let methods: Vec<_> = day.methods.iter().map(|method| (&method.name, method.operations, method.total)).collect();
    let money = [day.total, day.collected, day.credit, day.tips, day.collections];
    let text = json!({"documents": day.documents, "money": money, "methods": methods}).to_string();
    hex::encode(&Sha256::digest(text)[..16])
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
