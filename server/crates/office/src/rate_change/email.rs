//! Announces a change of the rate by e-mail, once, so that whoever does not look at the panel learns of it in time.

use super::{
    coming_change::ComingChange,
    month::MonthOfSales,
    notices::{load_monthly_cost, load_undecided_change},
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

const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// The days before the change from which the e-mail is sent.
const MAILED_DAYS: i64 = 30;
/// The local time before which no e-mail is sent: nobody reads it in the middle of the night.
const EARLIEST_TIME: NaiveTime = NaiveTime::from_hms_opt(8, 0, 0).expect("an hour of the day");
/// The wait before an e-mail that could not be sent is tried again.
const RETRY_DELAY: Span = Span::minutes(30);

/// Starts the worker, which runs as long as the process.
pub fn start_rate_change_emails(app: App) {
    state::run_for_every_company(app, CHECK_INTERVAL, "the mail of a new rate", |app, company| {
        Box::pin(send_if_due(app, company))
    });
}

async fn send_if_due(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    if !is_change_near(now) {
        return Ok(());
    }
    let mut tx = company.db.read().await?;
    let Some(email) = RateChangeEmail::load_due(&mut tx, now).await? else { return Ok(()) };
    drop(tx);
    let claimed: Result<bool> =
        transact!(company.db, |tx| { Ok(store::claim_email(tx, email.change.valid_from).await? == 1) });
    if !claimed? {
        return Ok(());
    }
    let mut sent = 0_usize;
    for address in &email.to {
        match mail::send_email(app, company, &email.email(address)).await {
            Ok(_) => sent += 1,
            Err(error) => tracing::warn!(company = company.slug, %error, "the mail of a new rate was not sent"),
        }
    }
    if sent == 0 {
        let postponed: Result<u64> =
            transact!(company.db, |tx| { Ok(store::postpone_email(tx, app.clock().now() + RETRY_DELAY).await?) });
        postponed?;
    }
    Ok(())
}

/// Whether any change of the law is near: on most days the database need not be read.
fn is_change_near(now: DateTime<Utc>) -> bool {
    let today = tax::issue_date(now);
    law::next_small_restaurant_rate(today).is_some_and(|next| (next.valid_from - today).num_days() <= MAILED_DAYS)
}

/// The contents of the e-mail and its recipients.
#[derive(Debug)]
struct RateChangeEmail {
    change: ComingChange,
    month: MonthOfSales,
    company_name: String,
    url: Option<String>,
    to: Vec<String>,
}

impl RateChangeEmail {
    /// Loads the e-mail that is due now, if any.
    async fn load_due(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<Self>> {
        let mailed = store::load_email_state(tx).await?;
        let settings = Settings::load(tx).await?;
        let must_wait = mailed.mail_after.is_some_and(|after| now < after);
        if must_wait || now.with_timezone(&settings.time_zone).time() < EARLIEST_TIME {
            return Ok(None);
        }
        let is_announced = |change: &ComingChange| mailed.mailed_change == Some(change.valid_from);
        let Some(change) = load_undecided_change(tx, now).await?.filter(|change| !is_announced(change)) else {
            return Ok(None);
        };
        let alert_email = electronic::BillingSetup::load(tx).await?.alert_email;
        let recipients = match alert_email.is_empty() {
            true => people::list_emails_of_administrators(tx).await?,
            false => vec![alert_email],
        };
        if recipients.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            month: load_monthly_cost(tx, &change, &settings, now).await?,
            company_name: CompanyInfo::load(tx).await?.commercial_name,
            url: mail::load_public_url(tx).await?,
            change,
            to: recipients,
        }))
    }

    fn email(&self, address: &str) -> Email {
        let link = self.url.as_ref().map(|url| format!("{url}/billing-config/rate-change\n\n")).unwrap_or_default();
        let norms: Vec<&str> = self.change.facts.iter().map(|fact| fact.source).collect();
        Email {
            to: address.to_owned(),
            subject: format!("{}: {}", self.company_name, self.change.headline()),
            text: format!(
                "Hola:\n\n{}. Lo dice la ley ({}). Falta que un administrador confirme la tasa; hasta entonces nada cambia por sí \
                 solo.\n\n{}\n\nEn Comanda, en Configuración, puedes confirmar la tasa y programar los precios que mantienen lo que te \
                 queda: cambian ese día a las 00:00.\n\n{link}{}\n",
                self.change.headline(),
                norms.join("; "),
                self.cost_text(),
                self.company_name
            ),
            html: None,
            files: Vec::new(),
        }
    }

    /// Returns the cost of the change in the owner's words.
    fn cost_text(&self) -> String {
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
