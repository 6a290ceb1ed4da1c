//! Who the house buys from. Purchases ask for one by id.

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

/// One provider, where there is one by that id.
pub async fn find(tx: &mut Tx, id: ProviderId) -> Result<Option<Provider>> {
    Ok(store::by_id(tx, id).await?)
}

/// The provider with this number, where there is one.
pub async fn by_document(tx: &mut Tx, kind: IdentityDocument, number: &str) -> Result<Option<Provider>> {
    Ok(store::by_document(tx, kind, number).await?)
}

/// One provider.
pub async fn provider(tx: &mut Tx, id: ProviderId) -> Result<Provider> {
    store::by_id(tx, id).await.or_not_found("el proveedor")
}
