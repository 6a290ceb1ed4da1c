//! Queries of the action log: what was done, by whom, who approved it, and what it changed.

use super::{
    action_labels::{ACTION_LABELS, action_label},
    store::{self, LogRow},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{CycleId, RequestId, UserId},
    listing::{Paging, Rows, page_count},
    money::Money,
};
use comanda_orders::orders::RequestKind;
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Filter of the action log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActionLogFilter {
    pub action_type: Option<String>,
    /// The user who acted.
    pub user_id: Option<UserId>,
    /// The first business day.
    pub date_from: Option<NaiveDate>,
    /// The last business day.
    pub date_to: Option<NaiveDate>,
    /// Only actions on this account.
    pub client_request_id: Option<RequestId>,
}

/// A line of the log.
#[derive(Debug, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ActionLogEntry {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub action_type: String,
    /// The Spanish label of the type.
    #[row(skip)]
    pub action: String,
    pub user_id: Option<UserId>,
    /// The user's name, `Agente …` for actions at a print agent's own machine; null where nobody was signed in.
    pub user_name: Option<String>,
    /// The user who approved the action with a personal PIN.
    pub approver_name: Option<String>,
    /// The kind of the object acted on: `client_request`, `command`, `printer` …
    pub entity: String,
    pub entity_id: Option<i64>,
    pub client_request_id: Option<RequestId>,
    /// The table, or the number of the take-away or delivery order.
    #[row(skip)]
    pub label: Option<String>,
    pub cycle_id: Option<CycleId>,
    pub amount: Option<Money>,
    pub reason: Option<String>,
    /// The value before the action, an object or an array.
    #[schema(value_type = Option<Object>)]
    #[row(rename = "before_value")]
    pub before: Option<Value>,
    /// The value after the action.
    #[schema(value_type = Option<Object>)]
    #[row(rename = "after_value")]
    pub after: Option<Value>,
    /// The device as its browser described itself.
    pub device: String,
    /// The device's network address; empty for actions that did not come over the network.
    pub address: String,
}

/// Loads a page of the matching lines, the newest first.
pub(super) async fn load_action_log(
    tx: &mut Tx,
    filter: &ActionLogFilter,
    paging: &Paging,
) -> Result<Rows<ActionLogEntry>> {
    let settings = Settings::load(tx).await?;
    if filter.date_from.zip(filter.date_to).is_some_and(|(from, to)| from > to) {
        return invalid("date_to", "La fecha final es anterior a la inicial.").err();
    }
    let total_rows = store::count_actions(tx, filter, &settings).await?;
    let (limit, offset) = paging.page_limits_of_sales(total_rows)?;
    let rows = store::list_action_rows(tx, filter, &settings, (limit, offset)).await?;
    let rows = rows.into_iter().map(to_entry).collect();
    Ok(Rows { success: true, rows, total_rows, total_pages: page_count(total_rows, limit) })
}

fn to_entry(row: LogRow) -> ActionLogEntry {
    ActionLogEntry {
        action: action_label(&row.entry.action_type).to_owned(),
        label: place_label(&row),
        reason: row.entry.reason.filter(|text| !text.is_empty()),
        ..row.entry
    }
}

fn place_label(r: &LogRow) -> Option<String> {
    let number = r.correlative.unwrap_or_default();
    match (r.kind, &r.table_name) {
        (Some(RequestKind::Order), _) => Some(format!("LLEVAR #{number}")),
        (Some(RequestKind::Delivery), _) => Some(format!("DELIVERY #{number}")),
        (_, Some(table)) => {
            let name = if table.to_lowercase().starts_with("mesa") { table.clone() } else { format!("Mesa {table}") };
            Some(format!("{name} · {}", r.salon.as_deref().unwrap_or_default()))
        }
        _ => None,
    }
}

/// A type of the log with its label.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionType {
    pub action_type: &'static str,
    pub action: &'static str,
}

/// A user who may be in the log.
#[derive(Debug, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct LogUser {
    pub id: UserId,
    pub name: String,
}

/// The values by which the log can be filtered.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionLogFilters {
    pub types: Vec<ActionType>,
    /// Users, including those who left.
    pub users: Vec<LogUser>,
}

/// Loads the filter values. Super admins do not belong to the company and are listed only `with_super_admins`.
pub(super) async fn load_filters(tx: &mut Tx, with_super_admins: bool) -> Result<ActionLogFilters> {
    let types = ACTION_LABELS.iter().map(|(action_type, action)| ActionType { action_type, action }).collect();
    let users = store::list_log_users(tx, with_super_admins).await?;
    Ok(ActionLogFilters { types, users })
}
