//! Who the company is: on tickets, documents and screens, and how its electronic documents go out.

mod change;
mod gateway;
pub(super) mod http;
mod model;
mod store;

pub use change::{AfterChange, CompanyChange};
pub use model::{CompanyInfo, TaxIdType};
pub(super) use store::hold;
pub use store::{lock as lock_company, set_electronic};

use comanda_base::{db::Tx, error::Result, seal::Seals};

/// Who issues electronic documents in the company's name.
pub struct Provider {
    /// Without a slash at the end.
    pub url: String,
    /// In clear; it lies sealed in the database.
    pub token: String,
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provider").field("url", &self.url).finish_non_exhaustive()
    }
}

/// The provider of electronic documents, where its address is there and its token can be read.
pub async fn provider(tx: &mut Tx, seals: &Seals) -> Result<Option<Provider>> {
    let gateway = store::gateway(tx, seals).await?;
    let provider = Provider { url: gateway.apifact_url, token: gateway.token_apifact };
    Ok(Some(provider).filter(|p| !p.url.is_empty() && !p.token.is_empty()))
}
