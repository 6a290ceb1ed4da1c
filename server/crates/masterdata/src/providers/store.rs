//! All SQL of `providers`.

use super::Provider;
use crate::clients::party::Party;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::ProviderId,
    words::IdentityDocument,
};

/// Counts providers; lacks what narrows it.
pub(super) fn count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM providers WHERE 1 = 1")
}

/// Providers, to be narrowed with ` AND …`.
pub(super) fn providers() -> Sql {
    Sql::new(
        "SELECT id, document_type, document_number, name, last_name, business_name,
                CASE WHEN business_name <> '' THEN business_name ELSE TRIM(name || ' ' || last_name) END AS display_name,
                phone, email, address, department, province, district, ubigeo_sunat, reference, status
         FROM providers WHERE 1 = 1",
    )
}

pub(super) async fn by_id(tx: &mut Tx, id: ProviderId) -> db::Result<Option<Provider>> {
    tx.query(providers().with("AND id = ?", id)).maybe().await
}

pub(super) async fn lock(tx: &mut Tx, id: ProviderId) -> db::Result<ProviderId> {
    tx.query("SELECT id FROM providers WHERE id = $1").bind(id).for_update().scalar().await
}

pub(super) async fn by_document(tx: &mut Tx, kind: IdentityDocument, number: &str) -> db::Result<Option<Provider>> {
    tx.query(providers().with("AND document_type = ?", kind).with("AND document_number = ?", number)).maybe().await
}

pub(super) async fn insert(tx: &mut Tx, p: &Party) -> db::Result<ProviderId> {
    tx.query(
        "INSERT INTO providers (document_type, document_number, name, last_name, business_name, search_key, phone, email,
                                address, department, province, district, ubigeo_sunat, reference, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id",
    )
    .bind(p.document_type)
    .bind(p.document_number.as_deref())
    .bind(p.name.as_str())
    .bind(p.last_name.as_str())
    .bind(p.business_name.as_str())
    .bind(p.search_key())
    .bind(p.phone.as_str())
    .bind(p.email.as_str())
    .bind(p.address.as_str())
    .bind(p.department.as_str())
    .bind(p.province.as_str())
    .bind(p.district.as_str())
    .bind(p.ubigeo_sunat.as_str())
    .bind(p.reference.as_str())
    .bind(p.status)
    .scalar()
    .await
}

pub(super) async fn update(tx: &mut Tx, id: ProviderId, p: &Party) -> db::Result<u64> {
    tx.query(
        "UPDATE providers SET document_type = $1, document_number = $2, name = $3, last_name = $4, business_name = $5,
                search_key = $6, phone = $7, email = $8, address = $9, department = $10, province = $11, district = $12,
                ubigeo_sunat = $13, reference = $14, status = $15 WHERE id = $16",
    )
    .bind(p.document_type)
    .bind(p.document_number.as_deref())
    .bind(p.name.as_str())
    .bind(p.last_name.as_str())
    .bind(p.business_name.as_str())
    .bind(p.search_key())
    .bind(p.phone.as_str())
    .bind(p.email.as_str())
    .bind(p.address.as_str())
    .bind(p.department.as_str())
    .bind(p.province.as_str())
    .bind(p.district.as_str())
    .bind(p.ubigeo_sunat.as_str())
    .bind(p.reference.as_str())
    .bind(p.status)
    .bind(id)
    .run()
    .await
}

pub(super) async fn delete(tx: &mut Tx, id: ProviderId) -> db::Result<u64> {
    tx.query("DELETE FROM providers WHERE id = $1").bind(id).run().await
}
