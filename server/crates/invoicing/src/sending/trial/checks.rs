//! The trial: address, clock, certificate, user and password, one after the other.

use super::{
    answers::{self, Said},
    sample::sample,
};
use crate::{
    billing::electronic::{Gateway, Secrets, Setup},
    sending::{
        gateway::{Addresses, Clocks, Way, agent},
        knock::{Heard, knock},
    },
};
use anyhow::Context;
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Code, Result, refuse},
    words::words,
};
use comanda_platform::{
    settings::{self, CompanyInfo, Provider},
    use_case::Actor,
};
use comanda_sunat::{
    answer::{Asked, understand},
    archive, provider,
    sign::{self, Signer},
    soap::{Credentials, Request, Response},
    ubl,
};
use serde::Serialize;
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// A person waits no longer for one answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// By so much a clock may be off: documents near midnight would get another day.
const CLOCK_SLACK_S: i64 = 60;
/// A ticket is a number of more digits, given out in order; this one never was.
const NO_TICKET: &str = "100000000000001";

words!(
    /// What of the way to the tax authority was looked at.
    Looked {
        Address = "ADDRESS",
        Clock = "CLOCK",
        Certificate = "CERTIFICATE",
        /// User and password, or a provider's token.
        Credentials = "CREDENTIALS",
    }
);

/// One thing that was looked at.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Check {
    pub what: Looked,
    pub ok: bool,
    /// For the person who sets it up.
    pub text: String,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Trial {
    /// All that was looked at works.
    pub ok: bool,
    pub took_ms: u64,
    pub checks: Vec<Check>,
}

fn good(what: Looked, text: impl Into<String>) -> Check {
    Check { what, ok: true, text: text.into() }
}
fn bad(what: Looked, text: impl Into<String>) -> Check {
    Check { what, ok: false, text: text.into() }
}

/// What is tried, read in one go: no transaction is open while somebody is asked.
struct Tried<'a> {
    actor: &'a Actor,
    now: DateTime<Utc>,
    setup: Setup,
    secrets: Secrets,
    company: CompanyInfo,
    provider: Option<Provider>,
}

/// Tries the setup as it is saved.
pub(super) async fn run(actor: &Actor) -> Result<Trial> {
    let (began, seals) = (Instant::now(), actor.app.seals());
    let mut tx = actor.company.db.read().await?;
    let tried = Tried {
        actor,
        now: actor.app.clock().now(),
        setup: Setup::load(&mut tx).await?,
        secrets: Secrets::load(&mut tx, &seals).await?,
        company: CompanyInfo::load(&mut tx).await?,
        provider: settings::provider(&mut tx, &seals).await?,
    };
    drop(tx);
    let checks = tried.checks().await?;
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Trial { ok: checks.iter().all(|check| check.ok), took_ms, checks })
}

