//! All SQL of `electronic_billing` and `tax_documents`.

use super::setup::BillingSetup;
use crate::billing::model::BillingRow;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, CreditNoteId, TaxDocumentId},
    insert,
};

pub(super) async fn find_setup(tx: &mut Tx) -> db::Result<Option<BillingSetup>> {
    tx.query(
        "SELECT e.gateway, e.url, e.sol_user, e.sol_password <> '' AS has_password, e.certificate <> '' AS has_certificate,
                e.certificate_subject, e.certificate_ruc, e.certificate_expires_at, e.boletas, e.summary_time, e.alert_email,
                e.issues_on_paper,
                EXISTS (SELECT 1 FROM company_info c WHERE c.id = 1 AND c.document_type = 'RUC'
                        AND c.document_number = e.certificate_ruc AND e.certificate_ruc <> '') AS is_own_certificate,
                EXISTS (SELECT 1 FROM company_info c WHERE c.id = 1 AND c.document_type = 'RUC' AND c.document_number <> '') AS has_ruc,
                EXISTS (SELECT 1 FROM company_info c WHERE c.id = 1 AND c.apifact_url <> '' AND c.token_apifact <> '') AS has_provider
         FROM electronic_billing e WHERE e.id = 1",
    )
    .maybe()
    .await
}

/// The sealed secrets as stored in the database.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct SealedSecrets {
    pub sol_password: String,
    pub certificate: String,
    pub certificate_password: String,
}

pub(super) async fn find_sealed_secrets(tx: &mut Tx) -> db::Result<Option<SealedSecrets>> {
    tx.query("SELECT sol_password, certificate, certificate_password FROM electronic_billing WHERE id = 1")
        .maybe()
        .await
}

/// A tax document to be inserted.
#[derive(Debug)]
pub(super) struct NewTaxDocument<'n> {
    pub code: &'n str,
    pub serie: &'n str,
    pub number: i64,
    /// The boleta, factura or debit note; `None` for a credit note.
    pub billing: Option<BillingId>,
    pub credit_note: Option<CreditNoteId>,
    pub issued_on: NaiveDate,
    pub issued_at: DateTime<Utc>,
    pub digest: &'n str,
    pub xml: Vec<u8>,
    pub by_summary: bool,
    pub next_try_at: Option<DateTime<Utc>>,
    pub token: &'n str,
}

pub(super) async fn insert_tax_document(tx: &mut Tx, new: &NewTaxDocument<'_>) -> db::Result<TaxDocumentId> {
    tx.query(insert!("tax_documents" {
        code: new.code,
        serie: new.serie,
        number: new.number,
        billing_id: new.billing,
        issued_on: new.issued_on,
        issued_at: new.issued_at,
        digest: new.digest,
        xml: new.xml.as_slice(),
        by_summary: new.by_summary,
        next_try_at: new.next_try_at,
        token: new.token,
        credit_note_id: new.credit_note,
    } returning "id"))
        .scalar()
        .await
}

/// A document that a seed invents as accepted in the past.
#[derive(Debug)]
pub(super) struct PastDocument {
    pub code: &'static str,
    pub row: BillingRow,
    pub issued_on: NaiveDate,
    pub digest: String,
    pub xml: Vec<u8>,
    pub token: String,
}

pub(super) async fn insert_past(tx: &mut Tx, past: &[PastDocument]) -> db::Result<()> {
    if past.is_empty() {
        return Ok(());
    }
    let rows = past.iter().map(|p| {
        let (row, at) = (&p.row, p.row.issued_at);
        args![
            p.code,
            row.serie.as_str(),
            row.number,
            row.id,
            p.issued_on,
            at,
            "ACCEPTED",
            "0",
            at,
            at,
            p.digest.as_str(),
            p.xml.as_slice(),
            p.token.as_str()
        ]
    });
    let statement = Sql::new(
        "INSERT INTO tax_documents (code, serie, number, billing_id, issued_on, issued_at, state, sunat_code, sent_at, accepted_at,
                                    digest, xml, token) VALUES",
    );
    tx.query(statement.rows(rows)).run().await?;
    Ok(())
}

/// Links a refused document with its replacement.
pub(in crate::billing) async fn set_replacement(
    tx: &mut Tx,
    refused: BillingId,
    replacement: BillingId,
) -> db::Result<()> {
    tx.query("UPDATE tax_documents SET replaced_by_id = $1 WHERE billing_id = $2")
        .bind(replacement)
        .bind(refused)
        .run()
        .await?;
    Ok(())
}

