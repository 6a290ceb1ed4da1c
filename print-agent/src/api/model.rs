//! The bodies of the calls. Fields that an older server lacks or a newer one adds are tolerated.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

/// A production area or a cash desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The id of the server's row.
    pub id: i64,
    /// The name.
    pub name: String,
}

/// The identity of the agent at the server.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentIdentity {
    /// The id of the server's row.
    pub id: i64,
    /// The name that /printers shows.
    pub name: String,
    /// The host name.
    pub machine: String,
    /// The version of the agent.
    pub version: String,
}

/// The agent of this token, as the server knows it, with its printers.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentView {
    /// The agent itself.
    pub agent: AgentIdentity,
    /// The company whose tickets it prints.
    pub company_name: String,
    /// The version of the server.
    pub server_version: String,
    /// The time of the server's clock.
    pub server_time_ms: i64,
    /// All printers of this agent.
    pub printers: Vec<PrinterView>,
    /// The production areas for which a printer can print.
    pub areas: Vec<Named>,
    /// The cash desks for which a printer can print.
    pub cashboxes: Vec<Named>,
    /// The number of waiting jobs by printer.
    pub jobs_waiting: BTreeMap<String, i64>,
}

/// A printer with its set-up and its state.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PrinterView {
    /// The id of the server's row.
    pub id: i64,
    /// The name on tickets and screens.
    pub name: String,
    /// The kind: NETWORK, USB, SERIAL, SPOOLER or VIRTUAL.
    #[serde(rename = "type")]
    pub kind: String,
    /// The address, whose form depends on the kind.
    pub address: String,
    /// The paper width, 80 or 58.
    pub size: String,
    /// The profile of its model.
    pub profile: String,
    /// TICKET or LABEL: on what it prints. Servers of earlier versions do not send it.
    #[serde(rename = "kind")]
    pub media: String,
    /// The size of its labels.
    pub label_size: String,
    /// ACTIVE or INACTIVE.
    pub status: String,
    /// Whether it has a cash drawer.
    pub opens_drawer: bool,
    /// The printer that stands in for it, perhaps one of another machine.
    pub stand_in_id: Option<i64>,
    /// The name of that printer.
    pub stand_in_name: Option<String>,
    /// The seconds that its tickets wait for it before the stand-in prints them.
    pub stand_in_after_s: Option<i64>,
    /// The areas for which it prints.
    pub production_areas: Vec<Named>,
    /// The cash desks whose receipts it prints.
    pub cashboxes: Vec<Named>,
    /// The state: READY, …
    #[serde(deserialize_with = "or_empty")]
    pub state: String,
    /// BABBLING or NOT_A_PRINTER: the reason for OFFLINE although something is at its address.
    pub trouble: Option<String>,
    /// The level of confirmation, L0, L1 or L2; `None` before it was probed.
    pub level: Option<String>,
    /// The server time of the state.
    pub state_at_ms: Option<i64>,
    /// The server time of the last job.
    pub last_job_at_ms: Option<i64>,
}

fn or_empty<'de, D: Deserializer<'de>>(d: D) -> Result<String, D::Error> {
    Option::deserialize(d).map(Option::unwrap_or_default)
}

/// The body that adds or changes a printer; only the fields in it are changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PrinterForm {
    /// The name on tickets and screens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The kind: NETWORK, …
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The address, whose form depends on the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The paper width, 80 or 58.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The profile of its model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// TICKET or LABEL: on what it prints.
    #[serde(rename = "kind", skip_serializing_if = "Option::is_none")]
    pub media: Option<String>,
    /// The size of its labels: 40x30 or 50x30.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_size: Option<String>,
    /// Whether it has a cash drawer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opens_drawer: Option<bool>,
    /// The printer that stands in for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in_id: Option<i64>,
    /// The seconds that its tickets wait for it before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in_after_s: Option<i64>,
    /// The areas for which it prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub production_area_ids: Option<Vec<i64>>,
    /// The cash desks whose receipts it prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cashbox_ids: Option<Vec<i64>>,
}

/// A print job.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JobView {
    /// The permanent id.
    pub id: String,
    /// The kind of document: COMMAND, RECEIPT, …
    pub document: String,
    /// The production area.
    pub area: Option<String>,
    /// The consecutive number in the area.
    pub sequence: Option<i64>,
    /// The printer it is for.
    pub printer_id: i64,
    /// The name of that printer.
    pub printer: String,
    /// The stand-in that printed it, if any.
    pub printed_on: Option<String>,
    /// The state: PENDING, …
    pub state: String,
    /// The level of confirmation of DONE.
    pub level: Option<String>,
    /// The reason why it does not continue.
    pub reason: Option<String>,
    /// The number of times that it was started.
    pub attempts: i64,
    /// Whether it is marked as a possible duplicate.
    pub duplicate: bool,
    /// The time of creation, RFC 3339.
    pub created_at: Option<String>,
    /// The time of completion, RFC 3339.
    pub finished_at: Option<String>,
}
