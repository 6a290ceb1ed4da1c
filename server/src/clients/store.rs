//! All SQL of `clients`.

use super::{model::Client, write::Fields};
use crate::{
    db::{self, Sql, Tx},
    http::paging::search_key,
    ids::ClientId,
};

/// Clients, to be narrowed with ` AND …`.
pub(super) fn clients() -> Sql {
    Sql::new(
        "SELECT id, document_type, document_number, name, last_name, business_name,
                CASE WHEN business_name <> '' THEN business_name ELSE TRIM(name || ' ' || last_name) END AS display_name,
                phone, email, address, reference, status
         FROM clients WHERE 1 = 1",
    )
}

pub(super) async fn by_id(tx: &mut Tx, id: ClientId) -> db::Result<Option<Client>> {
    tx.query(clients().with("AND id = ?", id)).maybe().await
}

pub(super) async fn by_document(tx: &mut Tx, kind: &str, number: &str) -> db::Result<Option<Client>> {
    tx.query(clients().with("AND document_type = ?", kind).with("AND document_number = ?", number)).maybe().await
}

/// What a search for a client looks through.
fn key_of(f: &Fields) -> String {
    let number = f.document_number.as_deref().unwrap_or_default();
    search_key(&format!("{} {} {} {number} {}", f.name, f.last_name, f.business_name, f.phone))
}

pub(super) async fn insert(tx: &mut Tx, f: &Fields) -> db::Result<ClientId> {
    tx.query(
        "INSERT INTO clients (document_type, document_number, name, last_name, business_name, search_key, phone, email,
                              address, reference)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
    )
    .bind(f.document_type.as_str())
    .bind(f.document_number.as_deref())
    .bind(f.name.as_str())
    .bind(f.last_name.as_str())
    .bind(f.business_name.as_str())
    .bind(key_of(f))
    .bind(f.phone.as_str())
    .bind(f.email.as_str())
    .bind(f.address.as_str())
    .bind(f.reference.as_str())
    .scalar()
    .await
}

pub(super) async fn update(tx: &mut Tx, id: ClientId, f: &Fields) -> db::Result<u64> {
    tx.query(
        "UPDATE clients SET document_type = $1, document_number = $2, name = $3, last_name = $4, business_name = $5,
                search_key = $6, phone = $7, email = $8, address = $9, reference = $10, status = $11 WHERE id = $12",
    )
    .bind(f.document_type.as_str())
    .bind(f.document_number.as_deref())
    .bind(f.name.as_str())
    .bind(f.last_name.as_str())
    .bind(f.business_name.as_str())
    .bind(key_of(f))
    .bind(f.phone.as_str())
    .bind(f.email.as_str())
    .bind(f.address.as_str())
    .bind(f.reference.as_str())
    .bind(f.status.as_str())
    .bind(id)
    .run()
    .await
}
