//! SQL of `tax_documents` for looking up and downloading documents.

use super::files::{DocumentFiles, PrintedNumber, TaxOwner, Transmission};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{BillingId, CreditNoteId},
};

/// Adds the condition for the owner.
fn where_owner(sql: Sql, owner: TaxOwner) -> Sql {
    sql.when("WHERE billing_id = ?", owner.billing()).when("WHERE credit_note_id = ?", owner.note())
}

pub(super) async fn load_files(tx: &mut Tx, owner: TaxOwner) -> db::Result<Option<DocumentFiles>> {
    let sql = Sql::new("SELECT code, serie, number, xml, signed_at, cdr FROM tax_documents");
    tx.query(where_owner(sql, owner)).maybe().await
}

pub(super) async fn load_transmission(tx: &mut Tx, owner: TaxOwner) -> db::Result<Option<Transmission>> {
    let sql = Sql::new(
        "SELECT token, issued_on, signed_at, sent_at, accepted_at, tries, next_try_at, by_summary, cdr IS NOT NULL AS has_cdr,
                replaced_by_id, mail_to, mailed_at, mail_error
         FROM tax_documents",
    );
    tx.query(where_owner(sql, owner)).maybe().await
}

type Owner = (Option<BillingId>, Option<CreditNoteId>);

fn to_owner(found: Option<Owner>) -> Option<TaxOwner> {
    found.and_then(|(billing, note)| TaxOwner::from_ids(billing, note))
}

pub(super) async fn find_by_number(tx: &mut Tx, n: PrintedNumber<'_>) -> db::Result<Option<TaxOwner>> {
    let found: Option<Owner> = tx
        .query(
            "SELECT billing_id, credit_note_id FROM tax_documents
             WHERE code = $1 AND serie = $2 AND number = $3 AND issued_on = $4",
        )
        .bind(n.code)
        .bind(n.serie)
        .bind(n.number)
        .bind(n.issued_on)
        .maybe()
        .await?;
    Ok(to_owner(found))
}

pub(super) async fn find_by_token(tx: &mut Tx, token: &str) -> db::Result<Option<TaxOwner>> {
    let found: Option<Owner> =
        tx.query("SELECT billing_id, credit_note_id FROM tax_documents WHERE token = $1").bind(token).maybe().await?;
    Ok(to_owner(found))
}
