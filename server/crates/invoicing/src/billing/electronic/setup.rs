//! The setup of electronic billing, without secrets: whether documents are electronic, and how boletas are sent.

use super::{
    model::{Boletas, Gateway, Missing},
    store,
};
use chrono::{DateTime, Utc};
use comanda_base::document_kind::DocumentKind;
use comanda_base::{
    db::{self, Tx},
    error::{Result, invalid},
};
use comanda_platform::settings::CompanyInfo;

/// The setup of the connection to the tax authority. For secrets it only says whether they are set.
#[derive(Debug, Clone, Default, comanda_from_row::FromRow)]
pub struct BillingSetup {
    pub gateway: Gateway,
    /// The address of an OSE.
    pub url: String,
    pub sol_user: String,
    pub has_password: bool,
    pub has_certificate: bool,
    pub certificate_subject: String,
    pub certificate_ruc: String,
    pub certificate_expires_at: Option<DateTime<Utc>>,
    /// Whether the certificate is of the company's RUC.
    pub is_own_certificate: bool,
    pub boletas: Boletas,
    /// The time of the daily summary, such as `05:00`.
    pub summary_time: String,
    pub alert_email: String,
    /// Whether boletas and facturas are issued without being sent, as before billing could be set up.
    pub issues_on_paper: bool,
    /// Whether a provider's address and token are set in the company's settings.
    pub has_provider: bool,
    /// Whether the company has a RUC.
    pub has_ruc: bool,
}

impl BillingSetup {
    /// Loads the setup.
    pub async fn load(tx: &mut Tx) -> db::Result<Self> {
        Ok(store::find_setup(tx).await?.unwrap_or_default())
    }

    /// Lists what the gateway needs and is missing.
    pub fn list_missing(&self) -> Vec<Missing> {
        let signs = self.gateway.needs_certificate();
        [
            (self.gateway != Gateway::None, Missing::Gateway),
            (self.has_ruc || matches!(self.gateway, Gateway::None | Gateway::Demo), Missing::Ruc),
            (!self.gateway.has_url() || !self.url.is_empty(), Missing::Url),
            (!signs || !self.sol_user.is_empty(), Missing::SolUser),
            (!signs || self.has_password, Missing::SolPassword),
            (!signs || self.has_certificate, Missing::Certificate),
            (!signs || !self.has_certificate || self.is_own_certificate, Missing::OwnCertificate),
            (self.gateway != Gateway::Provider || self.has_provider, Missing::Provider),
        ]
        .into_iter()
        .filter_map(|(is_there, what)| (!is_there).then_some(what))
        .collect()
    }

    /// Whether boletas wait for a daily summary. A provider gets each at once and makes the summary itself.
    pub fn uses_daily_summary(&self) -> bool {
        self.boletas == Boletas::DailySummary && self.gateway != Gateway::Provider
    }

    /// Whether everything is set that the gateway needs.
    pub fn is_complete(&self) -> bool {
        self.list_missing().is_empty()
    }
}

/// Whether the company can issue boletas and facturas at all: electronically, or on paper as before.
pub async fn can_issue_tax_documents(tx: &mut Tx) -> Result<bool> {
    Ok(BillingSetup::load(tx).await?.issues_on_paper || issues_electronically(tx).await?)
}

/// Refuses a boleta or factura of a company that cannot issue one.
pub async fn require_can_issue(tx: &mut Tx, kind: DocumentKind) -> Result<()> {
    if kind.tax_code().is_none() || can_issue_tax_documents(tx).await? {
        return Ok(());
    }
    let text = "Para emitir boletas y facturas, el administrador configura la facturación electrónica. Mientras tanto, elige \
                nota de venta.";
    invalid("billing_type_id", text).err()
}

/// Whether documents issued now are electronic.
pub async fn issues_electronically(tx: &mut Tx) -> Result<bool> {
    Ok(CompanyInfo::load(tx).await?.is_electronic_invoice && BillingSetup::load(tx).await?.is_complete())
}
