//! Summaries of accounts: take-aways, deliveries, accounts to collect.

use super::to_collect;
use crate::orders::{
    account::Account,
    model::{Line, LineStatus, RequestKind},
    preparation::status,
    store::{self, RequestSelection, SummaryRow},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{RequestId, TableId, UserId},
    listing::{Paging, Rows, page_count},
    money::Money,
};
use comanda_platform::settings::tax;
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// The most open accounts, more than any house has.
const MAX_OPEN: i64 = 10_000;

/// An account as a list shows it.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct RequestSummary {
    pub id: RequestId,
    #[serde(rename = "type")]
    pub kind: RequestKind,
    pub correlative: Option<i64>,
    pub table_id: Option<TableId>,
    #[row(rename = "table_name")]
    pub table: Option<String>,
    pub salon: Option<String>,
    pub persons: i64,
    pub client_name: String,
    pub phone: String,
    pub address: String,
    pub courier: String,
    pub status: LineStatus,
    #[row(skip)]
    pub total: Money,
    #[row(skip)]
    pub due: Money,
    #[row(skip)]
    pub unsent_count: usize,
    /// The number of lines that wait to be delivered.
    #[row(skip)]
    pub ready_count: usize,
    pub opened_at: DateTime<Utc>,
    pub billed_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    pub attendant_id: UserId,
    pub attendant_name: String,
    pub is_paid: bool,
    pub version: i64,
}

impl RequestSummary {
    /// Returns the usual name: `Mesa 12`, `LLEVAR #18`.
    pub fn label(&self) -> String {
        to_collect::account_label(self.kind, self.correlative, self.table.as_deref())
    }
}

/// The conditions of a list of accounts, beside the filters of its paging.
#[derive(Debug, Default)]
pub(in crate::orders) struct RequestListFilter {
    pub kind: Option<RequestKind>,
    pub open: bool,
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Lists a page of accounts, the newest first, as payments at `at` would find them. `term` searches the name, the description of a guest,
/// phone, document and number.
pub(in crate::orders) async fn list_summary_page(
    tx: &mut Tx,
    wanted: &RequestListFilter,
    paging: &Paging,
    at: DateTime<Utc>,
) -> Result<Rows<RequestSummary>> {
    let filters = paging.parse_filters()?;
    let term = paging.term.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let paid = filters.column_texts("is_paid").filter(|values| values.len() == 1);
    let wanted = RequestSelection {
        kind: wanted.kind,
        only_open: wanted.open,
        date_from: wanted.date_from,
        date_to: wanted.date_to,
        term,
        kinds: filters.column_texts("type"),
        states: filters.column_texts("status"),
        attendants: filters.column_ids("attendant_id")?,
        tables: filters.column_ids("table_id")?,
        is_paid: paid.map(|values| matches!(values[0].as_str(), "true" | "1")),
    };
    let total_rows = wanted.count(tx).await?;
    let (limit, offset) = paging.page_limits_of_sales(total_rows)?;
    let found = wanted.page(tx, paging, (limit, offset)).await?;
    let rows = summarize(tx, found, at).await?;
    Ok(Rows { success: true, rows, total_rows, total_pages: page_count(total_rows, limit) })
}

/// Lists the open accounts of a kind or of all, the newest first, as payments at `at` would find them.
pub async fn list_open_summaries(
    tx: &mut Tx,
    kind: Option<RequestKind>,
    at: DateTime<Utc>,
) -> Result<Vec<RequestSummary>> {
    let found = store::list_open_accounts(tx, kind, MAX_OPEN).await?;
    summarize(tx, found, at).await
}

async fn summarize(tx: &mut Tx, found: Vec<SummaryRow>, at: DateTime<Utc>) -> Result<Vec<RequestSummary>> {
    let ids: Vec<RequestId> = found.iter().map(|row| row.summary.id).collect();
    let mut lines: HashMap<RequestId, Vec<Line>> = HashMap::new();
    for line in store::list_lines_of(tx, &ids).await? {
        lines.entry(line.client_request_id).or_default().push(line);
    }
    let mut adjustments: HashMap<RequestId, Vec<_>> = HashMap::new();
    for (id, adjustment) in store::list_enabled_adjustments(tx, &ids).await? {
        adjustments.entry(id).or_default().push(adjustment);
    }
    let present = tax::load_rule_at(tx, at).await?;
    let mut summaries = Vec::with_capacity(found.len());
    for SummaryRow { summary, terms } in found {
        let id = summary.id;
        let (lines, adjustments) = (lines.remove(&id).unwrap_or_default(), adjustments.remove(&id).unwrap_or_default());
        // The rate only affects charges on the value without IGV.
        let rule = if adjustments.is_empty() { present } else { terms.tax_rule(tx, present).await? };
        let account = terms.compute_account(lines, adjustments, rule);
        summaries.push(complete(summary, &account));
    }
    Ok(summaries)
}

fn complete(summary: RequestSummary, account: &Account) -> RequestSummary {
    RequestSummary {
        status: status::least_advanced(account.lines.iter().map(|l| l.status)).unwrap_or(LineStatus::Pending),
        total: account.totals.total,
        due: account.totals.due,
        unsent_count: account.live_lines().filter(|l| !l.is_sent() && !l.waits()).count(),
        ready_count: account.live_lines().filter(|l| l.status == LineStatus::Prepared).count(),
        ..summary
    }
}
