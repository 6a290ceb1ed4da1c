//! Tests the setup: address, clock, certificate, user and password, one after the other.

use super::{
    answers::{self, Finding},
    sample::sample_document,
};
use crate::{
    billing::electronic::{BillingSecrets, BillingSetup, Gateway},
    sending::{
        gateway::{GatewayAddresses, GatewayClient, ReplyClock, build_http_agent},
        probe::{AddressAnswer, probe_address},
    },
};
use anyhow::Context;
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Code, Result, refuse},
    words::text_enum,
};
use comanda_platform::{
    settings::{self, CompanyInfo, DocumentProvider},
    use_case::Actor,
};
use comanda_sunat::{
    answer::{RequestContext, interpret},
    archive, provider,
    sign::{self, Signer},
    soap::{Credentials, Request, Response},
    ubl,
};
use serde::Serialize;
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// The longest time that a user waits for one answer.
const MAX_WAIT: Duration = Duration::from_secs(15);
/// The accepted difference of the clocks; with a larger one, documents near midnight would get another date.
const CLOCK_SLACK_S: i64 = 60;
/// A ticket number that never existed: real ones have more digits and are given in order.
const NO_TICKET: &str = "100000000000001";

text_enum!(
    /// The parts of the setup that are tested.
    Looked {
        Address = "ADDRESS",
        Clock = "CLOCK",
        Certificate = "CERTIFICATE",
        /// User and password, or a provider's token.
        Credentials = "CREDENTIALS",
    }
);

/// The result of one test.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Check {
    pub what: Looked,
    pub ok: bool,
    /// The text for the user who sets it up.
    pub text: String,
}

/// The result of the trial.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Trial {
    /// Whether everything that was tested works.
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

/// The data of the trial, loaded at once: no transaction is open during a call.
struct TrialData<'a> {
    actor: &'a Actor,
    now: DateTime<Utc>,
    setup: BillingSetup,
    secrets: BillingSecrets,
    company: CompanyInfo,
    provider: Option<DocumentProvider>,
}

/// Tests the setup as it is saved.
pub(super) async fn run_trial(actor: &Actor) -> Result<Trial> {
    let (began, seals) = (Instant::now(), actor.app.seals());
    let mut tx = actor.company.db.read().await?;
    let tried = TrialData {
        actor,
        now: actor.app.clock().now(),
        setup: BillingSetup::load(&mut tx).await?,
        secrets: BillingSecrets::load(&mut tx, &seals).await?,
        company: CompanyInfo::load(&mut tx).await?,
        provider: settings::load_provider(&mut tx, &seals).await?,
    };
    drop(tx);
    let checks = tried.checks().await?;
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Trial { ok: checks.iter().all(|check| check.ok), took_ms, checks })
}

