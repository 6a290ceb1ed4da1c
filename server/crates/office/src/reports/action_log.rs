//! The action log, as it is looked through: what was done, by whom, who allowed it, and what it changed.

use super::{
    action_labels::{ACTION_LABELS, action_label},
    store::{self, LogRow},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{CycleId, RequestId, UserId},
    listing::{Paging, Rows, pages},
    money::Money,
};
use comanda_orders::orders::RequestKind;
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which lines of the log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActionLogFilter {
    pub action_type: Option<String>,
    /// Who did it.
    pub user_id: Option<UserId>,
    /// First business day.
    pub date_from: Option<NaiveDate>,
    /// Last business day.
    pub date_to: Option<NaiveDate>,
    /// What was done at this account, or to it.
    pub client_request_id: Option<RequestId>,
}

/// A line of the log.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionLogEntry {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub action_type: String,
    /// What the type is called.
    pub action: String,
    pub user_id: Option<UserId>,
    /// `Agente …` for what a print agent's own machine was told; none: nobody was signed in.
    pub user_name: Option<String>,
    /// Who allowed it with a personal PIN.
    pub approver_name: Option<String>,
    /// What it was done to: `client_request`, `command`, `printer` …
    pub entity: String,
    pub entity_id: Option<i64>,
    pub client_request_id: Option<RequestId>,
    /// The table where it happened, or the number of a take-away or delivery.
    pub label: Option<String>,
    pub cycle_id: Option<CycleId>,
    pub amount: Option<Money>,
    pub reason: Option<String>,
    /// What it was, an object or an array.
    #[schema(value_type = Option<Object>)]
    pub before: Option<Value>,
    /// What it became.
    #[schema(value_type = Option<Object>)]
    pub after: Option<Value>,
    /// What the browser said it was.
    pub device: String,
    /// Its network address; empty where nobody asked from anywhere.
    pub address: String,
}

/// The lines that fit, the newest first.
pub(super) async fn action_log(tx: &mut Tx, filter: &ActionLogFilter, paging: &Paging) -> Result<Rows<ActionLogEntry>> {
    let settings = Settings::load(tx).await?;
    if filter.date_from.zip(filter.date_to).is_some_and(|(from, to)| from > to) {
        return invalid("date_to", "La fecha final es anterior a la inicial.").err();
    }
    let total_rows = store::count_of_actions(tx, filter, &settings).await?;
    let (limit, offset) = paging.window_of_sales(total_rows)?;
    let rows = store::actions(tx, filter, &settings, (limit, offset)).await?;
    let rows = rows.into_iter().map(read).collect();
    Ok(Rows { success: true, rows, total_rows, total_pages: pages(total_rows, limit) })
}

fn read(r: LogRow) -> ActionLogEntry {
    let label = label(&r);
    ActionLogEntry {
        id: r.id,
        at: r.at,
        action: action_label(&r.action_type).to_owned(),
        action_type: r.action_type,
        user_id: r.user_id,
        user_name: r.user_name,
        approver_name: r.approver_name,
        entity: r.entity,
        entity_id: r.entity_id,
        client_request_id: r.client_request_id,
        label,
        cycle_id: r.cycle_id,
        amount: r.amount,
        reason: r.reason.filter(|text| !text.is_empty()),
        before: r.before_value.map(|v| v.0),
        after: r.after_value.map(|v| v.0),
        device: r.device,
        address: r.address,
    }
}

fn label(r: &LogRow) -> Option<String> {
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

/// A type of the log with its name.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionType {
    pub action_type: &'static str,
    pub action: &'static str,
}

/// Somebody who may be in the log.
#[derive(Debug, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct LogUser {
    pub id: UserId,
    pub name: String,
}

/// What the log can be narrowed by.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionLogFilters {
    pub types: Vec<ActionType>,
    /// Those who left too.
    pub users: Vec<LogUser>,
}

/// Reads them; super admins are nobody of the company.
pub(super) async fn filters(tx: &mut Tx, with_super_admins: bool) -> Result<ActionLogFilters> {
    let types = ACTION_LABELS.iter().map(|(action_type, action)| ActionType { action_type, action }).collect();
    let users = store::log_users(tx, with_super_admins).await?;
    Ok(ActionLogFilters { types, users })
}
