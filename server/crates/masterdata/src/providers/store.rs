//! SQL of `providers`.

use super::Provider;
use crate::clients::party::Party;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::ProviderId,
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

pub(super) async fn find_provider(tx: &mut Tx, id: ProviderId) -> db::Result<Option<Provider>> {
    tx.query(select_providers().with("AND id = ?", id)).maybe().await
}

pub(super) async fn lock_provider(tx: &mut Tx, id: ProviderId) -> db::Result<ProviderId> {
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

pub(super) async fn insert_provider(tx: &mut Tx, provider: &Party) -> db::Result<ProviderId> {
    tx.query(Sql::insert("providers", &provider.columns(), "RETURNING id")).scalar().await
}

pub(super) async fn update_provider(tx: &mut Tx, id: ProviderId, provider: &Party) -> db::Result<u64> {
    tx.query(Sql::update("providers", &provider.columns(), "", ("id", id))).run().await
}

pub(super) async fn delete_provider(tx: &mut Tx, id: ProviderId) -> db::Result<u64> {
    tx.query("DELETE FROM providers WHERE id = $1").bind(id).run().await
}