/// Detaches the refused number of a note, which continues under another one.
pub(in crate::billing) async fn detach_refused_number(tx: &mut Tx, note: CreditNoteId) -> db::Result<()> {
    tx.query("UPDATE tax_documents SET replaced_by_note_id = credit_note_id, credit_note_id = NULL WHERE credit_note_id = $1")
        .bind(note)
        .run()
        .await?;
    Ok(())
}

/// Lists the refused numbers that a note had before its present one, the first one first: `BC01-00000001`.
pub async fn load_replaced_numbers(tx: &mut Tx, note: CreditNoteId) -> db::Result<Vec<String>> {
    let numbers: Vec<(String, i64)> = tx
        .query("SELECT serie, number FROM tax_documents WHERE replaced_by_note_id = $1 ORDER BY id LIMIT 100")
        .bind(note)
        .all()
        .await?;
    Ok(numbers.into_iter().map(|(serie, number)| format!("{serie}-{number:08}")).collect())
}

/// Queues the void of a document, unless the tax authority refused the document and so never counted it.
pub(in crate::billing) async fn queue_void(
    tx: &mut Tx,
    billing: BillingId,
    reason: &str,
    now: DateTime<Utc>,
) -> db::Result<()> {
    tx.query(
        "UPDATE tax_documents SET state = 'VOIDING', void_reason = $1, next_try_at = $2
         WHERE billing_id = $3 AND state NOT IN ('REJECTED', 'VOIDING', 'VOIDED')",
    )
    .bind(reason)
    .bind(now)
    .bind(billing)
    .run()
    .await?;
    Ok(())
}

/// The condition of a void that was refused for good: the tax authority counts the document, and nothing is being sent any more.
macro_rules! failed_void {
    () => {
        "billing_id = $1 AND state = 'FAILED' AND accepted_at IS NOT NULL AND void_reason IS NOT NULL
         AND next_try_at IS NULL AND NOT in_doubt AND batch_id IS NULL"
    };
}

/// Whether the tax authority counts a document whose void it refused for good.
pub async fn has_failed_void(tx: &mut Tx, billing: BillingId) -> db::Result<bool> {
    tx.query(concat!("SELECT EXISTS (SELECT 1 FROM tax_documents WHERE ", failed_void!(), ")"))
        .bind(billing)
        .scalar()
        .await
}

/// Withdraws the refused void of a document, which stays accepted; returns 0 where its void is being sent again.
pub(in crate::billing) async fn withdraw_void(tx: &mut Tx, billing: BillingId) -> db::Result<u64> {
    tx.query(concat!(
        "UPDATE tax_documents SET state = 'ACCEPTED', void_reason = NULL, tries = 0, sunat_code = '0',
                sunat_message = 'La baja no procedió: el comprobante sigue vigente y se acredita con una nota.'
         WHERE ",
        failed_void!()
    ))
    .bind(billing)
    .run()
    .await
}

/// Whether any document was sent to the tax authority or is being sent; documents invented by a seed do not count.
pub(super) async fn has_sent_documents(tx: &mut Tx) -> db::Result<bool> {
    tx.query("SELECT EXISTS (SELECT 1 FROM tax_documents WHERE signed_at IS NOT NULL OR state IN ('PENDING', 'FAILED', 'SENT'))")
        .scalar()
        .await
}

/// Returns the last day of issue after `day` of documents that the tax authority did not refuse.
pub(super) async fn find_last_day_after(tx: &mut Tx, day: NaiveDate) -> db::Result<Option<NaiveDate>> {
    tx.query("SELECT MAX(issued_on) FROM tax_documents WHERE issued_on > $1 AND state <> 'REJECTED'")
        .bind(day)
        .scalar()
        .await
}

/// Returns the last day of issue of accepted documents.
pub(super) async fn find_last_accepted_day(tx: &mut Tx) -> db::Result<Option<NaiveDate>> {
    let last = "SELECT issued_on FROM tax_documents WHERE accepted_at IS NOT NULL ORDER BY issued_on DESC LIMIT 1";
    let found: Option<(NaiveDate,)> = tx.query(last).maybe().await?;
    Ok(found.map(|(day,)| day))
}