impl Tried<'_> {
    async fn checks(&self) -> Result<Vec<Check>> {
        let is_lost = self.setup.gateway.needs_certificate() && self.secrets.are_lost;
        if !self.setup.is_complete() || is_lost {
            return refuse(Code::Invalid, "Guarda lo que falta antes de probar.").err();
        }
        match (self.setup.gateway, &self.provider, Addresses::of(&self.setup)) {
            (Gateway::Provider, Some(provider), _) => self.provider(provider).await,
            (_, _, Some(addresses)) => self.service(addresses).await,
            (Gateway::Demo, ..) => {
                Ok(vec![good(Looked::Address, "La demostración responde dentro de este servidor: nada sale de él.")])
            }
            _ => refuse(Code::Invalid, "El token del proveedor se perdió: escríbelo otra vez.").err(),
        }
    }

    /// SUNAT's own, or an operator's.
    async fn service(&self, addresses: Addresses) -> Result<Vec<Check>> {
        let name = if self.setup.gateway == Gateway::Ose { "Tu OSE" } else { "SUNAT" };
        let signer = self.signer();
        let certificate = match &signer {
            Ok(_) => good(Looked::Certificate, "Firma bien y es de tu RUC."),
            Err(why) => bad(Looked::Certificate, why),
        };
        let heard = match self.heard(&addresses.bill).await {
            Ok(heard) => heard,
            Err(why) => return Ok(vec![bad(Looked::Address, why), certificate]),
        };
        let (user, ruc) = (&self.setup.sol_user, &self.company.document_number);
        let credentials = Credentials::sol(ruc, user, &self.secrets.sol_password);
        let clocks = Clocks::of_company(&self.actor.app, self.actor.company.id);
        let way = Way::to(addresses, credentials, clocks, self.actor.app.outward(), PATIENCE);
        let said = match signer {
            Ok(signer) if self.setup.gateway == Gateway::SunatBeta => self.send_sample(&way, &signer).await?,
            _ => {
                let reply = way.ask(Request::GetStatus { ticket: NO_TICKET.into() }).await;
                answers::of_service(understand(Asked::Ticket(NO_TICKET), reply), name, user)
            }
        };
        Ok(self.told(name, heard, Some(certificate), said))
    }

    async fn send_sample(&self, way: &Way, signer: &Signer) -> Result<Said> {
        let document = sample(&self.company, self.now)?;
        let signed = signer.sign(&ubl::document(&document)).context("the trial's document")?;
        let (ruc, id) = (&self.company.document_number, document.number.to_string());
        let file_name = format!("{ruc}-01-{id}");
        let zip = archive::pack(&file_name, &signed).context("the trial's document")?;
        let reply = way.ask(Request::SendBill { file_name, zip }).await;
        Ok(answers::of_service(understand(Asked::Bill(&id), reply), "SUNAT", &self.setup.sol_user))
    }

    async fn provider(&self, provider: &Provider) -> Result<Vec<Check>> {
        let heard = match self.heard(&provider.url).await {
            Ok(heard) => heard,
            Err(why) => return Ok(vec![bad(Looked::Address, why)]),
        };
        let (url, token) = (format!("{}{}", provider.url, provider::Path::VoidStatus.as_str()), provider.token.clone());
        let agent = agent(&provider.url, self.actor.app.outward(), PATIENCE);
        let asked = tokio::task::spawn_blocking(move || {
            let body = provider::status("comanda-prueba", NO_TICKET).to_string();
            let request =
                agent.post(&url).header("Content-Type", "application/json").header("Accept", "application/json");
            let mut answer = request.header("Authorization", format!("Bearer {token}")).send(body).ok()?;
            let status = answer.status().as_u16();
            Some((status, answer.body_mut().read_to_string().ok()?))
        });
        let answer = asked.await.ok().flatten();
        let response = answer.as_ref().map_or(Response::TimedOut, |(status, body)| Response::Answered(*status, body));
        Ok(self.told("El proveedor", heard, None, answers::of_provider(&provider::read(response))))
    }

    async fn heard(&self, address: &str) -> Result<Heard, String> {
        knock(address.to_owned(), self.actor.app.outward(), PATIENCE).await
    }

    /// The certificate, opened and held against company and day.
    fn signer(&self) -> Result<Signer, String> {
        let secrets = &self.secrets;
        let signer = sign::open(&secrets.certificate, &secrets.certificate_password).map_err(|e| e.to_string())?;
        signer.certificate().check(&self.company.document_number, self.now).map_err(|e| e.to_string())?;
        Ok(signer)
    }

    /// In the order in which it is mended.
    fn told(&self, name: &str, heard: Heard, certificate: Option<Check>, said: Said) -> Vec<Check> {
        let address = match said {
            Said::Stranger => bad(
                Looked::Address,
                "Responde, pero no es un servicio de comprobantes. Revisa que la dirección esté completa.",
            ),
            _ => good(Looked::Address, format!("{name} responde en {} ms.", heard.took.as_millis())),
        };
        let (certificate, credentials) = match said {
            Said::Good(text) => (certificate, Some(good(Looked::Credentials, text))),
            Said::Bad(text) => (certificate, Some(bad(Looked::Credentials, text))),
            Said::Certificate(text) => (
                Some(bad(Looked::Certificate, text)),
                Some(good(Looked::Credentials, format!("{name} reconoce al usuario {}.", self.setup.sol_user))),
            ),
            Said::Stranger => (certificate, None),
        };
        [Some(address), heard.date.map(|date| clock(date, self.now)), certificate, credentials]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// Our clock beside theirs, which tells whole seconds.
fn clock(theirs: DateTime<Utc>, ours: DateTime<Utc>) -> Check {
    let off = (ours - theirs).num_seconds();
    if off.abs() <= CLOCK_SLACK_S {
        return good(Looked::Clock, "Este equipo está en hora.");
    }
    let by = if off.abs() < 7200 { format!("{} min", off.abs() / 60) } else { format!("{} h", off.abs() / 3600) };
    let way = if off > 0 { "adelantado" } else { "atrasado" };
    let text =
        format!("El reloj de este equipo está {by} {way}: los comprobantes saldrían con otra fecha. Revisa su hora.");
    bad(Looked::Clock, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_off_is_told_by_how_much() {
        let now: DateTime<Utc> = "2026-11-21T15:00:00Z".parse().unwrap();
        let off = |seconds: i64| clock(now - chrono::Duration::seconds(seconds), now);
        assert!(off(0).ok && off(60).ok && off(-60).ok);
        assert!(!off(300).ok && off(300).text.contains("5 min adelantado"), "{:?}", off(300));
        assert!(off(-90_000).text.contains("25 h atrasado"), "{:?}", off(-90_000));
    }
}
