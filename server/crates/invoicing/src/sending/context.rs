//! The context for sending on behalf of a company: gateway client, signing key and issuer.

use super::{
    delivery_status::TOLERATED_EMPTY_ANSWERS,
    gateway::{GatewayAddresses, GatewayClient, ProviderClient, ReplyClock, demo_signer},
    pace::SendingPace,
};
use crate::billing::electronic::{BillingSecrets, BillingSetup, Gateway, build_issuer, queue};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::error::Result;
use comanda_platform::{
    companies::Company,
    settings::{self, CompanyInfo, tax},
    state::App,
};
use comanda_sunat::{
    answer::{Answer, Trouble},
    document::Issuer,
    sign::{self, Signer},
    soap::Credentials,
};
use std::sync::Arc;

/// Holds all that sending for one company needs, with its secrets unsealed: the gateway, the signing key unless a provider signs, and the
/// issuer.
#[derive(Debug, Clone)]
pub(super) struct SenderContext {
    pub app: App,
    pub company: Arc<Company>,
    pub client: GatewayClient,
    /// `None` where a provider signs.
    pub signer: Option<Arc<Signer>>,
    pub issuer: Issuer,
    pub setup: BillingSetup,
    pub pace: SendingPace,
    /// Whether anything was accepted before with this user and password.
    pub has_worked: bool,
}

/// The result of opening the context.
#[derive(Debug)]
pub(super) enum OpenedContext {
    Ready(Box<SenderContext>),
    /// Nothing is sent by this server: documents are not electronic, or another system sends them.
    NotOurs,
    /// A user has to correct something; the text says what.
    Shut(String),
}

impl SenderContext {
    /// Opens the context from the company's setup.
    pub async fn open(app: &App, company: &Arc<Company>, pace: &SendingPace) -> Result<OpenedContext> {
        let mut tx = company.db.read().await?;
        let setup = BillingSetup::load(&mut tx).await?;
        let company_info = CompanyInfo::load(&mut tx).await?;
        let secrets = BillingSecrets::load(&mut tx, &app.seals()).await?;
        let provider = settings::load_provider(&mut tx, &app.seals()).await?;
        let has_worked = queue::was_any_accepted(&mut tx).await?;
        drop(tx);
        let issuer = build_issuer(&company_info);
        let ruc = issuer.ruc.clone();
        let now = app.clock().now();
        let clocks = ReplyClock::of_company(app, company.id);
        let (client, signer) = match setup.gateway {
            Gateway::None => return Ok(OpenedContext::NotOurs),
            Gateway::Demo => (GatewayClient::demo(ruc, app.clock().clone()), Some(demo_signer()?)),
            Gateway::Provider => match provider {
                Some(provider) => (
                    GatewayClient::Provider(ProviderClient::new(
                        provider,
                        clocks,
                        app.outbound_policy(),
                        pace.patience,
                    )),
                    None,
                ),
                None => return Ok(OpenedContext::Shut(NO_TOKEN.into())),
            },
            Gateway::SunatBeta | Gateway::Sunat | Gateway::Ose => {
                let Some(addresses) = GatewayAddresses::from_setup(&setup) else { return Ok(OpenedContext::NotOurs) };
                if let Some(why) = setup_obstacle(&setup, &secrets) {
                    return Ok(OpenedContext::Shut(why.into()));
                }
                let (store, password) = (secrets.certificate.clone(), secrets.certificate_password.clone());
                let opened = tokio::task::spawn_blocking(move || sign::open_pfx(&store, &password));
                let signer = match opened.await.map_err(anyhow::Error::from)? {
                    Ok(signer) => signer,
                    Err(why) => return Ok(OpenedContext::Shut(why.to_string())),
                };
                if let Err(why) = signer.certificate().check(&ruc, now) {
                    return Ok(OpenedContext::Shut(why.to_string()));
                }
                let credentials = Credentials::sol(&ruc, &setup.sol_user, &secrets.sol_password);
                (
                    GatewayClient::for_bill_service(
                        addresses,
                        credentials,
                        clocks,
                        app.outbound_policy(),
                        pace.patience,
                    ),
                    Some(Arc::new(signer)),
                )
            }
        };
        let (app, company, pace) = (app.clone(), company.clone(), pace.clone());
        Ok(OpenedContext::Ready(Box::new(Self { app, company, client, signer, issuer, setup, pace, has_worked })))
    }

    /// Interprets an answer. Production refuses user and password with an empty answer; from a service that accepted them before, the first
    /// few are a trouble of the service, and nobody should be told to correct a correct password.
    pub fn interpret_answer(&self, answer: Answer, tries: i64) -> Answer {
        match answer {
            Answer::CredentialsRefused { code: None, .. } if self.has_worked && tries < TOLERATED_EMPTY_ANSWERS => {
                Answer::Retry(Trouble::NotSunat)
            }
            answer => answer,
        }
    }

    /// Returns the current instant.
    pub fn now(&self) -> DateTime<Utc> {
        self.app.clock().now()
    }

    /// Returns the date that a document or batch made now has.
    pub fn today(&self) -> NaiveDate {
        tax::issue_date(self.now())
    }
}

const NO_TOKEN: &str = "Falta la dirección o el token del proveedor, o el token se perdió al restaurar la copia: escríbelos otra vez \
                        en la configuración de facturación. Los comprobantes esperan.";

fn setup_obstacle(setup: &BillingSetup, secrets: &BillingSecrets) -> Option<&'static str> {
    if secrets.are_lost {
        return Some(
            "La copia se restauró en otro equipo: sube otra vez el certificado y escribe la clave SOL en la configuración de \
             facturación. Los comprobantes esperan.",
        );
    }
    (!setup.is_complete()).then_some(
        "Falta completar la configuración de facturación: usuario y clave SOL, y el certificado. Los comprobantes esperan.",
    )
}
