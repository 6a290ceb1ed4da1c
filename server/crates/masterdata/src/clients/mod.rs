//! Customers: who they are, their identity documents, how documents name them, and who has a DNI or RUC. Orders and billing ask for
//! one by id.

pub mod document;
mod http;
mod lookup;
mod model;
pub mod party;
mod sheet;
mod store;
mod write;

pub use http::routes;
pub use lookup::forget_old_answers;
pub use model::Client;

use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::ClientId,
    words::IdentityDocument,
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde_json::json;

/// One client.
pub async fn client(tx: &mut Tx, id: ClientId) -> Result<Client> {
    store::by_id(tx, id).await.or_not_found("el cliente")
}

/// The client with this document.
pub async fn by_document(tx: &mut Tx, kind: IdentityDocument, number: &str) -> Result<Option<Client>> {
    Ok(store::by_document(tx, kind, number).await?)
}

/// The nameless customer of documents that name nobody; `None` in a company that removed it.
pub async fn nobody(tx: &mut Tx) -> Result<Option<Client>> {
    Ok(store::by_document(tx, IdentityDocument::Dni, document::NOBODY_DNI).await?)
}

/// Remembers where a client gets mail, where nobody has said so before. CLIENTES VARIOS are everybody: nothing is remembered of them.
pub async fn remember_email(work: &mut Work<'_>, id: ClientId, email: &str) -> Result<()> {
    if store::remember_email(work.tx, id, email).await? > 0 {
        let entry = Entry::new("CLIENT_CHANGED").entity("client", id.0).change(None, Some(json!({"email": email})));
        audit::log(work.tx, work.actor, work.now, entry).await?;
    }
    Ok(())
}

/// Deletes a client; whoever calls has seen to it that nothing names them.
pub async fn delete(work: &mut Work<'_>, id: ClientId) -> Result<()> {
    write::delete(work, id).await
}

/// A client about to be deleted, locked.
pub async fn lock(work: &mut Work<'_>, id: ClientId) -> Result<Client> {
    write::locked(work, id).await
}
