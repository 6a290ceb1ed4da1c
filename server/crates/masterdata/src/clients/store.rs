//! SQL of `clients`.

use super::{document::ANONYMOUS_DNI, model::Client, party::Party};
use comanda_base::{
    db::{self, Arg, Sql, ToArg, Tx},
    ids::ClientId,
    words::IdentityDocument,
};

/// Counts clients; conditions are to be added.
pub(super) fn select_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM clients WHERE 1 = 1")
}

/// Selects clients; conditions are to be added with ` AND …`.
pub(super) fn select_clients() -> Sql {
    Sql::new(
        "SELECT id, document_type, document_number, name, last_name, business_name,
                CASE WHEN business_name <> '' THEN business_name ELSE TRIM(name || ' ' || last_name) END AS display_name,
                phone, email, dob, address, department, province, district, ubigeo_sunat, reference, status
         FROM clients WHERE 1 = 1",
    )
}

pub(super) async fn find_client(tx: &mut Tx, id: ClientId) -> db::Result<Option<Client>> {
    tx.query(select_clients().with("AND id = ?", id)).maybe().await
}

pub(super) async fn find_by_document(tx: &mut Tx, kind: IdentityDocument, number: &str) -> db::Result<Option<Client>> {
    tx.query(select_clients().with("AND document_type = ?", kind).with("AND document_number = ?", number)).maybe().await
}

pub(super) async fn lock_client(tx: &mut Tx, id: ClientId) -> db::Result<ClientId> {
    tx.query("SELECT id FROM clients WHERE id = $1").bind(id).for_update().scalar().await
}

pub(super) async fn set_email_if_missing(tx: &mut Tx, id: ClientId, email: &str) -> db::Result<u64> {
    tx.query(
        "UPDATE clients SET email = $1 WHERE id = $2 AND email = '' AND COALESCE(document_number, '') NOT IN ('', $3)",
    )
    .bind(email)
    .bind(id)
    .bind(ANONYMOUS_DNI)
    .run()
    .await
}

pub(super) async fn delete_client(tx: &mut Tx, id: ClientId) -> db::Result<u64> {
    tx.query("DELETE FROM clients WHERE id = $1").bind(id).run().await
}

pub(super) async fn insert_client(tx: &mut Tx, client: &Party) -> db::Result<ClientId> {
    tx.query(Sql::insert("clients", &columns(client), "RETURNING id")).scalar().await
}

pub(super) async fn update_client(tx: &mut Tx, id: ClientId, client: &Party) -> db::Result<u64> {
    tx.query(Sql::update("clients", &columns(client), "", ("id", id))).run().await
}

fn columns(client: &Party) -> Vec<(&'static str, Arg)> {
    let mut columns = client.columns();
    columns.push(("dob", client.dob.arg()));
    columns
}
