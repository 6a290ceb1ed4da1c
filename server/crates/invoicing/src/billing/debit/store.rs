//! All SQL of `debit_notes`.

use super::model::{DebitNote, GivenDebitNote, NewDebitNote};
use crate::billing::model::BillingRow;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::BillingId,
};

pub(in crate::billing) async fn insert_debit_note(tx: &mut Tx, id: BillingId, new: &NewDebitNote) -> db::Result<()> {
    tx.query(
        "INSERT INTO debit_notes (billing_id, changed_id, reason_code, reason, approver_id) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(id)
    .bind(new.changed)
    .bind(new.reason_code)
    .bind(new.reason.as_str())
    .bind(new.approver)
    .run()
    .await?;
    Ok(())
}

/// Copies the data of a refused note to its replacement `id`, which modifies the document `standing`.
pub(in crate::billing) async fn insert_debit_note_copy(
    tx: &mut Tx,
    id: BillingId,
    refused: BillingId,
    modified: BillingId,
) -> db::Result<()> {
    tx.query(
        "INSERT INTO debit_notes (billing_id, changed_id, reason_code, reason, approver_id)
         SELECT $1, $2, n.reason_code, n.reason, n.approver_id FROM debit_notes n WHERE n.billing_id = $3",
    )
    .bind(id)
    .bind(modified)
    .bind(refused)
    .run()
    .await?;
    Ok(())
}

/// Finds the last document in the chain of replacements of a refused one; the document itself where there is none.
pub(in crate::billing) async fn find_last_replacement(tx: &mut Tx, changed: BillingId) -> db::Result<BillingId> {
    tx.query(
        "WITH RECURSIVE places (id) AS (
             SELECT b.id FROM billings b WHERE b.id = $1
             UNION SELECT d.replaced_by_id FROM places p JOIN tax_documents d ON d.billing_id = p.id
             WHERE d.replaced_by_id IS NOT NULL)
         SELECT p.id FROM places p WHERE NOT EXISTS (
             SELECT 1 FROM tax_documents d WHERE d.billing_id = p.id AND d.replaced_by_id IS NOT NULL)",
    )
    .bind(changed)
    .scalar()
    .await
}

/// A debit note together with the document that it modifies.
#[derive(Debug, comanda_from_row::FromRow)]
struct Row {
    #[row(flatten)]
    debit: DebitNote,
    #[row(flatten)]
    given: GivenDebitNote,
}

/// Debit notes among some documents, and those that modify them.
#[derive(Debug)]
pub(in crate::billing) struct DebitNotes(Vec<Row>);

impl DebitNotes {
    /// Returns the debit note data of a document that is one.
    pub(in crate::billing) fn find_for_note(&self, id: BillingId) -> Option<DebitNote> {
        self.0.iter().find(|r| r.given.id == id).map(|r| r.debit.clone())
    }
    /// Returns the debit notes that modify this document.
    pub(in crate::billing) fn list_modifying(&self, id: BillingId) -> Vec<GivenDebitNote> {
        self.0.iter().filter(|r| r.debit.document_id == id).map(|r| r.given.clone()).collect()
    }
}

/// Loads the debit notes of these documents.
pub(in crate::billing) async fn load_debit_notes(tx: &mut Tx, billings: &[BillingRow]) -> db::Result<DebitNotes> {
    let ids = || billings.iter().map(|b| b.id);
    let sql = Sql::new(
        "SELECT n.changed_id AS document_id, c.billing_type_id AS document_type_id, c.issued_at AS document_issued_at,
                n.reason_code, n.reason, c.serie AS changed_serie, c.number AS changed_number, n.billing_id AS id, b.serie, b.number,
                b.issued_at, b.total, COALESCE(d.state, b.state) AS state, b.state <> 'VOIDED' AND COALESCE(d.state, '') <> 'REJECTED'
                    AND NOT EXISTS (SELECT 1 FROM credit_notes k WHERE k.billing_id = b.id) AS stands,
                (b.state <> 'VOIDED' OR COALESCE(d.state, '') = 'FAILED') AND COALESCE(d.state, '') <> 'REJECTED' AS binds
         FROM debit_notes n JOIN billings b ON b.id = n.billing_id JOIN billings c ON c.id = n.changed_id
         LEFT JOIN tax_documents d ON d.billing_id = n.billing_id",
    )
    .list("WHERE (n.billing_id IN (?)", ids())
    .list("OR n.changed_id IN (?))", ids())
    .add("ORDER BY n.billing_id");
    Ok(DebitNotes(tx.query(sql).all().await?))
}
