//! The company's own data, for tickets, documents and screens, and the provider of its electronic documents.

mod change;
mod gateway;
pub(super) mod http;
mod model;
mod store;

pub use change::{AfterChange, CompanyChange};
pub use model::{CompanyInfo, TaxIdType};
pub(super) use store::lock_company_shared;
pub use store::{lock_company, set_electronic};

use comanda_base::{db::Tx, error::Result, seal::Seals};

/// The provider that sends electronic documents for the company.
pub struct DocumentProvider {
    /// The URL, without a slash at the end.
    pub url: String,
    /// The token in clear; the database stores it sealed.
    pub token: String,
}

impl std::fmt::Debug for DocumentProvider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DocumentProvider").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Loads the provider, if it has a URL and a token that can be read.
pub async fn load_provider(tx: &mut Tx, seals: &Seals) -> Result<Option<DocumentProvider>> {
    let gateway = store::load_gateway(tx, seals).await?;
    let provider = DocumentProvider { url: gateway.apifact_url, token: gateway.token_apifact };
    Ok(Some(provider).filter(|p| !p.url.is_empty() && !p.token.is_empty()))
}
