//! Turns a claimed job into the bytes for its printer: the ticket with the marks that only the agent can know.

use comanda_ticket::{
    Block, Ticket, draw_labels, layout,
    profile::LabelLanguage,
    wire::{LabelSize, Mark},
};

use crate::{
    render::{Logo, Profile, render_escpos, render_labels},
    spool::ClaimedJob,
};

const POSSIBLE_DUPLICATE: &str = "POSIBLE DUPLICADO";

/// Marks, lays out and renders a ticket.
#[must_use]
pub fn compose_ticket(started: &ClaimedJob, profile: &Profile, logo: Logo<'_>) -> Vec<u8> {
    let mut ticket = started.job.ticket.clone();
    // Whether the drawer opens is decided at each attempt; a block of the ticket would open it at every one.
    ticket.blocks.retain(|block| *block != Block::Drawer);
    let mut ticket = marked(ticket, started);
    if started.duplicate {
        ticket = ticket.marked_at_both_ends(POSSIBLE_DUPLICATE);
    }
    if started.pulses_drawer() {
        // The drawer opens first, so that the change can be counted while the paper is printed.
        ticket.blocks.insert(0, Block::Drawer);
    }
    render_escpos(&layout(&ticket, profile.columns()), profile, logo)
}

/// Marks, draws and renders labels. Each of them has the marks, since they part on their way to the guests.
#[must_use]
pub fn compose_labels(started: &ClaimedJob, size: LabelSize, language: LabelLanguage) -> Vec<u8> {
    let labels = started.job.ticket.labels().into_iter().map(|label| {
        let label = marked(label, started);
        if started.duplicate { label.marked_on_top(POSSIBLE_DUPLICATE) } else { label }
    });
    let pictures: Vec<_> = labels.flat_map(|label| draw_labels(&label, size)).collect();
    render_labels(&pictures, size, language)
}

/// Puts the marks on top, in the order in which they matter to the reader of the paper.
fn marked(mut ticket: Ticket, started: &ClaimedJob) -> Ticket {
    for mark in &started.job.marks {
        ticket = ticket.marked_on_top(mark.label());
    }
    if started.late {
        ticket = ticket.marked_on_top(Mark::Atrasado.label());
    }
    if let Some((printer, reason)) = &started.stands_in_for {
        ticket = ticket.marked_for(printer, started.job.area.as_deref().unwrap_or_default(), *reason);
    }
    ticket
}
