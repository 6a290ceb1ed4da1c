//! What travels in those calls. Fields that an older or newer server lacks or adds do no harm.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

/// A production area or a cash desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The server's row.
    pub id: i64,
    /// As people call it.
    pub name: String,
}

/// The agent as the server knows it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Registered {
    /// The server's row.
    pub id: i64,
    /// As /printers shows it.
    pub name: String,
    /// Host name.
    pub machine: String,
    /// The agent's.
    pub version: String,
}

/// Everything of this agent.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentView {
    /// Itself.
    pub agent: Registered,
    /// Whose tickets it prints.
    pub company_name: String,
    /// The server's.
    pub server_version: String,
    /// The server's clock.
    pub server_time_ms: i64,
    /// All of this agent.
    pub printers: Vec<PrinterView>,
    /// That a printer can be for.
    pub areas: Vec<Named>,
    /// That a printer can be for.
    pub cashboxes: Vec<Named>,
    /// By printer.
    pub jobs_waiting: BTreeMap<String, i64>,
}

/// A printer, as it is set up and as it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PrinterView {
    /// The server's row.
    pub id: i64,
    /// On tickets and screens.
    pub name: String,
    /// NETWORK, USB, SERIAL, SPOOLER or VIRTUAL.
    #[serde(rename = "type")]
    pub kind: String,
    /// By kind.
    pub address: String,
    /// 80 or 58.
    pub size: String,
    /// Model.
    pub profile: String,
    /// ACTIVE or INACTIVE.
    pub status: String,
    /// Has a cash drawer.
    pub opens_drawer: bool,
    /// Takes over.
    pub stand_in_id: Option<i64>,
    /// What it prints.
    pub production_areas: Vec<Named>,
    /// Whose receipts it prints.
    pub cashboxes: Vec<Named>,
    /// READY, …
    #[serde(deserialize_with = "or_empty")]
    pub state: String,
    /// BABBLING or NOT_A_PRINTER: why it is OFFLINE although something is there.
    pub trouble: Option<String>,
    /// L0, L1, L2; none before it was probed.
    pub level: Option<String>,
    /// Server time.
    pub state_at_ms: Option<i64>,
    /// Server time.
    pub last_job_at_ms: Option<i64>,
}

fn or_empty<'de, D: Deserializer<'de>>(d: D) -> Result<String, D::Error> {
    Option::deserialize(d).map(Option::unwrap_or_default)
}

/// Body of adding or changing a printer: only the fields sent are changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PrinterForm {
    /// On tickets and screens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// NETWORK, …
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// By kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// 80 or 58.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// Model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// Has a cash drawer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opens_drawer: Option<bool>,
    /// Takes over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in_id: Option<i64>,
    /// What it prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub production_area_ids: Option<Vec<i64>>,
    /// Whose receipts it prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cashbox_ids: Option<Vec<i64>>,
}

/// A job.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JobView {
    /// For ever.
    pub id: String,
    /// COMMAND, RECEIPT, …
    pub document: String,
    /// Production area.
    pub area: Option<String>,
    /// The area's consecutive number.
    pub sequence: Option<i64>,
    /// Where it belongs.
    pub printer_id: i64,
    /// Its name.
    pub printer: String,
    /// Where a stand-in printed it.
    pub printed_on: Option<String>,
    /// PENDING, …
    pub state: String,
    /// What proves DONE.
    pub level: Option<String>,
    /// Why it does not go on.
    pub reason: Option<String>,
    /// How often it was started.
    pub attempts: i64,
    /// Marked as a possible duplicate.
    pub duplicate: bool,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339.
    pub finished_at: Option<String>,
}
