//! The background worker that queues the e-mails of a day's close when they are due and sends them. Failed e-mails are retried at growing
//! intervals for a day.

use super::{
    email::CloseEmail,
    files::CloseFiles,
    model::{CloseOfDayEmail, due_at},
    settings::load_report_readers,
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

const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// The days that a server makes up for after it was off.
const MAX_CATCH_UP_DAYS: u64 = 7;
/// The days after the last sale for which closes are mailed: a house that is closed on some of them gets a close without sales.
const MAX_DAYS_WITHOUT_SALES: i64 = 7;
/// The lease of an e-mail: longer than sending takes, so that no other worker claims it meanwhile.
const LEASE_MINUTES: i64 = 5;
/// The minutes before the next attempt, after the first, the second… failure.
const RETRY_MINUTES: [i64; 6] = [1, 5, 15, 30, 60, 120];
/// The longest wait for an attempt. A later one was scheduled by a clock that was ahead, and is tried at once.
const LONGEST_RETRY: Span = Span::minutes(RETRY_MINUTES[RETRY_MINUTES.len() - 1]);
/// The most attempts, which take about a day in all.
const MAX_ATTEMPTS: i64 = 16;
/// The days for which the state of e-mails is kept.
const RETENTION_DAYS: u64 = 60;

/// Starts the worker, which runs as long as the process.
pub fn start_close_emails(app: App) {
    state::run_for_every_company(app, CHECK_INTERVAL, "the close of the day", |app, company| {
        Box::pin(run_once(app, company))
    });
}

async fn run_once(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let mut tx = company.db.read().await?;
    let due_day = find_due_day(&mut tx, now).await?;
    drop(tx);
    if let Some(day) = due_day {
        queue_emails(company, day, now).await?;
    }
    let mut tx = company.db.read().await?;
    let due = store::list_due_emails(&mut tx, now, now + LONGEST_RETRY).await?;
    drop(tx);
    for emails_of_day in due.chunk_by(|a, b| a.business_day == b.business_day) {
        send_day(app, company, emails_of_day).await?;
    }
    Ok(())
}

/// A day whose close is to be mailed.
#[derive(Debug, Clone, Copy)]
struct DueDay {
    day: NaiveDate,
    /// The last finished business day.
    last: NaiveDate,
}

/// Finds the first day that became due since sending was switched on and was not queued yet.
async fn find_due_day(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<DueDay>> {
    let Some(saved) = store::load_stored_settings(tx).await?.filter(|saved| saved.is_on) else { return Ok(None) };
    let settings = Settings::load(tx).await?;
    let Some(last) = settings.business_day(now).pred_opt() else { return Ok(None) };
    let oldest = last.checked_sub_days(Days::new(MAX_CATCH_UP_DAYS - 1)).unwrap_or(last);
    // An unfinished day was queued by a clock that was ahead; the search continues with the last finished one.
    let first = match saved.last_day {
        Some(mailed) if mailed > last => last,
        Some(mailed) => mailed.succ_opt().map_or(oldest, |day| day.max(oldest)),
        None => oldest,
    };
    let is_due = |day: NaiveDate| {
        due_at(&settings, day, &saved.send_at).is_some_and(|due| saved.changed_at <= due && due <= now)
    };
    for day in first.iter_days().take_while(|day| *day <= last).filter(|day| is_due(*day)) {
        // Long after the last sale nobody expects a close: probably the clock has jumped ahead.
        let sold = billing::find_last_business_day(tx, day).await?;
        if sold.is_none_or(|sold| (day - sold).num_days() <= MAX_DAYS_WITHOUT_SALES) {
            return Ok(Some(DueDay { day, last }));
        }
    }
    Ok(None)
}

async fn queue_emails(company: &Company, due: DueDay, now: DateTime<Utc>) -> Result<()> {
    let day = due.day;
    transact!(company.db, |tx| {
        if !store::claim_day(tx, day, due.last).await? {
            return Ok(());
        }
        for email in load_report_readers(tx).await? {
            store::queue_automatic_email(tx, day, &email, now).await?;
        }
        store::delete_old_emails(tx, day.checked_sub_days(Days::new(RETENTION_DAYS)).unwrap_or(day)).await?;
        Ok(())
    })
}

/// Sends the e-mails of one day, whose contents are loaded and rendered once.
async fn send_day(app: &App, company: &Company, emails: &[CloseOfDayEmail]) -> Result<()> {
    let Some(day) = emails.first().map(|email| email.business_day) else { return Ok(()) };
    let written = DayContents::load(company, day, app.clock().now()).await;
    for email in emails {
        if written.as_ref().is_ok_and(|written| email.was_sent_with(&written.sums)) {
            let saved: Result<()> = transact!(company.db, |tx| { Ok(store::mark_unchanged(tx, email).await?) });
            saved?;
            continue;
        }
        let lease = app.clock().now() + Span::minutes(LEASE_MINUTES);
        let is_mine: Result<bool> = transact!(company.db, |tx| { Ok(store::claim_email(tx, email, lease).await?) });
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
    written: std::result::Result<&DayContents, &Error>,
) -> Result<()> {
    let may_go = written.map_or(true, |written| written.readers.contains(&email.email));
    let sent = match written {
        _ if !may_go => Err("Ese correo es de un usuario que ya no ve reportes.".to_owned()),
        Ok(written) => written.send(app, company, &email.email).await,
        Err(e) => Err(error_text(e)),
    };
    let now = app.clock().now();
    let retry_at = (may_go && email.attempts + 1 < MAX_ATTEMPTS).then(|| next_attempt_at(email, now));
    let saved: Result<()> = transact!(company.db, |tx| {
        match &sent {
            Ok(()) => {
                let sums = written.map(|written| written.sums.as_str()).unwrap_or_default();
                Ok(store::mark_sent(tx, email, sums, now).await?)
            }
            Err(why) => Ok(store::mark_failed(tx, email, why, retry_at).await?),
        }
    });
    saved?;
    if let Err(why) = &sent {
        let day = email.business_day;
        tracing::warn!(company = company.slug, %day, to = email.email, why, "the close of a day was not mailed");
    }
    Ok(())
}

fn next_attempt_at(email: &CloseOfDayEmail, now: DateTime<Utc>) -> DateTime<Utc> {
    let place = usize::try_from(email.attempts).unwrap_or_default().min(RETRY_MINUTES.len() - 1);
    now + Span::minutes(RETRY_MINUTES[place])
}

/// The contents of a day's e-mails, without the address.
struct DayContents {
    figures: DayFigures,
    /// A digest of the figures.
    sums: String,
    company_name: String,
    url: Option<String>,
    name: String,
    pdf: Vec<u8>,
    xlsx: Vec<u8>,
    /// The addresses that may get it.
    readers: Vec<String>,
}

impl DayContents {
    async fn load(company: &Company, day: NaiveDate, now: DateTime<Utc>) -> Result<Self> {
        let mut tx = company.db.read().await?;
        let (rules, company) = (Settings::load(&mut tx).await?, CompanyInfo::load(&mut tx).await?);
        // The recipient may be an outsider, so expected amounts of open cash boxes are left out.
        let close = CloseFiles::load(&mut tx, (&rules, &company), (day, now), false).await?;
        let url = mail::load_public_url(&mut tx).await?;
        let readers = load_report_readers(&mut tx).await?;
        drop(tx);
        let (figures, name, pdf) = (close.figures.clone(), close.name(), close.pdf().await?);
        let xlsx = close.xlsx().await?;
        let sums = digest_figures(&figures);
        Ok(Self { figures, sums, company_name: company.commercial_name, url, name, pdf, xlsx, readers })
    }

    async fn send(&self, app: &App, company: &Company, address: &str) -> std::result::Result<(), String> {
        let letter = CloseEmail {
            day: &self.figures,
            company_name: &self.company_name,
            url: self.url.as_deref(),
            name: &self.name,
            pdf: &self.pdf,
            xlsx: &self.xlsx,
        };
        mail::send_email(app, company, &letter.compose_for(address)).await.map(|_| ()).map_err(|e| error_text(&e))
    }
}

/// Returns a digest of a day's totals and payments. Acts and unsent documents are left out, since they change afterwards.
fn digest_figures(day: &DayFigures) -> String {
    let methods: Vec<_> = day.methods.iter().map(|method| (&method.name, method.operations, method.total)).collect();
    let money = [day.total, day.collected, day.credit, day.tips, day.collections];
    let text = json!({"documents": day.documents, "money": money, "methods": methods}).to_string();
    hex::encode(&Sha256::digest(text)[..16])
}

/// Returns the error as a text for users.
fn error_text(e: &Error) -> String {
    match e {
        Error::Refused(refusal) => refusal.message.clone(),
        Error::Db(_) | Error::Internal(_) => {
            "Algo falló al preparar el correo. El motivo está en el registro del servidor.".into()
        }
    }
}
