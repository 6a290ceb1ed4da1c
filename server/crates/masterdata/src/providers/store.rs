//! SQL of `providers`.

use super::Provider;
use crate::clients::party::Party;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::ProviderId,
    insert, update,
    words::IdentityDocument,
};

/// Counts providers; conditions are to be added.
pub(super) fn select_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM providers WHERE 1 = 1")
}

/// Selects providers; conditions are to be added with ` AND …`.
pub(super) fn select_providers() -> Sql {
    Sql::new(
        "SELECT id, document_type, document_number, name, last_name, business_name,
                CASE WHEN business_name <> '' THEN business_name ELSE TRIM(name || ' ' || last_name) END AS display_name,
                phone, email, address, department, province, district, ubigeo_sunat, reference, status
         FROM providers WHERE 1 = 1",
    )
}

pub(super) async fn find_by_id(tx: &mut Tx, id: ProviderId) -> db::Result<Option<Provider>> {
    tx.query(select_providers().with("AND id = ?", id)).maybe().await
}

pub(super) async fn lock(tx: &mut Tx, id: ProviderId) -> db::Result<ProviderId> {
    tx.query("SELECT id FROM providers WHERE id = $1").bind(id).for_update().scalar().await
}

pub(super) async fn find_by_document(
    tx: &mut Tx,
    kind: IdentityDocument,
    number: &str,
) -> db::Result<Option<Provider>> {
    tx.query(select_providers().with("AND document_type = ?", kind).with("AND document_number = ?", number))
        .maybe()
        .await
}

pub(super) async fn insert(tx: &mut Tx, p: &Party) -> db::Result<ProviderId> {
    tx.query(insert!("providers" {
        document_type: p.document_type,
        document_number: p.document_number.as_deref(),
        name: p.name.as_str(),
        last_name: p.last_name.as_str(),
        business_name: p.business_name.as_str(),
        search_key: p.search_key(),
        phone: p.phone.as_str(),
        email: p.email.as_str(),
        address: p.address.as_str(),
        department: p.department.as_str(),
        province: p.province.as_str(),
        district: p.district.as_str(),
        ubigeo_sunat: p.ubigeo_sunat.as_str(),
        reference: p.reference.as_str(),
        status: p.status,
    } returning "id"))
        .scalar()
        .await
}

pub(super) async fn update(tx: &mut Tx, id: ProviderId, p: &Party) -> db::Result<u64> {
    tx.query(update!("providers" {
        document_type: p.document_type,
        document_number: p.document_number.as_deref(),
        name: p.name.as_str(),
        last_name: p.last_name.as_str(),
        business_name: p.business_name.as_str(),
        search_key: p.search_key(),
        phone: p.phone.as_str(),
        email: p.email.as_str(),
        address: p.address.as_str(),
        department: p.department.as_str(),
        province: p.province.as_str(),
        district: p.district.as_str(),
        ubigeo_sunat: p.ubigeo_sunat.as_str(),
        reference: p.reference.as_str(),
        status: p.status,
    } where id = id))
        .run()
        .await
}

pub(super) async fn delete(tx: &mut Tx, id: ProviderId) -> db::Result<u64> {
    tx.query("DELETE FROM providers WHERE id = $1").bind(id).run().await
}
