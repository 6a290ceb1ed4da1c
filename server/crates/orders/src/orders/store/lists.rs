//! The conditions of lists of lines and of accounts.

use super::requests::{AccountTerms, select_header_count, select_headers};
use crate::orders::{lists::summary::RequestSummary, model::RequestKind};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{LineId, RequestId},
    listing::Paging,
    search::{contains_pattern, digits, folded, phone_pattern},
};

/// The lines of a list.
#[derive(Debug, Default)]
pub(in crate::orders) struct LineSelection<'w> {
    /// Restricts the list to the lines of this account, in its order; otherwise the newest come first.
    pub of: Option<RequestId>,
    /// A text searched in their names.
    pub term: Option<&'w str>,
    pub states: Option<Vec<String>>,
    pub products: Option<Vec<i64>>,
    pub accounts: Option<Vec<i64>>,
}

impl LineSelection<'_> {
    fn narrow(&self, sql: Sql) -> Sql {
        let mut sql = sql.when("AND l.client_request_id = ?", self.of);
        sql = sql.when(concat!("AND ", folded!("l.name"), " LIKE ? ESCAPE '!'"), self.term.map(contains_pattern));
        sql = self.states.iter().fold(sql, |sql, wanted| sql.list("AND l.status IN (?)", wanted.iter().cloned()));
        sql = self.products.iter().fold(sql, |sql, ids| sql.list("AND l.product_id IN (?)", ids.iter().copied()));
        self.accounts.iter().fold(sql, |sql, ids| sql.list("AND l.client_request_id IN (?)", ids.iter().copied()))
    }
    pub async fn count(&self, tx: &mut Tx) -> db::Result<i64> {
        tx.query(self.narrow(Sql::new("SELECT COUNT(*) FROM order_lines l WHERE 1 = 1"))).scalar().await
    }
    pub async fn page(&self, tx: &mut Tx, limit: i64, offset: i64) -> db::Result<Vec<LineId>> {
        let list = self
            .narrow(Sql::new("SELECT l.id FROM order_lines l WHERE 1 = 1"))
            .add(if self.of.is_some() { "ORDER BY l.id" } else { "ORDER BY l.id DESC" })
            .with("LIMIT ?", limit)
            .with("OFFSET ?", offset);
        tx.query(list).column().await
    }
}

/// The accounts of a list.
#[derive(Debug, Default)]
pub(in crate::orders) struct RequestSelection<'w> {
    pub kind: Option<RequestKind>,
    pub only_open: bool,
    /// The first and last business day.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
    /// A text searched in the name, the description of a guest, phone, document and number.
    pub term: Option<&'w str>,
    pub kinds: Option<Vec<String>>,
    pub states: Option<Vec<String>>,
    pub attendants: Option<Vec<i64>>,
    pub tables: Option<Vec<i64>>,
    pub is_paid: Option<bool>,
}

/// The columns that accounts can be sorted by; by default the newest come first.
const COLUMNS: [(&str, &str); 3] = [("id", "r.id"), ("opened_at", "r.opened_at"), ("client_name", "r.client_name")];

const SEARCH_CONDITION: &str = concat!(
    "AND (",
    folded!("r.client_name || ' ' || r.name_reference || ' ' || r.guest_name || ' ' || r.guest_last_name"),
    " LIKE ? ESCAPE '!' OR r.phone LIKE ? ESCAPE '!' OR r.document_number LIKE ? ESCAPE '!'
     OR CAST(r.correlative AS TEXT) LIKE ? ESCAPE '!'"
);
const PHONE_CONDITION: &str = concat!("OR ", digits!("r.phone"), " LIKE ? ESCAPE '!')");

impl RequestSelection<'_> {
    fn narrow(&self, sql: Sql) -> Sql {
        let mut sql = sql
            .when("AND r.type = ?", self.kind)
            .when("AND r.business_day >= ?", self.date_from)
            .when("AND r.business_day <= ?", self.date_to)
            .when(SEARCH_CONDITION, self.term.map(contains_pattern))
            .when(PHONE_CONDITION, self.term.map(phone_pattern));
        if self.only_open {
            sql = sql.add("AND r.closed_at IS NULL");
        }
        for (fragment, values) in [("AND r.type IN (?)", &self.kinds), ("AND r.status IN (?)", &self.states)] {
            sql = values.iter().fold(sql, |sql, values| sql.list(fragment, values.iter().cloned()));
        }
        for (fragment, ids) in
            [("AND r.attendant_id IN (?)", &self.attendants), ("AND r.table_id IN (?)", &self.tables)]
        {
            sql = ids.iter().fold(sql, |sql, ids| sql.list(fragment, ids.iter().copied()));
        }
        sql.when("AND r.is_paid = ?", self.is_paid)
    }
    pub async fn count(&self, tx: &mut Tx) -> db::Result<i64> {
        tx.query(self.narrow(select_header_count())).scalar().await
    }
    /// Lists a page of the accounts, sorted by `paging`.
    pub async fn page(&self, tx: &mut Tx, paging: &Paging, (limit, offset): (i64, i64)) -> Result<Vec<SummaryRow>> {
        let list = match paging.sort.as_deref().filter(|s| !s.is_empty()) {
            None => self.narrow(select_headers()).add("ORDER BY r.id DESC"),
            Some(_) => paging.add_order_by(self.narrow(select_headers()), &COLUMNS, "r.id")?,
        };
        Ok(tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?)
    }
}

/// An account of a list, without the figures that depend on its lines.
#[derive(Debug, comanda_from_row::FromRow)]
pub(in crate::orders) struct SummaryRow {
    #[row(flatten)]
    pub summary: RequestSummary,
    #[row(flatten)]
    pub terms: AccountTerms,
}

/// Lists the open accounts, the newest first.
pub(in crate::orders) async fn list_open_accounts(
    tx: &mut Tx,
    kind: Option<RequestKind>,
    most: i64,
) -> db::Result<Vec<SummaryRow>> {
    let sql = select_headers().when("AND r.type = ?", kind).add("AND r.closed_at IS NULL ORDER BY r.id DESC");
    tx.query(sql.with("LIMIT ?", most)).all().await
}
