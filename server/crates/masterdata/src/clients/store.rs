//! All SQL of `clients`.

use super::{document::NOBODY_DNI, model::Client, party::Party};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::ClientId,
    words::IdentityDocument,
};

/// Counts clients; lacks what narrows it.
pub(super) fn count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM clients WHERE 1 = 1")
}

/// Clients, to be narrowed with ` AND …`.
pub(super) fn clients() -> Sql {
    Sql::new(
        "SELECT id, document_type, document_number, name, last_name, business_name,
                CASE WHEN business_name <> '' THEN business_name ELSE TRIM(name || ' ' || last_name) END AS display_name,
                phone, email, dob, address, department, province, district, ubigeo_sunat, reference, status
         FROM clients WHERE 1 = 1",
    )
}

pub(super) async fn by_id(tx: &mut Tx, id: ClientId) -> db::Result<Option<Client>> {
    tx.query(clients().with("AND id = ?", id)).maybe().await
}

pub(super) async fn by_document(tx: &mut Tx, kind: IdentityDocument, number: &str) -> db::Result<Option<Client>> {
    tx.query(clients().with("AND document_type = ?", kind).with("AND document_number = ?", number)).maybe().await
}

pub(super) async fn lock(tx: &mut Tx, id: ClientId) -> db::Result<ClientId> {
    tx.query("SELECT id FROM clients WHERE id = $1").bind(id).for_update().scalar().await
}

pub(super) async fn remember_email(tx: &mut Tx, id: ClientId, email: &str) -> db::Result<u64> {
    tx.query(
        "UPDATE clients SET email = $1 WHERE id = $2 AND email = '' AND COALESCE(document_number, '') NOT IN ('', $3)",
    )
    .bind(email)
    .bind(id)
    .bind(NOBODY_DNI)
    .run()
    .await
}

pub(super) async fn delete(tx: &mut Tx, id: ClientId) -> db::Result<u64> {
    tx.query("DELETE FROM clients WHERE id = $1").bind(id).run().await
}

pub(super) async fn insert(tx: &mut Tx, f: &Party) -> db::Result<ClientId> {
    tx.query(
        "INSERT INTO clients (document_type, document_number, name, last_name, business_name, search_key, phone, email,
                              address, reference, dob, department, province, district, ubigeo_sunat, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING id",
    )
    .bind(f.document_type)
    .bind(f.document_number.as_deref())
    .bind(f.name.as_str())
    .bind(f.last_name.as_str())
    .bind(f.business_name.as_str())
    .bind(f.search_key())
    .bind(f.phone.as_str())
    .bind(f.email.as_str())
    .bind(f.address.as_str())
    .bind(f.reference.as_str())
    .bind(f.dob)
    .bind(f.department.as_str())
    .bind(f.province.as_str())
    .bind(f.district.as_str())
    .bind(f.ubigeo_sunat.as_str())
    .bind(f.status)
    .scalar()
    .await
}

pub(super) async fn update(tx: &mut Tx, id: ClientId, f: &Party) -> db::Result<u64> {
    tx.query(
        "UPDATE clients SET document_type = $1, document_number = $2, name = $3, last_name = $4, business_name = $5,
                search_key = $6, phone = $7, email = $8, address = $9, reference = $10, status = $11,
                dob = $12, department = $13, province = $14, district = $15, ubigeo_sunat = $16 WHERE id = $17",
    )
    .bind(f.document_type)
    .bind(f.document_number.as_deref())
    .bind(f.name.as_str())
    .bind(f.last_name.as_str())
    .bind(f.business_name.as_str())
    .bind(f.search_key())
    .bind(f.phone.as_str())
    .bind(f.email.as_str())
    .bind(f.address.as_str())
    .bind(f.reference.as_str())
    .bind(f.status)
    .bind(f.dob)
    .bind(f.department.as_str())
    .bind(f.province.as_str())
    .bind(f.district.as_str())
    .bind(f.ubigeo_sunat.as_str())
    .bind(id)
    .run()
    .await
}
