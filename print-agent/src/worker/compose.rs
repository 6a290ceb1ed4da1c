//! Turns a claimed job into the bytes for its printer: the ticket with the marks that only the agent can know.

use comanda_ticket::{Block, layout, wire::Mark};

use crate::{
    render::{Logo, Profile, render},
    spool::ClaimedJob,
};

const POSSIBLE_DUPLICATE: &str = "POSIBLE DUPLICADO";

/// Marks, lays out and renders a ticket. The marks are in the order in which they matter to the reader of the paper.
#[must_use]
pub fn compose(started: &ClaimedJob, profile: &Profile, logo: Logo<'_>) -> Vec<u8> {
    let mut ticket = started.job.ticket.clone();
    // Whether the drawer opens is decided at each attempt; a block of the ticket would open it at every one.
    ticket.blocks.retain(|block| *block != Block::Drawer);
    for mark in &started.job.marks {
        ticket = ticket.marked_on_top(mark.label());
    }
    if started.late {
        ticket = ticket.marked_on_top(Mark::Atrasado.label());
    }
    if let Some((printer, reason)) = &started.stands_in_for {
        ticket = ticket.marked_for(printer, started.job.area.as_deref().unwrap_or_default(), *reason);
    }
    if started.duplicate {
        ticket = ticket.marked_at_both_ends(POSSIBLE_DUPLICATE);
    }
    if started.pulses_drawer() {
        // The drawer opens first, so that the change can be counted while the paper is printed.
        ticket.blocks.insert(0, Block::Drawer);
    }
    render(&layout(&ticket, profile.columns()), profile, logo)
}
