//! The printers whose papers come out at their stand-ins, with these papers.

use super::{
    list_store::{self, MovedRow},
    rules::{Connections, Place},
};
use crate::{
    link,
    state::JobState,
    words::{PaperKind, PrintLevel, PrinterState, PrinterTrouble},
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{db::Tx, error::Result, ids::PrinterId};
use comanda_platform::use_case::Actor;
use comanda_ticket::{Block, Ticket};
use serde::Serialize;
use utoipa::ToSchema;

/// Papers that went over longer ago belong to a past day.
const PAST_DAY_HOURS: i64 = 12;

/// A printer whose papers a stand-in printed.
#[derive(Debug, Serialize, ToSchema)]
pub struct Relief {
    /// Both halves: what failed, and where its papers come out.
    pub title: String,
    pub printer_id: PrinterId,
    pub printer: String,
    pub printer_state: PrinterState,
    /// Why it is OFFLINE although something answers at its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<PrinterTrouble>,
    pub stand_in_id: PrinterId,
    pub stand_in: String,
    /// Whether the printer still cannot print.
    pub active: bool,
    /// When the first of the papers went over; of an active relief since its printer printed last.
    since: DateTime<Utc>,
    /// The papers, the newest first.
    pub papers: Vec<MovedPaper>,
}

/// A paper that a stand-in prints.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovedPaper {
    /// The job that prints it.
    id: String,
    document: PaperKind,
    /// The name of the paper: `Comanda 0347 COCINA`.
    title: String,
    pub area: String,
    sequence: i64,
    /// How many dishes stand on it; 0 outside the kitchen.
    dishes: usize,
    moved_at: DateTime<Utc>,
    /// The state at the stand-in: DONE is printed.
    state: JobState,
    /// The confirmation by which it counts as DONE.
    level: Option<PrintLevel>,
    /// Whether it is marked POSIBLE DUPLICADO, because it may be on paper at its own printer.
    marked: bool,
}

/// Lists the reliefs of the last hours, the active ones first.
pub async fn list_reliefs(tx: &mut Tx, actor: &Actor) -> Result<Vec<Relief>> {
    let now = actor.app.clock().now();
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let connections = Connections { online: &online, since: DateTime::UNIX_EPOCH, now };
    let since = now - Duration::hours(PAST_DAY_HOURS);
    let moved = list_store::list_moved(tx, actor, since).await?;
    if moved.is_empty() {
        return Ok(Vec::new());
    }
    let last_own = list_store::find_last_own_documents(tx, since).await?;
    let mut reliefs: Vec<Relief> = Vec::new();
    for row in moved {
        let place = row.place();
        let prints = connections.state_of(&place).prints();
        if !prints && last_own.get(&row.printer_id).is_some_and(|at| row.moved_at < *at) {
            // It printed between this paper and the present trouble.
            continue;
        }
        let is_same = |r: &&mut Relief| r.printer_id == row.printer_id && r.stand_in_id == row.stand_in_id;
        let paper = MovedPaper::read(&row)?;
        match reliefs.iter_mut().find(is_same) {
            Some(relief) => relief.add(paper),
            None => reliefs.push(Relief::new(row, connections.state_of(&place), paper)),
        }
    }
    reliefs.sort_by_key(|relief| !relief.active);
    Ok(reliefs)
}

impl Relief {
    fn new(row: MovedRow, state: PrinterState, first: MovedPaper) -> Self {
        let active = !state.prints();
        Self {
            title: title(&row.printer, &row.stand_in, state, row.present_stand_in_id == row.stand_in_id),
            printer_id: row.printer_id,
            printer: row.printer,
            printer_state: state,
            trouble: row.trouble.filter(|_| active),
            stand_in_id: row.stand_in_id,
            stand_in: row.stand_in,
            active,
            since: first.moved_at,
            papers: vec![first],
        }
    }
    fn add(&mut self, paper: MovedPaper) {
        self.since = self.since.min(paper.moved_at);
        self.papers.push(paper);
    }
    /// Returns the areas whose papers went over, each once.
    pub fn areas(&self) -> Vec<&str> {
        let mut areas: Vec<&str> =
            self.papers.iter().map(|p| p.area.as_str()).filter(|area| !area.is_empty()).collect();
        areas.sort_unstable();
        areas.dedup();
        areas
    }
}

impl MovedRow {
    fn place(&self) -> Place {
        Place {
            id: self.printer_id,
            kind: self.kind,
            agent_id: self.agent_id,
            state: self.printer_state,
            state_at: self.state_at,
            seen_at: self.seen_at,
        }
    }
}

impl MovedPaper {
    fn read(row: &MovedRow) -> Result<Self> {
        let ticket: Ticket =
            serde_json::from_str(&row.ticket).map_err(|e| anyhow::anyhow!("print job {}: {e}", row.id))?;
        let is_mark = |block: &Block| matches!(block, Block::Banner { text } if text == "POSIBLE DUPLICADO");
        Ok(Self {
            id: row.id.clone(),
            document: row.document,
            dishes: ticket.blocks.iter().filter(|block| matches!(block, Block::Dish { .. })).count(),
            marked: row.duplicate || ticket.blocks.iter().any(is_mark),
            title: ticket.title,
            area: row.area.clone(),
            sequence: row.sequence,
            moved_at: row.moved_at,
            // The agent of both printers reports the job itself as printed at the other.
            state: if row.state == JobState::Rerouted { JobState::Done } else { row.state },
            level: row.level,
        })
    }
}

/// Says what is wrong with the printer, and where its papers come out; `goes_on` while that printer still stands in for it.
fn title(printer: &str, stand_in: &str, state: PrinterState, goes_on: bool) -> String {
    let what = match state {
        PrinterState::Ready | PrinterState::PaperNearEnd => {
            return format!("{printer} imprime otra vez. Esto salió por {stand_in}.");
        }
        PrinterState::PaperOut => "no tiene papel",
        PrinterState::CoverOpen => "tiene la tapa abierta",
        PrinterState::Error => "tiene un error",
        PrinterState::Offline => "no responde",
    };
    if goes_on {
        format!("{printer} {what}. Sus papeles salen solos por {stand_in}.")
    } else {
        format!("{printer} {what}. Esto salió por {stand_in}, que ya no la suple.")
    }
}

#[cfg(test)]
mod tests {
    use super::{PrinterState, title};

    #[test]
    fn the_title_says_both_halves() {
        let cases = [
            (PrinterState::Offline, "Cocina no responde. Sus papeles salen solos por Parrilla."),
            (PrinterState::PaperOut, "Cocina no tiene papel. Sus papeles salen solos por Parrilla."),
            (PrinterState::Ready, "Cocina imprime otra vez. Esto salió por Parrilla."),
        ];
        for (state, expected) in cases {
            assert_eq!(title("Cocina", "Parrilla", state, true), expected);
        }
        let changed = title("Cocina", "Parrilla", PrinterState::Offline, false);
        assert_eq!(changed, "Cocina no responde. Esto salió por Parrilla, que ya no la suple.");
    }
}
