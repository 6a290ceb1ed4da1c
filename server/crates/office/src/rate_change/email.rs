//! Tells by mail, once, that the rate changes: whoever does not look at the panel hears of it in time.

use super::{
    coming::ComingChange,
    month::MonthOfSales,
    notices::{month_of, undecided},
    store,
};
use chrono::{DateTime, Duration as Span, NaiveTime, Utc};
use comanda_base::{db::Tx, error::Result, transact};
use comanda_invoicing::billing::electronic;
use comanda_platform::{
    companies::Company,
    law::{self, soles_text},
    mail::{self, Email},
    people,
    settings::{CompanyInfo, Settings, tax},
    state::{self, App},
};
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(5);
/// From so many days before the change.
const MAILED_DAYS: i64 = 30;
/// Nobody reads it in the middle of the night.
const FROM: NaiveTime = NaiveTime::from_hms_opt(8, 0, 0).expect("an hour of the day");
/// When it is tried again that could not be sent.
const AGAIN: Span = Span::minutes(30);

/// Starts it, for as long as the process lives.
pub fn start(app: App) {
    state::every_company(app, EVERY, "the mail of a new rate", |app, company| Box::pin(tell(app, company)));
}

async fn tell(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    if !is_time(now) {
        return Ok(());
    }
    let mut tx = company.db.read().await?;
    let Some(letter) = Letter::due(&mut tx, now).await? else { return Ok(()) };
    drop(tx);
    let taken: Result<bool> =
        transact!(company.db, |tx| { Ok(store::take_mail(tx, letter.change.valid_from).await? == 1) });
    if !taken? {
        return Ok(());
    }
    let mut sent = 0_usize;
    for address in &letter.to {
        match mail::send(app, company, &letter.email(address)).await {
            Ok(_) => sent += 1,
            Err(error) => tracing::warn!(company = company.slug, %error, "the mail of a new rate was not sent"),
        }
    }
    if sent == 0 {
        let kept: Result<u64> =
            transact!(company.db, |tx| { Ok(store::mail_again(tx, app.clock().now() + AGAIN).await?) });
        kept?;
    }
    Ok(())
}

/// Whether the law changes soon for anybody: most days nothing has to be read.
fn is_time(now: DateTime<Utc>) -> bool {
    let today = tax::issue_date(now);
    law::next_small_rate(today).is_some_and(|next| (next.valid_from - today).num_days() <= MAILED_DAYS)
}

/// What is told, and whom.
#[derive(Debug)]
struct Letter {
    change: ComingChange,
    month: MonthOfSales,
    house: String,
    url: Option<String>,
    to: Vec<String>,
}

impl Letter {
    /// The one that is to go now.
    async fn due(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<Self>> {
        let mailed = store::mailed(tx).await?;
        let settings = Settings::load(tx).await?;
        let must_wait = mailed.mail_after.is_some_and(|after| now < after);
        if must_wait || now.with_timezone(&settings.time_zone).time() < FROM {
            return Ok(None);
        }
        let is_told = |change: &ComingChange| mailed.mailed_change == Some(change.valid_from);
        let Some(change) = undecided(tx, now).await?.filter(|change| !is_told(change)) else { return Ok(None) };
        let alert_email = electronic::Setup::load(tx).await?.alert_email;
        let to = match alert_email.is_empty() {
            true => people::emails_of_administrators(tx).await?,
            false => vec![alert_email],
        };
        if to.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            month: month_of(tx, &change, &settings, now).await?,
            house: CompanyInfo::load(tx).await?.commercial_name,
            url: mail::public_url(tx).await?,
            change,
            to,
        }))
    }

    fn email(&self, to: &str) -> Email {
        let link = self.url.as_ref().map(|url| format!("{url}/billing-config/rate-change\n\n")).unwrap_or_default();
        let norms: Vec<&str> = self.change.facts.iter().map(|fact| fact.source).collect();
        Email {
            to: to.to_owned(),
            subject: format!("{}: {}", self.house, self.change.headline()),
            text: format!(
                "Hola:\n\n{}. Lo dice la ley ({}). Falta que un administrador confirme la tasa; hasta entonces nada cambia por sí \
                 solo.\n\n{}\n\nEn Comanda, en Configuración, puedes confirmar la tasa y programar los precios que mantienen lo que te \
                 queda: cambian ese día a las 00:00.\n\n{link}{}\n",
                self.change.headline(),
                norms.join("; "),
                self.cost(),
                self.house
            ),
            html: None,
            files: Vec::new(),
        }
    }

    /// In words of whoever owns the house.
    fn cost(&self) -> String {
        let MonthOfSales { days, sales, less_left, less_service, service_percent, .. } = &self.month;
        if sales.is_zero() {
            return "Si tus precios se quedan como están, de cada venta te quedará menos.".to_owned();
        }
        let staff = match service_percent.is_zero() {
            true => String::new(),
            false => format!(" Tu personal recibiría {} menos de recargo al consumo.", soles_text(*less_service)),
        };
        format!(
            "Si tus precios se quedan como están, cada mes te quedarían {} menos (con tus ventas de {days} días, {} sin IGV).{staff}",
            soles_text(*less_left),
            soles_text(*sales)
        )
    }
}
