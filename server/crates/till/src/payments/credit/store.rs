//! All SQL of `receivables`, `receivable_instalments`, `collections` and `collection_parts`; collections are read by `ledger`.

use super::{
    NewReceivable,
    model::{DebtSums, Debtor, Receivable},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{ClientId, CollectionId, CycleId, PaymentId, PaymentOptionId, ReceivableId, RequestId, UserId},
    insert,
    money::Money,
    search::{contains_pattern, phone_pattern},
};
use comanda_invoicing::billing::Instalment;

pub(super) async fn insert_receivable(tx: &mut Tx, new: &NewReceivable<'_>, at: DateTime<Utc>) -> db::Result<()> {
    let id: ReceivableId = tx
        .query(
            "INSERT INTO receivables (payment_id, client_id, amount, sold_on, created_at) VALUES ($1, $2, $3, $4, $5)
             RETURNING id",
        )
        .bind(new.payment)
        .bind(new.client)
        .bind(new.amount)
        .bind(new.day)
        .bind(at)
        .scalar()
        .await?;
    let rows = (1_i64..).zip(new.instalments).map(|(number, i)| args![id, number, i.amount, i.due_on]);
    let statement = Sql::new("INSERT INTO receivable_instalments (receivable_id, number, amount, due_on) VALUES");
    tx.query(statement.rows(rows)).run().await?;
    Ok(())
}

/// Selects debts; conditions may be added.
fn select_receivables() -> Sql {
    Sql::new(
        "SELECT id, payment_id, client_id, amount, reduced, collected, sold_on, created_at FROM receivables WHERE 1 = 1",
    )
}

pub(super) async fn find_receivable(tx: &mut Tx, payment: PaymentId) -> db::Result<Option<Receivable>> {
    tx.query(select_receivables().with("AND payment_id = ?", payment)).maybe().await
}

pub(super) async fn lock_receivable(tx: &mut Tx, payment: PaymentId) -> db::Result<Option<Receivable>> {
    tx.query(select_receivables().with("AND payment_id = ?", payment)).for_update().maybe().await
}

pub(super) async fn set_client(tx: &mut Tx, id: ReceivableId, client: ClientId) -> db::Result<()> {
    tx.query("UPDATE receivables SET client_id = $1 WHERE id = $2").bind(client).bind(id).run().await?;
    Ok(())
}

/// Limits the open debts; clients owe fewer, and any beyond are reached once these are paid.
const OLDEST_FIRST_LIMITED: &str = "ORDER BY id LIMIT 1000";

/// Lists the open debts of a client, the oldest first.
pub(super) async fn list_open(tx: &mut Tx, client: ClientId) -> db::Result<Vec<Receivable>> {
    let open = select_receivables().with("AND client_id = ?", client).add("AND reduced + collected < amount");
    tx.query(open.add(OLDEST_FIRST_LIMITED)).all().await
}

/// Lists and locks the open debts of a client: two who collect at once wait for each other.
pub(super) async fn lock_open(tx: &mut Tx, client: ClientId) -> db::Result<Vec<Receivable>> {
    let open = select_receivables().with("AND client_id = ?", client).add("AND reduced + collected < amount");
    tx.query(open.add(OLDEST_FIRST_LIMITED)).for_update().all().await
}

/// Lists the instalments of debts as agreed, in order of their dates.
pub(super) async fn list_instalments(
    tx: &mut Tx,
    receivables: &[ReceivableId],
) -> db::Result<Vec<(ReceivableId, Instalment)>> {
    let sql = Sql::new("SELECT receivable_id, amount, due_on FROM receivable_instalments")
        .list("WHERE receivable_id IN (?)", receivables.iter().copied())
        .add("ORDER BY receivable_id, number");
    let found: Vec<(ReceivableId, Money, NaiveDate)> = tx.query(sql).all().await?;
    Ok(found.into_iter().map(|(receivable, amount, due_on)| (receivable, Instalment { amount, due_on })).collect())
}

/// The account and document of a debt.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ReceivableSale {
    pub receivable_id: ReceivableId,
    pub client_request_id: RequestId,
    pub serie: String,
    pub number: i64,
}

impl ReceivableSale {
    /// `F001-00000347`
    pub fn document(&self) -> String {
        format!("{}-{:08}", self.serie, self.number)
    }
}

/// Lists the accounts and valid documents of debts.
pub(super) async fn list_sales(tx: &mut Tx, receivables: &[ReceivableId]) -> db::Result<Vec<ReceivableSale>> {
    let sql = Sql::new(
        "SELECT r.id AS receivable_id, p.client_request_id, b.serie, b.number FROM receivables r
         JOIN payments p ON p.id = r.payment_id
         JOIN billings b ON b.id = COALESCE(p.document_id, (SELECT MAX(x.id) FROM billings x WHERE x.payment_id = p.id))",
    );
    tx.query(sql.list("WHERE r.id IN (?)", receivables.iter().copied())).all().await
}

pub(super) async fn reduce_receivable(
    tx: &mut Tx,
    id: ReceivableId,
    amount: Money,
    payment: PaymentId,
) -> db::Result<u64> {
    tx.query("UPDATE receivables SET reduced = reduced + $1, payment_id = $2 WHERE id = $3")
        .bind(amount)
        .bind(payment)
        .bind(id)
        .run()
        .await
}

