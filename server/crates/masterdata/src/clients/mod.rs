//! Clients: their data, their identity documents, their names on documents, and the look-up of a DNI or RUC. Orders and billing refer to
//! them by id.

pub mod document;
mod http;
mod lookup;
mod model;
pub mod party;
mod sheet;
mod store;
mod write;

pub use http::routes;
pub use lookup::delete_expired_answers;
pub use model::Client;

use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::ClientId,
    words::IdentityDocument,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;

pub async fn load_client(tx: &mut Tx, id: ClientId) -> Result<Client> {
    store::find_client(tx, id).await.or_not_found("el cliente")
}

/// Finds the client with this document.
pub async fn find_by_document(tx: &mut Tx, kind: IdentityDocument, number: &str) -> Result<Option<Client>> {
    Ok(store::find_by_document(tx, kind, number).await?)
}

/// Finds CLIENTES VARIOS, the client of documents without a name; `None` in a company that removed it.
pub async fn find_anonymous_client(tx: &mut Tx) -> Result<Option<Client>> {
    Ok(store::find_by_document(tx, IdentityDocument::Dni, document::ANONYMOUS_DNI).await?)
}

/// Stores a client's email address if there is none yet. Nothing is stored for CLIENTES VARIOS, which stands for everybody.
pub async fn remember_email(work: &mut Work<'_>, id: ClientId, email: &str) -> Result<()> {
    if store::set_email_if_missing(work.tx, id, email).await? > 0 {
        let entry =
            AuditEntry::new("CLIENT_CHANGED").entity("client", id.0).change(None, Some(json!({"email": email})));
        audit::log(work.tx, work.actor, work.now, entry).await?;
    }
    Ok(())
}

/// Deletes a client; the caller has checked that nothing refers to it.
pub async fn delete_client(work: &mut Work<'_>, id: ClientId) -> Result<()> {
    write::delete_client(work, id).await
}

/// Locks a client that is to be deleted.
pub async fn lock_client(work: &mut Work<'_>, id: ClientId) -> Result<Client> {
    write::lock_editable_client(work, id).await
}
