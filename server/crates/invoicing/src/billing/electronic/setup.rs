//! What billing needs to know of how it is set up, without a secret: whether documents are electronic, and how boletas go.

use super::{
    model::{Boletas, Gateway, Missing},
    store,
};
use crate::billing::BillingKind;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Tx},
    error::{Result, invalid},
};
use comanda_platform::settings::CompanyInfo;

/// How the company's documents reach the tax authority. Secrets are only known to be there or not.
#[derive(Debug, Clone, Default, comanda_from_row::FromRow)]
pub struct Setup {
    pub gateway: Gateway,
    /// Of an OSE.
    pub url: String,
    pub sol_user: String,
    pub has_password: bool,
    pub has_certificate: bool,
    pub certificate_subject: String,
    pub certificate_ruc: String,
    pub certificate_expires_at: Option<DateTime<Utc>>,
    /// Of the company's RUC.
    pub is_own_certificate: bool,
    pub boletas: Boletas,
    /// `05:00`
    pub summary_time: String,
    pub alert_email: String,
    /// Boletas and facturas are issued without being sent, as before billing could be set up.
    pub issues_on_paper: bool,
    /// A provider's address and token, which stand in the company's own settings.
    pub has_provider: bool,
    /// The company has a RUC.
    pub has_ruc: bool,
}

impl Setup {
    /// As this transaction sees it.
    pub async fn load(tx: &mut Tx) -> db::Result<Self> {
        Ok(store::setup(tx).await?.unwrap_or_default())
    }

    /// What its gateway needs and is not there.
    pub fn missing(&self) -> Vec<Missing> {
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

    /// Whether boletas wait for a daily summary. A provider gets each at once and sums up himself.
    pub fn sums_up(&self) -> bool {
        self.boletas == Boletas::DailySummary && self.gateway != Gateway::Provider
    }

    /// Whether all is there that its gateway needs.
    pub fn is_complete(&self) -> bool {
        self.missing().is_empty()
    }
}

/// Whether the company can issue boletas and facturas at all: electronically, or on paper as it did before.
pub async fn can_issue_tax_documents(tx: &mut Tx) -> Result<bool> {
    Ok(Setup::load(tx).await?.issues_on_paper || issues_electronically(tx).await?)
}

/// Refuses a boleta or factura of a company that cannot issue one.
pub async fn must_be_issuable(tx: &mut Tx, kind: BillingKind) -> Result<()> {
    if kind.tax_code().is_none() || can_issue_tax_documents(tx).await? {
        return Ok(());
    }
    let text = "Para emitir boletas y facturas, el administrador configura la facturación electrónica. Mientras tanto, elige \
                nota de venta.";
    invalid("billing_type_id", text).err()
}

/// Whether documents are electronic from now on.
pub async fn issues_electronically(tx: &mut Tx) -> Result<bool> {
    Ok(CompanyInfo::load(tx).await?.is_electronic_invoice && Setup::load(tx).await?.is_complete())
}
