//! All SQL of `credit_notes` and `credit_note_lines`.

use super::{
    figures::NoteFigures,
    issue::NewCreditNote,
    listing::NoteQuery,
    model::{CreditNote, CreditNoteLine},
};
use crate::billing::{model::StateCount, numbers_store::ReservedNumber, store::TO_SEND};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, CreditNoteId, RefundId, UserId},
    insert,
    search::contains_pattern,
    update,
};

/// The number, moment and user of a note.
#[derive(Debug)]
pub(super) struct NoteNumber<'n> {
    pub reserved: &'n ReservedNumber,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
    pub by: UserId,
    pub words: &'n str,
}

pub(super) async fn insert_note(
    tx: &mut Tx,
    new: &NewCreditNote<'_>,
    n: &NoteNumber<'_>,
    f: &NoteFigures,
) -> db::Result<CreditNoteId> {
    let id: CreditNoteId = tx
        .query(insert!("credit_notes" {
            billing_id: new.billing.row.id,
            refund_id: new.refund,
            serie: n.reserved.serie.as_str(),
            number: n.reserved.number,
            reason_code: new.reason_code,
            reason: new.reason,
            cycle_id: new.cycle,
            user_id: n.by,
            approver_id: new.approver,
            business_day: n.day,
            issued_at: n.at,
            igv_percent: new.billing.row.igv_percent,
            taxable: f.taxable,
            exonerated: f.exonerated,
            unaffected: f.unaffected,
            igv: f.igv,
            other_charges: f.other_charges,
            total: f.total,
            total_in_words: n.words,
            establishment: n.reserved.establishment.as_str(),
            establishment_address: n.reserved.establishment_address.as_str(),
            bag_tax: f.bag_tax,
        } returning "id"))
        .scalar()
        .await?;
    let rows = (1_i64..)
        .zip(&f.lines)
        .map(|(position, l)| args![id, position, l.line, l.quantity, l.unit_price, l.base, l.igv, l.total, l.bag_tax]);
    let statement = Sql::new(
        "INSERT INTO credit_note_lines (credit_note_id, position, billing_line_id, quantity, unit_price, base, igv, total, bag_tax)
         VALUES",
    );
    tx.query(statement.rows(rows)).run().await?;
    Ok(id)
}

/// Selects notes; callers append conditions.
fn select_notes() -> Sql {
    Sql::new(
        "SELECT n.id, n.billing_id, n.serie, n.number, n.reason_code, n.reason, n.issued_at, n.igv_percent, n.taxable, n.exonerated,
                n.unaffected, n.igv, n.other_charges, n.bag_tax, n.total, n.total_in_words, TRIM(u.name || ' ' || u.lastname) AS user_name,
                COALESCE(d.state, 'NOT_SENT') AS state, COALESCE(d.sunat_code, '') AS sunat_code,
                COALESCE(d.sunat_message, '') AS sunat_message, d.digest AS hash, n.establishment, n.establishment_address
         FROM credit_notes n JOIN users u ON u.id = n.user_id LEFT JOIN tax_documents d ON d.credit_note_id = n.id WHERE 1 = 1",
    )
}

/// Loads the notes of these documents, the first one first.
pub(in crate::billing) async fn load_credit_notes(
    tx: &mut Tx,
    billings: impl ExactSizeIterator<Item = BillingId>,
) -> db::Result<Vec<CreditNote>> {
    let rows: Vec<CreditNote> =
        tx.query(select_notes().list("AND n.billing_id IN (?)", billings).add("ORDER BY n.id")).all().await?;
    with_lines(tx, rows).await
}

pub(super) async fn find_by_refund(tx: &mut Tx, refund: RefundId) -> db::Result<Option<CreditNote>> {
    let row: Option<CreditNote> = tx.query(select_notes().with("AND n.refund_id = ?", refund)).maybe().await?;
    Ok(with_lines(tx, row.into_iter().collect()).await?.pop())
}

pub(super) async fn find_note(tx: &mut Tx, id: CreditNoteId) -> db::Result<Option<CreditNote>> {
    let row: Option<CreditNote> = tx.query(select_notes().with("AND n.id = ?", id)).maybe().await?;
    Ok(with_lines(tx, row.into_iter().collect()).await?.pop())
}

/// Locks the note until the end of the transaction.
pub(super) async fn lock_note(tx: &mut Tx, id: CreditNoteId) -> db::Result<()> {
    let _: Option<(i64,)> = tx.query("SELECT id FROM credit_notes WHERE id = $1").bind(id).for_update().maybe().await?;
    Ok(())
}

/// Moves the notes of a document to another one with the same lines.
pub(super) async fn move_notes(tx: &mut Tx, from: BillingId, to: BillingId) -> db::Result<()> {
    tx.query(
        "UPDATE credit_note_lines SET billing_line_id =
            (SELECT n.id FROM billing_lines n JOIN billing_lines o ON o.position = n.position
              WHERE n.billing_id = $2 AND o.billing_id = $1 AND o.id = credit_note_lines.billing_line_id)
         WHERE billing_line_id IN (SELECT l.id FROM billing_lines l WHERE l.billing_id = $1)",
    )
    .bind(from)
    .bind(to)
    .run()
    .await?;
    tx.query("UPDATE credit_notes SET billing_id = $2 WHERE billing_id = $1").bind(from).bind(to).run().await?;
    Ok(())
}

