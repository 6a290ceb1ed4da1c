//! The destinations of papers about a command: an ANULACIÓN, a CAMBIO DE MESA or a REIMPRESIÓN goes to the cook who has the command,
//! whoever requests it and wherever that user's own papers go.

use super::{
    area_jobs::{self, AreaJob, AreaPaper},
    papers::{self, AreaDishes},
    tickets::command::{CommandHead, CommandTicketKind},
};
use crate::orders::{
    model::Line,
    store::{self, RequestHeader},
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{AreaId, CommandId, PrinterId, UserId},
    money::Quantity,
};
use comanda_platform::use_case::Work;
use comanda_printing::{self as printing, PrintOption, Printer, Routes, SentTicket};
use std::collections::BTreeMap;

/// The printers that some commands were printed at, and the present printers of their senders.
#[derive(Debug)]
pub(in crate::orders) struct TicketDestinations {
    sent_papers: Vec<SentTicket>,
    routes: Routes,
}

impl TicketDestinations {
    /// Loads the destinations of any number of commands at once.
    pub(in crate::orders) async fn load(tx: &mut Tx, commands: &[CommandId], areas: &[AreaId]) -> Result<Self> {
        let sources = commands.iter().map(|id| papers::command_source(*id)).collect();
        Ok(Self {
            sent_papers: printing::list_printers_of_sent_tickets(tx, sources).await?,
            routes: Routes::load(tx, areas).await?,
        })
    }

    /// Returns the printers for a paper of an area about a command: those it was printed at. Where none of them prints any more, or it was
    /// never printed, those of its sender.
    pub(in crate::orders) fn printers(&self, command: CommandId, sender: UserId, area: &AreaDishes) -> Vec<Printer> {
        let source = papers::command_source(command);
        let prints = |w: &&SentTicket| w.printer.commands() == PrintOption::Print;
        let area_papers = self.sent_papers.iter().filter(|w| w.source == source && w.area == area.name).filter(prints);
        let printers: Vec<Printer> = area_papers.map(|w| w.printer.clone()).collect();
        if !printers.is_empty() {
            return printers;
        }
        let sender_printers = self.routes.printers_for(sender).into_iter();
        sender_printers.filter(|p| p.area_id == area.area).map(|p| p.printer).collect()
    }

    /// Returns what areas make of a command, with the printers.
    pub(in crate::orders) fn area_jobs(
        &self,
        command: CommandId,
        sender: UserId,
        areas: Vec<AreaDishes>,
    ) -> Vec<AreaJob> {
        areas.into_iter().map(|dishes| AreaJob { printers: self.printers(command, sender, &dishes), dishes }).collect()
    }
}

/// Prints a paper about sent lines of one command or of several: one for each area and each set of printers that has its commands.
pub(in crate::orders) async fn print_notice(
    work: &mut Work<'_>,
    header: &RequestHeader,
    head: &CommandHead,
    paper: &CommandTicketKind,
    lines: &[(&Line, Quantity)],
) -> Result<Vec<AreaPaper>> {
    let mut by_command: BTreeMap<CommandId, Vec<(&Line, Quantity)>> = BTreeMap::new();
    for &(line, quantity) in lines {
        if let Some(command) = line.command_id {
            by_command.entry(command).or_default().push((line, quantity));
        }
    }
    let ids: Vec<CommandId> = by_command.keys().copied().collect();
    let Some(first) = lines.iter().find_map(|(line, _)| line.command_id) else { return Ok(Vec::new()) };
    let areas: Vec<AreaId> = papers::split_lines_by_area(lines.iter().copied()).iter().map(|a| a.area).collect();
    let destinations = TicketDestinations::load(work.tx, &ids, &areas).await?;
    let senders: BTreeMap<CommandId, UserId> = store::list_senders(work.tx, &ids).await?.into_iter().collect();
    let area_jobs = by_command.into_iter().flat_map(|(command, lines)| {
        let sender = senders.get(&command).copied().unwrap_or(work.actor.user_id);
        destinations.area_jobs(command, sender, papers::split_lines_by_area(lines))
    });
    let area_jobs = group_by_printers(area_jobs);
    area_jobs::number_and_print(work, header, head, paper, &papers::command_source(first), area_jobs).await
}

/// Merges the papers of an area whose commands are at the same printers.
fn group_by_printers(area_jobs: impl Iterator<Item = AreaJob>) -> Vec<AreaJob> {
    let mut all: BTreeMap<(AreaId, Vec<PrinterId>), AreaJob> = BTreeMap::new();
    for each in area_jobs {
        let key = (each.dishes.area, each.printers.iter().map(|p| p.id).collect());
        match all.get_mut(&key) {
            Some(known) => known.dishes.dishes.extend(each.dishes.dishes),
            None => {
                all.insert(key, each);
            }
        }
    }
    all.into_values().collect()
}
