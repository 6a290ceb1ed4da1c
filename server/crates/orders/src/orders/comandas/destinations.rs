//! Where papers go that are about a command: an ANULACIÓN, a CAMBIO DE MESA or a REIMPRESIÓN reaches the cook who has the command
//! in hand, whoever asks for it and wherever that person's own papers go.

use super::{
    papers::{self, AreaDishes, AreaPaper, Going},
    tickets::command::{Head, Paper},
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
use comanda_printing::{self as printing, PrintOption, Printer, Routes, SentPaper};
use std::collections::BTreeMap;

/// Where some commands went, and where their senders' papers go now.
#[derive(Debug)]
pub(in crate::orders) struct Destinations {
    went: Vec<SentPaper>,
    routes: Routes,
}

impl Destinations {
    /// Reads them once for any number of commands.
    pub(in crate::orders) async fn of(tx: &mut Tx, commands: &[CommandId], areas: &[AreaId]) -> Result<Self> {
        let sources = commands.iter().map(|id| papers::source(*id)).collect();
        Ok(Self { went: printing::printers_of_sent_papers(tx, sources).await?, routes: Routes::of(tx, areas).await? })
    }

    /// The printers of an area's papers about a command: those it came out of. Where none of them prints any more, or it never
    /// went to paper, those of its sender.
    pub(in crate::orders) fn printers(&self, command: CommandId, sender: UserId, area: &AreaDishes) -> Vec<Printer> {
        let source = papers::source(command);
        let prints = |w: &&SentPaper| w.printer.commands() == PrintOption::Print;
        let here = self.went.iter().filter(|w| w.source == source && w.area == area.name).filter(prints);
        let went: Vec<Printer> = here.map(|w| w.printer.clone()).collect();
        if !went.is_empty() {
            return went;
        }
        let of_sender = self.routes.printers_for(sender).into_iter();
        of_sender.filter(|p| p.area_id == area.area).map(|p| p.printer).collect()
    }

    /// What areas make of a command, with its printers.
    pub(in crate::orders) fn going(&self, command: CommandId, sender: UserId, areas: Vec<AreaDishes>) -> Vec<Going> {
        areas.into_iter().map(|made| Going { printers: self.printers(command, sender, &made), made }).collect()
    }
}

/// Prints a paper about lines that were sent, of one command or of several: one for each area and the printers that have its
/// commands.
pub(in crate::orders) async fn print_about(
    work: &mut Work<'_>,
    header: &RequestHeader,
    head: &Head,
    paper: &Paper,
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
    let areas: Vec<AreaId> = papers::by_area(lines.iter().copied()).iter().map(|a| a.area).collect();
    let destinations = Destinations::of(work.tx, &ids, &areas).await?;
    let senders: BTreeMap<CommandId, UserId> = store::senders(work.tx, &ids).await?.into_iter().collect();
    let going = by_command.into_iter().flat_map(|(command, lines)| {
        let sender = senders.get(&command).copied().unwrap_or(work.actor.user_id);
        destinations.going(command, sender, papers::by_area(lines))
    });
    let going = together(going);
    papers::print_at(work, header, head, paper, &papers::source(first), going).await
}

/// One paper where an area has several commands at the same printers.
fn together(going: impl Iterator<Item = Going>) -> Vec<Going> {
    let mut all: BTreeMap<(AreaId, Vec<PrinterId>), Going> = BTreeMap::new();
    for each in going {
        let key = (each.made.area, each.printers.iter().map(|p| p.id).collect());
        match all.get_mut(&key) {
            Some(known) => known.made.dishes.extend(each.made.dishes),
            None => {
                all.insert(key, each);
            }
        }
    }
    all.into_values().collect()
}