/// Gives the note another number and the business day on which it counts.
pub(super) async fn update_number(
    tx: &mut Tx,
    id: CreditNoteId,
    reserved: &ReservedNumber,
    (day, at): (NaiveDate, DateTime<Utc>),
) -> db::Result<()> {
    tx.query(update!("credit_notes" {
        serie: reserved.serie.as_str(),
        number: reserved.number,
        business_day: day,
        issued_at: at,
        establishment: reserved.establishment.as_str(),
        establishment_address: reserved.establishment_address.as_str(),
    } where id = id))
        .run()
        .await?;
    Ok(())
}

const FROM_WANTED: &str = "FROM credit_notes n JOIN billings b ON b.id = n.billing_id
     LEFT JOIN tax_documents d ON d.credit_note_id = n.id WHERE 1 = 1";

const SEARCHED: &str =
    "AND (LOWER(n.serie || '-' || n.number) LIKE ? ESCAPE '!' OR EXISTS (SELECT 1 FROM tax_documents o
        WHERE o.replaced_by_note_id = n.id AND LOWER(o.serie || '-' || o.number) LIKE ? ESCAPE '!') OR LOWER(b.serie || '-' || b.number) LIKE ? ESCAPE '!'
    OR b.client_search_key LIKE ? ESCAPE '!' OR b.client_document_number LIKE ? ESCAPE '!')";

const OF_CYCLES: &str = "AND (n.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)
    OR b.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?))";

impl NoteQuery<'_> {
    fn add_conditions(self, sql: Sql) -> Sql {
        let filter = self.filter;
        let sql = if filter.to_send { sql.add("AND").add(TO_SEND) } else { sql };
        sql.when("AND b.client_id = ?", filter.client_id)
            .when("AND n.billing_id = ?", filter.billing_id)
            .when("AND n.cycle_id = ?", filter.cashbox_cycle_id)
            .when("AND COALESCE(d.state, 'NOT_SENT') = ?", filter.state)
            .when("AND n.business_day >= ?", filter.date_from)
            .when("AND n.business_day <= ?", filter.date_to)
            .when(SEARCHED, self.term.map(contains_pattern))
            .when(OF_CYCLES, self.of)
    }
}

pub(super) async fn count_notes(tx: &mut Tx, query: NoteQuery<'_>) -> db::Result<i64> {
    tx.query(query.add_conditions(Sql::new("SELECT COUNT(*)").add(FROM_WANTED))).scalar().await
}

/// Counts the matching notes by state.
pub(super) async fn count_notes_by_state(tx: &mut Tx, query: NoteQuery<'_>) -> db::Result<Vec<StateCount>> {
    let sql = Sql::new("SELECT COALESCE(d.state, 'NOT_SENT') AS state, COUNT(*) AS count").add(FROM_WANTED);
    tx.query(query.add_conditions(sql).add("GROUP BY COALESCE(d.state, 'NOT_SENT') ORDER BY 1")).all().await
}

/// Loads a page of notes, the latest first.
pub(super) async fn load_note_page(
    tx: &mut Tx,
    query: NoteQuery<'_>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<CreditNote>> {
    let page = query.add_conditions(Sql::new("SELECT n.id").add(FROM_WANTED)).add("ORDER BY n.id DESC");
    let ids: Vec<(CreditNoteId,)> = tx.query(page.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?;
    let ids = ids.into_iter().map(|(id,)| id);
    let rows: Vec<CreditNote> =
        tx.query(select_notes().list("AND n.id IN (?)", ids).add("ORDER BY n.id DESC")).all().await?;
    with_lines(tx, rows).await
}

async fn with_lines(tx: &mut Tx, mut notes: Vec<CreditNote>) -> db::Result<Vec<CreditNote>> {
    if notes.is_empty() {
        return Ok(notes);
    }
    let sql = Sql::new(
        "SELECT l.credit_note_id, l.billing_line_id, b.kind, b.description, l.quantity, b.sale_unit, b.measure, b.measure_price,
                l.unit_price, l.total, b.affectation, l.base, l.igv, l.bag_tax
         FROM credit_note_lines l JOIN billing_lines b ON b.id = l.billing_line_id",
    );
    let sql = sql
        .list("WHERE l.credit_note_id IN (?)", notes.iter().map(|n| n.id))
        .add("ORDER BY l.credit_note_id, l.position");
    let lines: Vec<CreditNoteLine> = tx.query(sql).all().await?;
    for note in &mut notes {
        note.lines = lines.iter().filter(|l| l.credit_note_id == note.id).cloned().collect();
    }
    Ok(notes)
}
