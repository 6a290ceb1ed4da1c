//! The printers as /printers shows them, in four statements whatever their number.

use crate::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{AgentId, AreaId, CashboxId, PrinterId},
    listing::{Paging, Rows, SortKey, short_list},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A printer with all that belongs to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrinterView {
    pub id: PrinterId,
    pub name: String,
    pub agent_id: Option<AgentId>,
    pub agent_name: Option<String>,
    #[serde(rename = "type")]
    pub kind: String,
    pub address: String,
    pub size: String,
    pub profile: String,
    pub stand_in_id: Option<PrinterId>,
    pub stand_in_name: Option<String>,
    pub print_command: String,
    pub print_pre_account: String,
    pub print_receipt: String,
    pub opens_drawer: bool,
    pub status: String,
    /// READY, PAPER_NEAR_END, PAPER_OUT, COVER_OPEN, OFFLINE or ERROR; OFFLINE too where its agent is not connected.
    pub state: String,
    pub state_at: Option<DateTime<Utc>>,
    /// Why it is OFFLINE although something is there: BABBLING or NOT_A_PRINTER.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// What it can confirm: L0, L1, L2.
    pub level: Option<String>,
    /// OPEN or CLOSED, once the printer said so.
    pub drawer: Option<String>,
    pub waiting_jobs: i64,
    pub last_job: Option<LastJob>,
    pub production_area_ids: Vec<AreaId>,
    pub production_areas: Vec<String>,
    pub cashbox_ids: Vec<CashboxId>,
    pub cashboxes: Vec<String>,
}

/// The newest job of a printer.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastJob {
    pub id: String,
    pub document: String,
    pub state: String,
    pub level: Option<String>,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// Which printers are asked for.
#[derive(Debug, Clone, Copy)]
pub enum Which {
    All,
    One(PrinterId),
    OfAgent(AgentId),
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    id: PrinterId,
    name: String,
    agent_id: Option<AgentId>,
    agent_name: Option<String>,
    #[sqlx(rename = "type")]
    kind: String,
    address: String,
    size: String,
    profile: String,
    stand_in_id: Option<PrinterId>,
    stand_in_name: Option<String>,
    print_command: String,
    print_pre_account: String,
    print_receipt: String,
    opens_drawer: bool,
    status: String,
    state: String,
    state_at: Option<DateTime<Utc>>,
    trouble: Option<String>,
    level: Option<String>,
    drawer: Option<String>,
    job_id: Option<String>,
    job_document: Option<String>,
    job_state: Option<String>,
    job_level: Option<String>,
    job_created_at: Option<DateTime<Utc>>,
    job_finished_at: Option<DateTime<Utc>>,
}

const PRINTERS: &str = "SELECT p.id, p.name, p.agent_id, a.name AS agent_name, p.type, p.address, p.size, p.profile, p.stand_in_id,
    s.name AS stand_in_name, p.print_command, p.print_pre_account, p.print_receipt, p.opens_drawer, p.status, p.state, p.state_at,
    p.trouble, p.level, p.drawer, j.id AS job_id, j.document AS job_document, j.state AS job_state, j.level AS job_level, j.created_at AS job_created_at, j.finished_at AS job_finished_at
    FROM printers p LEFT JOIN print_agents a ON a.id = p.agent_id LEFT JOIN printers s ON s.id = p.stand_in_id
    LEFT JOIN print_jobs j ON j.id = (SELECT n.id FROM print_jobs n WHERE n.printer_id = p.id ORDER BY n.created_at DESC, n.id DESC LIMIT 1)";