/// A collection to insert.
#[derive(Debug)]
pub(super) struct NewCollectionRow<'n> {
    pub number: i64,
    pub client: ClientId,
    pub client_name: &'n str,
    pub client_document: &'n str,
    pub cycle: CycleId,
    pub cashbox_name: &'n str,
    pub user: UserId,
    pub option: PaymentOptionId,
    pub operation_number: Option<&'n str>,
    pub amount: Money,
    pub rounding: Money,
    pub left_due: Money,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
}

/// The part of a collection that pays one debt.
#[derive(Debug)]
pub(super) struct NewCollectionPart {
    pub receivable: ReceivableId,
    pub document: String,
    pub amount: Money,
}

pub(super) async fn insert_collection(
    tx: &mut Tx,
    new: &NewCollectionRow<'_>,
    parts: &[NewCollectionPart],
) -> db::Result<CollectionId> {
    let id: CollectionId = tx
        .query(insert!("collections" {
            number: new.number,
            client_id: new.client,
            client_name: new.client_name,
            client_document: new.client_document,
            cycle_id: new.cycle,
            cashbox_name: new.cashbox_name,
            user_id: new.user,
            payment_option_id: new.option,
            operation_number: new.operation_number,
            amount: new.amount,
            rounding: new.rounding,
            left_due: new.left_due,
            business_day: new.day,
            created_at: new.at,
        } returning "id"))
        .scalar()
        .await?;
    let rows = parts.iter().map(|p| args![id, p.receivable, p.document.as_str(), p.amount]);
    let statement = Sql::new("INSERT INTO collection_parts (collection_id, receivable_id, document, amount) VALUES");
    tx.query(statement.rows(rows)).run().await?;
    Ok(id)
}

/// Adds the parts of a collection to the collected amounts of its debts. Returns the number of debts.
pub(super) async fn add_collected(tx: &mut Tx, collection: CollectionId) -> db::Result<u64> {
    tx.query(
        "UPDATE receivables SET collected = collected +
             (SELECT p.amount FROM collection_parts p WHERE p.collection_id = $1 AND p.receivable_id = receivables.id)
         WHERE id IN (SELECT receivable_id FROM collection_parts WHERE collection_id = $1)",
    )
    .bind(collection)
    .run()
    .await
}

/// Selects for each open debt the amount that stands after refunds, the amount collected, the sum of the instalments that fell due, and
/// the day on which the next one does.
const OPEN_DEBTS: &str = "(SELECT r.client_id, r.amount - r.reduced AS stays, r.collected,
            (SELECT COALESCE(SUM(i.amount), 0) FROM receivable_instalments i WHERE i.receivable_id = r.id AND i.due_on < $1) AS fallen,
            (SELECT MIN(i.due_on) FROM receivable_instalments i WHERE i.receivable_id = r.id AND r.collected <
                (SELECT SUM(j.amount) FROM receivable_instalments j WHERE j.receivable_id = r.id AND j.number <= i.number)) AS next_due_on
     FROM receivables r WHERE r.reduced + r.collected < r.amount) o";

const OVERDUE_AMOUNT: &str = "CASE WHEN fallen < stays AND fallen > collected THEN fallen - collected
    WHEN fallen >= stays THEN stays - collected ELSE 0 END";

/// The debtors of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct DebtorSelection<'w> {
    /// Today, on the house's calendar.
    pub today: NaiveDate,
    pub overdue: bool,
    /// A text searched in names, documents and phones.
    pub term: Option<&'w str>,
}

impl DebtorSelection<'_> {
    /// Selects one row per debtor as a table `d`, behind a statement head; binds `today` first.
    fn select(self, head: &'static str) -> Sql {
        let sql = Sql::new(head)
            .bind(self.today)
            .add("FROM (SELECT client_id, COUNT(*) AS sales, CAST(SUM(stays - collected) AS BIGINT) AS due, CAST(SUM(")
            .add(OVERDUE_AMOUNT)
            .add(") AS BIGINT) AS overdue, MIN(next_due_on) AS next_due_on FROM")
            .add(OPEN_DEBTS)
            .add("GROUP BY client_id) d JOIN clients c ON c.id = d.client_id WHERE 1 = 1")
            .when("AND (c.search_key LIKE ? ESCAPE '!'", self.term.map(contains_pattern))
            .when("OR c.search_key LIKE ? ESCAPE '!')", self.term.map(phone_pattern));
        if self.overdue { sql.add("AND d.overdue > 0") } else { sql }
    }
}

pub(super) async fn sum_debts(tx: &mut Tx, selection: DebtorSelection<'_>) -> db::Result<DebtSums> {
    let head = "SELECT COUNT(*) AS clients, CAST(COALESCE(SUM(d.due), 0) AS BIGINT) AS due,
                       CAST(COALESCE(SUM(d.overdue), 0) AS BIGINT) AS overdue";
    tx.query(selection.select(head)).one().await
}

/// Lists a page of debtors, those with the most overdue first, then with the most due.
pub(super) async fn list_debtors(
    tx: &mut Tx,
    selection: DebtorSelection<'_>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<Debtor>> {
    let head = "SELECT d.client_id, CASE WHEN c.business_name <> '' THEN c.business_name
                                         ELSE TRIM(c.name || ' ' || c.last_name) END AS client_name,
                       c.document_type, c.document_number, c.phone, d.sales, d.due, d.overdue, d.next_due_on";
    let page = selection.select(head).add("ORDER BY d.overdue DESC, d.due DESC, d.client_id");
    tx.query(page.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await
}
