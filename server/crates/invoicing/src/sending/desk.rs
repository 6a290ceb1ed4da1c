//! What is needed to send for a company, opened: its way, its key, and who it is.

use super::{
    gateway::{Addresses, Clocks, ProviderLine, Way, demo_signer},
    pace::Pace,
    standing::EMPTY_ANSWERS,
};
use crate::billing::electronic::{Gateway, Secrets, Setup, issuer, queue};
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

/// Ready to sign and send.
#[derive(Debug, Clone)]
pub(super) struct Desk {
    pub app: App,
    pub company: Arc<Company>,
    pub way: Way,
    /// None where a provider signs.
    pub signer: Option<Arc<Signer>>,
    pub issuer: Issuer,
    pub setup: Setup,
    pub pace: Pace,
    /// Something was brought to the tax authority with this user and password before: they were taken.
    pub has_worked: bool,
}

/// What there is to send with.
#[derive(Debug)]
pub(super) enum Opened {
    Ready(Box<Desk>),
    /// Nothing is sent from here: documents are not electronic, or somebody else sends them.
    NotOurs,
    /// Somebody has to mend something, in words.
    Shut(String),
}

impl Desk {
    /// Opens what a company has set up.
    pub async fn open(app: &App, company: &Arc<Company>, pace: &Pace) -> Result<Opened> {
        let mut tx = company.db.read().await?;
        let setup = Setup::load(&mut tx).await?;
        let house = CompanyInfo::load(&mut tx).await?;
        let secrets = Secrets::load(&mut tx, &app.seals()).await?;
        let provider = settings::provider(&mut tx, &app.seals()).await?;
        let has_worked = queue::was_any_taken(&mut tx).await?;
        drop(tx);
        let issuer = issuer(&house);
        let ruc = issuer.ruc.clone();
        let now = app.clock().now();
        let clocks = Clocks::of_company(app, company.id);
        let (way, signer) = match setup.gateway {
            Gateway::None => return Ok(Opened::NotOurs),
            Gateway::Demo => (Way::demo(ruc, app.clock().clone()), Some(demo_signer()?)),
            Gateway::Provider => match provider {
                Some(provider) => {
                    (Way::Provider(ProviderLine::new(provider, clocks, app.outward(), pace.patience)), None)
                }
                None => return Ok(Opened::Shut(NO_TOKEN.into())),
            },
            Gateway::SunatBeta | Gateway::Sunat | Gateway::Ose => {
                let Some(addresses) = Addresses::of(&setup) else { return Ok(Opened::NotOurs) };
                if let Some(why) = why_shut(&setup, &secrets) {
                    return Ok(Opened::Shut(why.into()));
                }
                let (store, password) = (secrets.certificate.clone(), secrets.certificate_password.clone());
                let opened = tokio::task::spawn_blocking(move || sign::open(&store, &password));
                let signer = match opened.await.map_err(anyhow::Error::from)? {
                    Ok(signer) => signer,
                    Err(why) => return Ok(Opened::Shut(why.to_string())),
                };
                if let Err(why) = signer.certificate().check(&ruc, now) {
                    return Ok(Opened::Shut(why.to_string()));
                }
                let credentials = Credentials::sol(&ruc, &setup.sol_user, &secrets.sol_password);
                (Way::to(addresses, credentials, clocks, app.outward(), pace.patience), Some(Arc::new(signer)))
            }
        };
        let (app, company, pace) = (app.clone(), company.clone(), pace.clone());
        Ok(Opened::Ready(Box::new(Self { app, company, way, signer, issuer, setup, pace, has_worked })))
    }

    /// An answer, as far as it can be believed. Production refuses user and password by an empty answer; from a service that took them
    /// before, the first few are its own trouble, and nobody has to be told to mend a password that is right.
    pub fn believed(&self, answer: Answer, tries: i64) -> Answer {
        match answer {
            Answer::CredentialsRefused { code: None, .. } if self.has_worked && tries < EMPTY_ANSWERS => {
                Answer::Retry(Trouble::NotSunat)
            }
            answer => answer,
        }
    }

    /// This instant.
    pub fn now(&self) -> DateTime<Utc> {
        self.app.clock().now()
    }

    /// The day that a document or batch made now says.
    pub fn today(&self) -> NaiveDate {
        tax::issue_date(self.now())
    }
}

const NO_TOKEN: &str = "Falta la dirección o el token del proveedor, o el token se perdió al restaurar la copia: escríbelos otra vez \
                        en la configuración de facturación. Los comprobantes esperan.";

fn why_shut(setup: &Setup, secrets: &Secrets) -> Option<&'static str> {
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
