//! A claimed job as the bytes of one printer: the ticket, and what only the agent can know to stand on it.

use comanda_ticket::{Block, layout, wire::Mark};

use crate::{
    render::{Logo, Profile, render},
    spool::Started,
};

const POSSIBLE_DUPLICATE: &str = "POSIBLE DUPLICADO";

/// Lays out, marks and renders. Marks stand in the order in which they matter to whoever takes the paper.
#[must_use]
pub fn compose(started: &Started, profile: &Profile, logo: Logo<'_>) -> Vec<u8> {
    let mut ticket = started.job.ticket.clone();
    // Whether the drawer opens is decided at each attempt; a block of the ticket would open it at every one.
    ticket.blocks.retain(|block| *block != Block::Drawer);
    for mark in &started.job.marks {
        ticket = ticket.marked_on_top(mark.label());
    }
    if started.late {
        ticket = ticket.marked_on_top(Mark::Atrasado.label());
    }
    if let Some(printer) = &started.diverted_from {
        ticket = ticket.marked_on_top(format!("DESVIADO DE: {printer}"));
    }
    if started.duplicate {
        ticket = ticket.marked_at_both_ends(POSSIBLE_DUPLICATE);
    }
    if started.pulses_drawer() {
        // First, so that the change can be counted while the paper comes.
        ticket.blocks.insert(0, Block::Drawer);
    }
    render(&layout(&ticket, profile.columns()), profile, logo)
}