impl TrialData<'_> {
    async fn checks(&self) -> Result<Vec<Check>> {
        let is_lost = self.setup.gateway.needs_certificate() && self.secrets.are_lost;
        if !self.setup.is_complete() || is_lost {
            return refuse(Code::Invalid, "Guarda lo que falta antes de probar.").err();
        }
        match (self.setup.gateway, &self.provider, GatewayAddresses::from_setup(&self.setup)) {
            (Gateway::Provider, Some(provider), _) => self.provider(provider).await,
            (_, _, Some(addresses)) => self.service(addresses).await,
            (Gateway::Demo, ..) => {
                Ok(vec![good(Looked::Address, "La demostración responde dentro de este servidor: nada sale de él.")])
            }
            _ => refuse(Code::Invalid, "El token del proveedor se perdió: escríbelo otra vez.").err(),
        }
    }

    /// Tests SUNAT's own service, or an operator's.
    async fn service(&self, addresses: GatewayAddresses) -> Result<Vec<Check>> {
        let name = if self.setup.gateway == Gateway::Ose { "Tu OSE" } else { "SUNAT" };
        let signer = self.signer();
        let certificate = match &signer {
            Ok(_) => good(Looked::Certificate, "Firma bien y es de tu RUC."),
            Err(why) => bad(Looked::Certificate, why),
        };
        let address_answer = match self.probe_address(&addresses.bill).await {
            Ok(address_answer) => address_answer,
            Err(why) => return Ok(vec![bad(Looked::Address, why), certificate]),
        };
        let (user, ruc) = (&self.setup.sol_user, &self.company.document_number);
        let credentials = Credentials::sol(ruc, user, &self.secrets.sol_password);
        let clocks = ReplyClock::of_company(&self.actor.app, self.actor.company.id);
        let client =
            GatewayClient::for_bill_service(addresses, credentials, clocks, self.actor.app.outbound_policy(), MAX_WAIT);
        let finding = match signer {
            Ok(signer) if self.setup.gateway == Gateway::SunatBeta => self.send_sample(&client, &signer).await?,
            _ => {
                let reply = client.send_request(Request::GetStatus { ticket: NO_TICKET.into() }).await;
                answers::service_finding(interpret(RequestContext::Ticket(NO_TICKET), reply), name, user)
            }
        };
        Ok(self.to_checks(name, address_answer, Some(certificate), finding))
    }

    async fn send_sample(&self, client: &GatewayClient, signer: &Signer) -> Result<Finding> {
        let document = sample_document(&self.company, self.now)?;
        let signed = signer.sign(&ubl::document(&document)).context("the trial's document")?;
        let (ruc, id) = (&self.company.document_number, document.number.to_string());
        let file_name = format!("{ruc}-01-{id}");
        let zip = archive::pack(&file_name, &signed).context("the trial's document")?;
        let reply = client.send_request(Request::SendBill { file_name, zip }).await;
        Ok(answers::service_finding(interpret(RequestContext::Bill(&id), reply), "SUNAT", &self.setup.sol_user))
    }

    async fn provider(&self, provider: &DocumentProvider) -> Result<Vec<Check>> {
        let address_answer = match self.probe_address(&provider.url).await {
            Ok(address_answer) => address_answer,
            Err(why) => return Ok(vec![bad(Looked::Address, why)]),
        };
        let (url, token) = (format!("{}{}", provider.url, provider::Path::VoidStatus.as_str()), provider.token.clone());
        let agent = build_http_agent(&provider.url, self.actor.app.outbound_policy(), MAX_WAIT);
        let call = tokio::task::spawn_blocking(move || {
            let body = provider::status_body("comanda-prueba", NO_TICKET).to_string();
            let request =
                agent.post(&url).header("Content-Type", "application/json").header("Accept", "application/json");
            let mut answer = request.header("Authorization", format!("Bearer {token}")).send(body).ok()?;
            let status = answer.status().as_u16();
            Some((status, answer.body_mut().read_to_string().ok()?))
        });
        let answer = call.await.ok().flatten();
        let response = answer.as_ref().map_or(Response::TimedOut, |(status, body)| Response::Answered(*status, body));
        Ok(self.to_checks("El proveedor", address_answer, None, answers::provider_finding(&provider::read(response))))
    }

    async fn probe_address(&self, address: &str) -> Result<AddressAnswer, String> {
        probe_address(address.to_owned(), self.actor.app.outbound_policy(), MAX_WAIT).await
    }

    /// Opens the certificate and checks it against the company and the date.
    fn signer(&self) -> Result<Signer, String> {
        let secrets = &self.secrets;
        let signer = sign::open_pfx(&secrets.certificate, &secrets.certificate_password).map_err(|e| e.to_string())?;
        signer.certificate().check(&self.company.document_number, self.now).map_err(|e| e.to_string())?;
        Ok(signer)
    }

    /// Lists the results in the order in which problems should be corrected.
    fn to_checks(
        &self,
        name: &str,
        address_answer: AddressAnswer,
        certificate: Option<Check>,
        finding: Finding,
    ) -> Vec<Check> {
        let address = match finding {
            Finding::Stranger => bad(
                Looked::Address,
                "Responde, pero no es un servicio de comprobantes. Revisa que la dirección esté completa.",
            ),
            _ => good(Looked::Address, format!("{name} responde en {} ms.", address_answer.took.as_millis())),
        };
        let (certificate, credentials) = match finding {
            Finding::Good(text) => (certificate, Some(good(Looked::Credentials, text))),
            Finding::Bad(text) => (certificate, Some(bad(Looked::Credentials, text))),
            Finding::Certificate(text) => (
                Some(bad(Looked::Certificate, text)),
                Some(good(Looked::Credentials, format!("{name} reconoce al usuario {}.", self.setup.sol_user))),
            ),
            Finding::Stranger => (certificate, None),
        };
        [Some(address), address_answer.date.map(|date| clock(date, self.now)), certificate, credentials]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// Compares our clock with theirs, which tells whole seconds.
fn clock(theirs: DateTime<Utc>, ours: DateTime<Utc>) -> Check {
    let lead_seconds = (ours - theirs).num_seconds();
    if lead_seconds.abs() <= CLOCK_SLACK_S {
        return good(Looked::Clock, "Este equipo está en hora.");
    }
    let difference = if lead_seconds.abs() < 7200 {
        format!("{} min", lead_seconds.abs() / 60)
    } else {
        format!("{} h", lead_seconds.abs() / 3600)
    };
    let direction = if lead_seconds > 0 { "adelantado" } else { "atrasado" };
    let text = format!(
        "El reloj de este equipo está {difference} {direction}: los comprobantes saldrían con otra fecha. Revisa su hora."
    );
    bad(Looked::Clock, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_clock_is_reported_with_its_difference() {
        let now: DateTime<Utc> = "2026-11-21T15:00:00Z".parse().unwrap();
        let check_late_by = |seconds: i64| clock(now - chrono::Duration::seconds(seconds), now);
        assert!(check_late_by(0).ok && check_late_by(60).ok && check_late_by(-60).ok);
        assert!(
            !check_late_by(300).ok && check_late_by(300).text.contains("5 min adelantado"),
            "{:?}",
            check_late_by(300)
        );
        assert!(check_late_by(-90_000).text.contains("25 h atrasado"), "{:?}", check_late_by(-90_000));
    }
}
