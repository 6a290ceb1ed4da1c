//! The view of an agent on its own machine.

use crate::{
    agents::store::{self, Named},
    link,
    printers::{PrintOption, PrinterSelection, PrinterView, load_printers},
    words::{LabelSize, PaperSize, PrintLevel, PrinterKind, PrinterState, PrinterTrouble, PrinterType},
};
use comanda_base::{
    db::Tx,
    error::{Result, not_found},
    ids::{AgentId, AreaId, CashboxId, PrinterId},
    words::Status,
};
use comanda_platform::use_case::Actor;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An agent and everything that concerns it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnSetUp {
    agent: OwnAgent,
    company_name: String,
    server_version: &'static str,
    /// The server's clock, by which jobs expire.
    server_time_ms: i64,
    printers: Vec<OwnPrinter>,
    /// The production areas that a printer can serve.
    areas: Vec<Named>,
    /// The cash boxes to which a printer can belong.
    cashboxes: Vec<Named>,
    /// The number of waiting jobs by printer id; printers without any are left out.
    jobs_waiting: BTreeMap<i64, i64>,
}

/// The agent itself.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnAgent {
    id: AgentId,
    name: String,
    version: String,
    machine: String,
}

/// A printer as the agent's own machine sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnPrinter {
    id: PrinterId,
    name: String,
    #[serde(rename = "type")]
    kind: PrinterType,
    address: String,
    size: PaperSize,
    profile: String,
    /// Perhaps a printer of another machine.
    stand_in_id: Option<PrinterId>,
    stand_in_name: Option<String>,
    /// The seconds that its papers wait before the stand-in prints them.
    stand_in_after_s: i64,
    status: Status,
    print_command: PrintOption,
    print_pre_account: PrintOption,
    print_receipt: PrintOption,
    opens_drawer: bool,
    /// Whether it prints tickets or labels.
    #[serde(rename = "kind")]
    media: PrinterKind,
    /// The size of its labels.
    label_size: LabelSize,
    production_areas: Vec<Named>,
    cashboxes: Vec<Named>,
    /// The state that the agent reported last; OFFLINE while its service is not connected.
    state: PrinterState,
    /// The reason why it is OFFLINE although something answers at its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<PrinterTrouble>,
    level: Option<PrintLevel>,
    state_at_ms: Option<i64>,
    /// The time at which the newest job was written.
    last_job_at_ms: Option<i64>,
}

impl From<PrinterView> for OwnPrinter {
    fn from(p: PrinterView) -> Self {
        let areas = p.production_area_ids.into_iter().map(|AreaId(id)| id).zip(p.production_areas);
        let boxes = p.cashbox_ids.into_iter().map(|CashboxId(id)| id).zip(p.cashboxes);
        Self {
            id: p.id,
            name: p.name,
            kind: p.kind,
            address: p.address,
            size: p.size,
            profile: p.profile,
            stand_in_id: p.stand_in_id,
            media: p.media,
            label_size: p.label_size,
            stand_in_name: p.stand_in_name,
            stand_in_after_s: p.stand_in_after_s,
            status: p.status,
            print_command: p.print_command,
            print_pre_account: p.print_pre_account,
            print_receipt: p.print_receipt,
            opens_drawer: p.opens_drawer,
            production_areas: areas.map(|(id, name)| Named { id, name }).collect(),
            cashboxes: boxes.map(|(id, name)| Named { id, name }).collect(),
            state: p.state,
            trouble: p.trouble,
            level: p.level,
            state_at_ms: p.state_at.map(|at| at.timestamp_millis()),
            last_job_at_ms: p.last_job.map(|job| job.created_at.timestamp_millis()),
        }
    }
}

pub(super) async fn load_set_up(tx: &mut Tx, actor: &Actor, agent: AgentId) -> Result<OwnSetUp> {
    let Some(known) = store::find_active_agent(tx, agent).await? else {
        return not_found("el agente de impresión").err();
    };
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let agent_printers = load_printers(tx, PrinterSelection::OfAgent(agent), &online).await?;
    let waiting = agent_printers.iter().filter(|p| p.waiting_jobs > 0).map(|p| (p.id.0, p.waiting_jobs)).collect();
    Ok(OwnSetUp {
        agent: OwnAgent { id: known.id, name: known.name, version: known.version, machine: known.machine },
        company_name: actor.company.name.clone(),
        server_version: env!("CARGO_PKG_VERSION"),
        server_time_ms: actor.app.clock().now().timestamp_millis(),
        printers: agent_printers.into_iter().map(OwnPrinter::from).collect(),
        areas: store::list_areas(tx).await?,
        cashboxes: store::list_cashboxes(tx).await?,
        jobs_waiting: waiting,
    })
}

/// Loads one of the agent's printers.
pub(super) async fn load_printer(tx: &mut Tx, actor: &Actor, id: PrinterId) -> Result<OwnPrinter> {
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let found: Option<PrinterView> = load_printers(tx, PrinterSelection::One(id), &online).await?.pop();
    match found {
        Some(printer) => Ok(printer.into()),
        None => not_found("la impresora").err(),
    }
}
