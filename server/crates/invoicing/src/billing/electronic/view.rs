//! The setup as its screen shows it. For sealed secrets it only says whether they are set and can be opened.

use super::{
    model::{Boletas, Gateway, Missing},
    secrets::BillingSecrets,
    setup::BillingSetup,
};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::{
    settings::{self, CompanyInfo},
    use_case::Actor,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The setup of electronic billing, without secrets.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ElectronicBilling {
    pub gateway: Gateway,
    /// The address of an OSE.
    pub url: String,
    /// The SOL user without the RUC in front.
    pub sol_user: String,
    pub password_set: bool,
    pub certificate: Option<CertificateFacts>,
    pub boletas: Boletas,
    /// The time in the restaurant's time zone at which the boletas of the previous day are summarized, such as `05:00`.
    pub summary_time: String,
    /// The recipient of alerts about documents that need attention; empty for no mail.
    pub alert_email: String,
    /// Whether everything is set that the gateway needs.
    pub is_complete: bool,
    pub missing: Vec<Missing>,
    /// True when a password, certificate or token was sealed with a key that is not here, and has to be entered again.
    pub secrets_lost: bool,
    /// Whether boletas and facturas are sent to the tax authority; switched in the company's settings.
    pub is_electronic_invoice: bool,
    /// Whether boletas and facturas are issued without being sent, as before this could be set up.
    pub issues_on_paper: bool,
    /// Whether the gateway DEMO may be chosen.
    pub demo: bool,
}

/// The data of the certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CertificateFacts {
    pub subject: String,
    pub ruc: String,
    pub expires_at: Option<DateTime<Utc>>,
}

impl CertificateFacts {
    /// Returns the certificate's data from the setup; `None` without a certificate.
    pub(super) fn from_setup(setup: &BillingSetup) -> Option<Self> {
        setup.has_certificate.then(|| Self {
            subject: setup.certificate_subject.clone(),
            ruc: setup.certificate_ruc.clone(),
            expires_at: setup.certificate_expires_at,
        })
    }
}

/// Loads the setup, checking which secrets can be opened here.
pub(super) async fn load_electronic_billing(tx: &mut Tx, actor: &Actor) -> Result<ElectronicBilling> {
    let stored = BillingSetup::load(tx).await?;
    let seals = actor.app.seals();
    let secrets = BillingSecrets::load(tx, &seals).await?;
    let mut setup = stored.clone();
    setup.has_password = !secrets.sol_password.is_empty();
    setup.has_certificate = !secrets.certificate.is_empty();
    setup.has_provider = settings::load_provider(tx, &seals).await?.is_some();
    Ok(ElectronicBilling {
        certificate: CertificateFacts::from_setup(&setup),
        is_complete: setup.is_complete(),
        missing: setup.list_missing(),
        secrets_lost: match setup.gateway {
            Gateway::None | Gateway::Demo => false,
            Gateway::Provider => stored.has_provider && !setup.has_provider,
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
