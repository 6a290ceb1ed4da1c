//! Jobs as screens show them, and their papers.

use crate::{
    state::JobState,
    words::{JobReason, LabelSize, PaperKind, PaperSize, PrintLevel, PrinterKind},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Result, invalid},
    ids::{AgentId, PrinterId, RequestId},
};
use comanda_platform::settings::Logo;
use comanda_ticket::{
    Line, Ticket, draw_labels, layout,
    wire::{self, Mark},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A job as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct JobView {
    pub id: String,
    pub document: PaperKind,
    /// The record that it prints: `command:12`, `billing:7`.
    pub source: String,
    pub area: String,
    pub sequence: i64,
    pub printer_id: PrinterId,
    pub printer: String,
    /// The printer that really printed it, if it was a stand-in.
    pub printed_on: Option<String>,
    pub state: JobState,
    /// The confirmation by which the job counts as DONE.
    pub level: Option<PrintLevel>,
    pub reason: Option<JobReason>,
    pub attempts: i64,
    pub duplicate: bool,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub client_request_id: Option<RequestId>,
}

/// The filter of a list of jobs.
#[derive(Debug, Clone, Default)]
pub struct JobFilter {
    pub client_request_id: Option<RequestId>,
    pub printer_id: Option<PrinterId>,
    /// Jobs of this agent's printers, or jobs that it holds.
    pub agent_id: Option<AgentId>,
    pub state: Option<StateFilter>,
}

/// The `?state=` of a list of jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateFilter {
    /// `WAITING`: all unfinished jobs.
    Waiting,
    Is(JobState),
}

impl StateFilter {
    /// Parses the text of a query.
    pub fn read(text: &str) -> Result<Self> {
        match text {
            "WAITING" => Ok(Self::Waiting),
            state => state
                .parse()
                .map(Self::Is)
                .map_err(|_| invalid("state", "Es un estado de un documento, como HELD, o WAITING.").into()),
        }
    }
}

const POSSIBLE_DUPLICATE: &str = "POSIBLE DUPLICADO";

/// A job's ticket with its marks, as it is printed.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct JobTicketRow {
    pub id: String,
    pub document: PaperKind,
    pub state: JobState,
    pub duplicate: bool,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub size: PaperSize,
    #[row(rename = "kind")]
    media: PrinterKind,
    label_size: LabelSize,
    ticket: String,
    marks: String,
}

impl JobTicketRow {
    /// Returns the columns of the printer's paper, or those that a label is wide.
    pub fn columns(&self) -> usize {
        match self.media {
            PrinterKind::Ticket => self.size.columns(),
            PrinterKind::Label => usize::from(wire::LabelSize::from(self.label_size).width_dots()).div_ceil(12),
        }
    }
    /// Returns the printed ticket: marks on top, a possible duplicate marked at both ends, and the logo where the ticket names it. Labels
    /// are pictures, each with the marks.
    pub fn ticket(&self, logo: &Logo) -> Result<Ticket> {
        let ticket: Ticket = serde_json::from_str(&self.ticket).map_err(|e| anyhow::anyhow!("job {}: {e}", self.id))?;
        let marks: Vec<Mark> =
            serde_json::from_str(&self.marks).map_err(|e| anyhow::anyhow!("job {}: {e}", self.id))?;
        let marked = |ticket: Ticket| marks.iter().fold(ticket, |ticket, mark| ticket.marked_on_top(mark.label()));
        if self.media == PrinterKind::Label {
            let marked_label = |label: Ticket| {
                let label = marked(label);
                if self.duplicate { label.marked_on_top(POSSIBLE_DUPLICATE) } else { label }
            };
            let pictures = ticket.labels().into_iter().map(marked_label);
            let pictures = pictures.flat_map(|label| draw_labels(&label, self.label_size.into()));
            let empty = Ticket { blocks: Vec::new(), ..ticket.clone() };
            return Ok(pictures.fold(empty, |ticket, picture| ticket.image(picture).cut()));
        }
        let ticket = marked(ticket);
        let ticket = if self.duplicate { ticket.marked_at_both_ends(POSSIBLE_DUPLICATE) } else { ticket };
        Ok(logo.draw_on(ticket))
    }
    /// Returns the lines of the laid-out ticket.
    pub fn lines(&self, logo: &Logo) -> Result<Vec<Line>> {
        Ok(layout(&self.ticket(logo)?, self.columns()))
    }
}

/// Returns a file name with the Spanish name of the document, without extension.
pub fn file_name(document: PaperKind, id: &str) -> String {
    let name = match document {
        PaperKind::Command | PaperKind::Reprint | PaperKind::Cancellation | PaperKind::TableChange => "comanda",
        PaperKind::Prebill => "precuenta",
        PaperKind::Receipt => "comprobante",
        PaperKind::Cash => "caja",
        PaperKind::Promotion => "promocion",
        PaperKind::Test | PaperKind::Drawer => "documento",
    };
    // The end of a version 7 UUID is its random part.
    format!("{name}-{}", &id[id.len().saturating_sub(6)..])
}