/// The printers asked for, in the order of their names.
pub async fn printers(
    tx: &mut Tx,
    which: Which,
    online: &HashMap<AgentId, DateTime<Utc>>,
) -> db::Result<Vec<PrinterView>> {
    let sql = match which {
        Which::All => Sql::new(PRINTERS),
        Which::One(id) => Sql::new(PRINTERS).with("WHERE p.id = ?", id),
        Which::OfAgent(id) => Sql::new(PRINTERS).with("WHERE p.agent_id = ?", id),
    };
    let sql = sql.add("ORDER BY p.name, p.id LIMIT 500");
    let rows: Vec<Row> = tx.query(sql).all().await?;
    let waiting: Vec<(PrinterId, i64)> = tx
        .query(
            "SELECT printer_id, COUNT(*) FROM print_jobs WHERE finished_at IS NULL AND state <> 'UNCERTAIN' GROUP BY printer_id",
        )
        .all()
        .await?;
    let waiting: HashMap<PrinterId, i64> = waiting.into_iter().collect();
    let areas: Vec<(PrinterId, AreaId, String)> = tx
        .query(
            "SELECT x.printer_id, a.id, a.name FROM printer_areas x JOIN production_areas a ON a.id = x.production_area_id
             ORDER BY a.name LIMIT 2000",
        )
        .all()
        .await?;
    let boxes: Vec<(PrinterId, CashboxId, String)> = tx
        .query("SELECT printer_id, id, name FROM cashboxes WHERE printer_id IS NOT NULL ORDER BY name LIMIT 2000")
        .all()
        .await?;
    let mut views: Vec<PrinterView> = rows.into_iter().map(|row| view(row, &waiting, online)).collect();
    for view in &mut views {
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

fn view(row: Row, waiting: &HashMap<PrinterId, i64>, online: &HashMap<AgentId, DateTime<Utc>>) -> PrinterView {
    let last_job = match (row.job_id, row.job_document, row.job_state, row.job_created_at) {
        (Some(id), Some(document), Some(state), Some(created_at)) => {
            Some(LastJob { id, document, state, level: row.job_level, created_at, finished_at: row.job_finished_at })
        }
        _ => None,
    };
    let agent_is_online = row.agent_id.map(|id| online.contains_key(&id));
    PrinterView {
        state: state_now(row.state, &row.kind, agent_is_online),
        trouble: row.trouble.filter(|_| agent_is_online == Some(true)),
        waiting_jobs: waiting.get(&row.id).copied().unwrap_or(0),
        id: row.id,
        name: row.name,
        agent_id: row.agent_id,
        agent_name: row.agent_name,
        kind: row.kind,
        address: row.address,
        size: row.size,
        profile: row.profile,
        stand_in_id: row.stand_in_id,
        stand_in_name: row.stand_in_name,
        print_command: row.print_command,
        print_pre_account: row.print_pre_account,
        print_receipt: row.print_receipt,
        opens_drawer: row.opens_drawer,
        status: row.status,
        state_at: row.state_at,
        level: row.level,
        drawer: row.drawer,
        last_job,
        production_area_ids: Vec::new(),
        production_areas: Vec::new(),
        cashbox_ids: Vec::new(),
        cashboxes: Vec::new(),
    }
}

/// What a printer is narrowed by.
type Text = fn(&PrinterView) -> &str;
type Ids = fn(&PrinterView) -> Vec<i64>;

/// The printers that a list asks for: how a printer is follows from who is connected, so it is narrowed here and not in SQL.
pub fn page(mut all: Vec<PrinterView>, paging: &Paging) -> Result<Rows<PrinterView>> {
    let filters = paging.filters()?;
    let texts: [(&str, Text); 4] =
        [("status", |p| &p.status), ("state", |p| &p.state), ("type", |p| &p.kind), ("size", |p| &p.size)];
    for (name, value) in texts {
        if let Some(wanted) = filters.texts(name) {
            all.retain(|p| wanted.iter().any(|w| w == value(p)));
        }
    }
    let ids: [(&str, Ids); 3] = [
        ("agent_id", |p| p.agent_id.iter().map(|id| id.0).collect()),
        ("production_area_id", |p| p.production_area_ids.iter().map(|id| id.0).collect()),
        ("cashbox_id", |p| p.cashbox_ids.iter().map(|id| id.0).collect()),
    ];
    for (name, values) in ids {
        if let Some(wanted) = filters.ids(name)? {
            all.retain(|p| values(p).iter().any(|id| wanted.contains(id)));
        }
    }
    let text = |p: &PrinterView| {
        let agent = p.agent_name.as_deref().unwrap_or_default();
        [&p.name, &p.address, agent, &p.production_areas.join(" "), &p.cashboxes.join(" ")].join(" ")
    };
    let columns: [(&str, SortKey<PrinterView>); 5] = [
        ("name", |p| p.name.clone()),
        ("type", |p| p.kind.clone()),
        ("agent", |p| p.agent_name.clone().unwrap_or_default()),
        ("state", |p| p.state.clone()),
        ("status", |p| p.status.clone()),
    ];
    short_list(all, paging, text, &columns)
}

/// What its agent said last, unless the agent is gone; a virtual printer without an agent is a page, always ready.
fn state_now(said: String, kind: &str, agent_is_online: Option<bool>) -> String {
    match agent_is_online {
        Some(true) => said,
        None if kind == "VIRTUAL" => "READY".into(),
        _ => "OFFLINE".into(),
    }
}
