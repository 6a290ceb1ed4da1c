//! The printers as /printers shows them, loaded with four statements whatever their number.

use super::{list_store, model::PrintOption};
use crate::{
    state::JobState,
    words::{
        DrawerState, LabelSize, PaperKind, PaperSize, PrintLevel, PrinterKind, PrinterState, PrinterTrouble,
        PrinterType,
    },
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Tx},
    error::Result,
    ids::{AgentId, AreaId, CashboxId, PrinterId},
    listing::{Paging, Rows, SortKey, search_sort_and_page},
    words::Status,
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A printer with everything that belongs to it.
#[derive(Debug, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PrinterView {
    pub id: PrinterId,
    pub name: String,
    pub agent_id: Option<AgentId>,
    pub agent_name: Option<String>,
    #[serde(rename = "type")]
    #[row(rename = "type")]
    pub kind: PrinterType,
    pub address: String,
    pub size: PaperSize,
    pub profile: String,
    pub stand_in_id: Option<PrinterId>,
    pub stand_in_name: Option<String>,
    /// The seconds that its papers wait before the stand-in prints them.
    pub stand_in_after_s: i64,
    pub print_command: PrintOption,
    pub print_pre_account: PrintOption,
    pub print_receipt: PrintOption,
    pub opens_drawer: bool,
    /// Whether it prints tickets or labels.
    #[serde(rename = "kind")]
    #[row(rename = "kind")]
    pub media: PrinterKind,
    /// The size of its labels.
    pub label_size: LabelSize,
    /// Whether it prints labels for accounts of tables.
    pub labels_tables: bool,
    pub labels_take_away: bool,
    pub labels_delivery: bool,
    pub status: Status,
    /// The reported state; OFFLINE also if its agent is not connected.
    pub state: PrinterState,
    pub state_at: Option<DateTime<Utc>>,
    /// The reason why it is OFFLINE although something answers at its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<PrinterTrouble>,
    /// The confirmation that the printer can give.
    pub level: Option<PrintLevel>,
    /// The state of the cash drawer, once the printer has reported it.
    pub drawer: Option<DrawerState>,
    #[row(skip)]
    pub waiting_jobs: i64,
    #[row(with = list_store::read_last_job)]
    pub last_job: Option<LastJob>,
    #[row(skip)]
    pub production_area_ids: Vec<AreaId>,
    #[row(skip)]
    pub production_areas: Vec<String>,
    #[row(skip)]
    pub cashbox_ids: Vec<CashboxId>,
    #[row(skip)]
    pub cashboxes: Vec<String>,
}

/// The newest job of a printer.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastJob {
    pub id: String,
    pub document: PaperKind,
    pub state: JobState,
    pub level: Option<PrintLevel>,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// The selection of printers to load.
#[derive(Debug, Clone, Copy)]
pub enum PrinterSelection {
    All,
    One(PrinterId),
    OfAgent(AgentId),
}

/// Loads the selected printers, by name.
pub async fn load_printers(
    tx: &mut Tx,
    which: PrinterSelection,
    online: &HashMap<AgentId, DateTime<Utc>>,
) -> db::Result<Vec<PrinterView>> {
    let mut views = list_store::list_printers(tx, which).await?;
    let waiting = list_store::count_waiting_jobs(tx).await?;
    let areas = list_store::list_areas(tx).await?;
    let boxes = list_store::list_cashboxes(tx).await?;
    for view in &mut views {
        let agent_is_online = view.agent_id.map(|id| online.contains_key(&id));
        view.state = current_state(view.state, view.kind, agent_is_online);
        view.trouble = view.trouble.take().filter(|_| agent_is_online == Some(true));
        view.waiting_jobs = waiting.get(&view.id).copied().unwrap_or(0);
        for (_, id, name) in areas.iter().filter(|(printer, ..)| *printer == view.id) {
            view.production_area_ids.push(*id);
            view.production_areas.push(name.clone());
        }
        for (_, id, name) in boxes.iter().filter(|(printer, ..)| *printer == view.id) {
            view.cashbox_ids.push(*id);
            view.cashboxes.push(name.clone());
        }
    }
    Ok(views)
}

/// The filters of the list.
type Text = fn(&PrinterView) -> &'static str;
type Ids = fn(&PrinterView) -> Vec<i64>;

/// Returns a page of printers. The state depends on who is connected, so the list is filtered here and not in SQL.
pub fn filter_page(mut all: Vec<PrinterView>, paging: &Paging) -> Result<Rows<PrinterView>> {
    let filters = paging.parse_filters()?;
    let texts: [(&str, Text); 5] = [
        ("status", |p| p.status.as_str()),
        ("state", |p| p.state.as_str()),
        ("type", |p| p.kind.as_str()),
        ("size", |p| p.size.as_str()),
        ("kind", |p| p.media.as_str()),
    ];
    for (name, value) in texts {
        if let Some(wanted) = filters.column_texts(name) {
            all.retain(|p| wanted.iter().any(|w| w == value(p)));
        }
    }
    let ids: [(&str, Ids); 3] = [
        ("agent_id", |p| p.agent_id.iter().map(|id| id.0).collect()),
        ("production_area_id", |p| p.production_area_ids.iter().map(|id| id.0).collect()),
        ("cashbox_id", |p| p.cashbox_ids.iter().map(|id| id.0).collect()),
    ];
    for (name, values) in ids {
        if let Some(wanted) = filters.column_ids(name)? {
            all.retain(|p| values(p).iter().any(|id| wanted.contains(id)));
        }
    }
    let text = |p: &PrinterView| {
        let agent = p.agent_name.as_deref().unwrap_or_default();
        [&p.name, &p.address, agent, &p.production_areas.join(" "), &p.cashboxes.join(" ")].join(" ")
    };
    let columns: [(&str, SortKey<PrinterView>); 5] = [
        ("name", |p| p.name.clone()),
        ("type", |p| p.kind.to_string()),
        ("agent", |p| p.agent_name.clone().unwrap_or_default()),
        ("state", |p| p.state.to_string()),
        ("status", |p| p.status.to_string()),
    ];
    search_sort_and_page(all, paging, text, &columns)
}

/// Returns the state that the agent reported last, or OFFLINE if the agent is gone; a virtual printer without an agent is always ready.
pub fn current_state(reported: PrinterState, kind: PrinterType, agent_is_online: Option<bool>) -> PrinterState {
    match agent_is_online {
        Some(true) => reported,
        None if kind == PrinterType::Virtual => PrinterState::Ready,
        _ => PrinterState::Offline,
    }
}
