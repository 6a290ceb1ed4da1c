//! The providers from which the restaurant buys. Purchases refer to them by id.

mod http;
mod store;
mod write;

pub use http::{Provider, routes};

use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::ProviderId,
    words::IdentityDocument,
};

/// Finds a provider by its id.
pub async fn find_provider(tx: &mut Tx, id: ProviderId) -> Result<Option<Provider>> {
    Ok(store::find_provider(tx, id).await?)
}

/// Finds a provider by its document.
pub async fn find_provider_by_document(tx: &mut Tx, kind: IdentityDocument, number: &str) -> Result<Option<Provider>> {
    Ok(store::find_by_document(tx, kind, number).await?)
}

pub async fn load_provider(tx: &mut Tx, id: ProviderId) -> Result<Provider> {
    store::find_provider(tx, id).await.or_not_found("el proveedor")
}
