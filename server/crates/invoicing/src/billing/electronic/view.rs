//! The setup as its screen shows it. Of what is sealed it only says whether it is there and can be read.

use super::{
    model::{Boletas, Gateway, Missing},
    secrets::Secrets,
    setup::Setup,
};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::{
    settings::{self, CompanyInfo},
    use_case::Actor,
};
use serde::Serialize;
use utoipa::ToSchema;

/// How the company's documents reach the tax authority; no secret is ever told.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ElectronicBilling {
    pub gateway: Gateway,
    /// Of an OSE.
    pub url: String,
    /// Without the RUC in front.
    pub sol_user: String,
    pub password_set: bool,
    pub certificate: Option<CertificateFacts>,
    pub boletas: Boletas,
    /// When the boletas of the day before are summed up, on the house's clock: `05:00`.
    pub summary_time: String,
    /// Who is told of documents that need somebody; empty: nobody by mail.
    pub alert_email: String,
    /// Whether all is there that the gateway needs.
    pub is_complete: bool,
    pub missing: Vec<Missing>,
    /// A password, certificate or token is sealed under a key that is not here, and has to be given again.
    pub secrets_lost: bool,
    /// Whether boletas and facturas go to the tax authority; switched in the company's settings.
    pub is_electronic_invoice: bool,
    /// They are issued without being sent, as before this could be set up.
    pub issues_on_paper: bool,
    /// Whether the gateway DEMO may be chosen.
    pub demo: bool,
}

/// What the certificate says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CertificateFacts {
    pub subject: String,
    pub ruc: String,
    pub expires_at: Option<DateTime<Utc>>,
}

impl CertificateFacts {
    /// As the setup knows them; `None` without a certificate.
    pub(super) fn of(setup: &Setup) -> Option<Self> {
        setup.has_certificate.then(|| Self {
            subject: setup.certificate_subject.clone(),
            ruc: setup.certificate_ruc.clone(),
            expires_at: setup.certificate_expires_at,
        })
    }
}

/// As this transaction sees it, with the secrets that can be opened here.
pub(super) async fn view(tx: &mut Tx, actor: &Actor) -> Result<ElectronicBilling> {
    let kept = Setup::load(tx).await?;
    let seals = actor.app.seals();
    let secrets = Secrets::load(tx, &seals).await?;
    let mut setup = kept.clone();
    setup.has_password = !secrets.sol_password.is_empty();
    setup.has_certificate = !secrets.certificate.is_empty();
    setup.has_provider = settings::provider(tx, &seals).await?.is_some();
    Ok(ElectronicBilling {
        certificate: CertificateFacts::of(&setup),
        is_complete: setup.is_complete(),
        missing: setup.missing(),
        secrets_lost: match setup.gateway {
            Gateway::None | Gateway::Demo => false,
            Gateway::Provider => kept.has_provider && !setup.has_provider,
            Gateway::SunatBeta | Gateway::Sunat | Gateway::Ose => secrets.are_lost,
        },
        is_electronic_invoice: CompanyInfo::load(tx).await?.is_electronic_invoice,
        demo: actor.company.is_demo(),
        gateway: setup.gateway,
        url: setup.url,
        sol_user: setup.sol_user,
        password_set: setup.has_password,
        boletas: setup.boletas,
        summary_time: setup.summary_time,
        alert_email: setup.alert_email,
        issues_on_paper: setup.issues_on_paper,
    })
}
