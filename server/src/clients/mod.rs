//! Customers: who they are, their identity documents, and how documents name them. Orders and billing ask for one by id.

pub mod document;
mod http;
mod model;
mod store;
mod write;

pub use http::routes;
pub use model::Client;

use crate::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::ClientId,
};

/// One client.
pub async fn client(tx: &mut Tx, id: ClientId) -> Result<Client> {
    store::by_id(tx, id).await.or_not_found("el cliente")
}

/// The nameless customer of documents that name nobody; `None` in a company that removed it.
pub async fn nobody(tx: &mut Tx) -> Result<Option<Client>> {
    Ok(store::by_document(tx, "DNI", document::NOBODY_DNI).await?)
}
