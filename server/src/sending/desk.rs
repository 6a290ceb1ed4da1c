//! What is needed to send for a company, opened: its way, its key, and who it is.

use super::{
    gateway::{Addresses, ProviderLine, Way, demo_signer},
    pace::Pace,
};
use crate::{
    billing::electronic::{Gateway, Secrets, Setup, issuer},
    companies::Company,
    error::Result,
    settings::{self, CompanyInfo, Settings},
    state::App,
};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use comanda_sunat::{
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
    pub zone: Tz,
    pub pace: Pace,
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
        let zone = Settings::load(&mut tx).await?.time_zone;
        let secrets = Secrets::load(&mut tx, &app.seals()).await?;
        let provider = settings::provider(&mut tx, &app.seals()).await?;
        drop(tx);
        let issuer = issuer(&house);
        let ruc = issuer.ruc.clone();
        let now = app.clock().now();
        let (way, signer) = match setup.gateway {
            Gateway::None => return Ok(Opened::NotOurs),
            Gateway::Demo => (Way::demo(ruc, app.clock().clone()), Some(demo_signer()?)),
            Gateway::Provider => match provider {
                Some(provider) => (Way::Provider(ProviderLine::new(provider, app.outward(), pace.patience)), None),
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
                (Way::to(addresses, credentials, app.outward(), pace.patience), Some(Arc::new(signer)))
            }
        };
        let (app, company, pace) = (app.clone(), company.clone(), pace.clone());
        Ok(Opened::Ready(Box::new(Self { app, company, way, signer, issuer, setup, zone, pace })))
    }

    /// This instant.
    pub fn now(&self) -> DateTime<Utc> {
        self.app.clock().now()
    }

    /// Today, on the house's clock.
    pub fn today(&self) -> NaiveDate {
        self.now().with_timezone(&self.zone).date_naive()
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
