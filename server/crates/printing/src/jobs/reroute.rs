//! Sends a paper to another printer. If its agent may have it already, the agent is told to cancel it, and the new paper is marked as a
//! possible duplicate: an agent that cannot be reached may still print its own.

use super::{
    NewJob,
    decide::{DecisionOutcome, JobToDecide, command_agent, conflict_refusal, log_decision, transition_to, with_mark},
    enqueue, store,
};
use crate::{
    find_printer_name,
    printers::{printer_is_active, takes_papers_of},
    routing,
    state::JobState,
    words::PaperKind,
};
use chrono::Duration;
use comanda_base::{
    error::{OrNotFound, Result, invalid},
    ids::PrinterId,
};
use comanda_platform::use_case::Work;
use comanda_ticket::{
    Ticket,
    wire::{Command, Mark},
};

/// A job that is being printed is reported again within this time, unless its agent is gone.
const SILENT_SECONDS: i64 = 15;

/// Prints a job that is not on paper yet on another printer, headed DESVIADO DE.
pub(super) async fn reroute_job(work: &mut Work<'_>, job: &JobToDecide, printer: PrinterId) -> Result<DecisionOutcome> {
    let stands_still = job.is_silent_since(work.now - Duration::seconds(SILENT_SECONDS));
    let goes = match job.state {
        JobState::Done | JobState::Rerouted | JobState::Cancelled => false,
        JobState::Printing => stands_still,
        _ => true,
    };
    if !goes {
        return conflict_refusal("Ya se está imprimiendo o ya terminó. Si hace falta, reimprímelo.", job).err();
    }
    if job.document == PaperKind::Drawer {
        return conflict_refusal("La apertura de la gaveta no se desvía.", job).err();
    }
    job.check_printable()?;
    if printer == job.printer_id {
        return invalid("printer_id", "Elige otra impresora: el documento ya espera en esa.").err();
    }
    if !printer_is_active(work.tx, printer).await? {
        return invalid("printer_id", "Esa impresora ya no existe o está desactivada. Elige otra.").err();
    }
    if !takes_papers_of(work.tx, printer, job.printer_id).await? {
        return invalid("printer_id", "Esa impresora imprime etiquetas: elige una que imprima tickets.").err();
    }
    if let Some(cycle) = job.expected_amount_cycle()
        && routing::is_at_open_till(work.tx, printer, cycle).await?
    {
        let text =
            "El reporte dice cuánto debe haber en una caja que se cuenta a ciegas: no puede salir en su impresora.";
        return invalid("printer_id", text).err();
    }
    let from: String = find_printer_name(work.tx, job.printer_id).await.or_not_found("la impresora")?;
    log_decision(work, job, "PRINT_JOB_REROUTED").await?;
    let may_be_there = job.may_be_at_agent();
    let new = build_rerouted(work, job, printer, &from, may_be_there).await?;
    let command = match job.agent_id {
        Some(agent) if may_be_there => command_agent(work, job, agent, Command::Cancel).await?.command,
        _ => None,
    };
    store::set_printed_on(work.tx, &job.id, printer).await?;
    transition_to(work, job, JobState::Rerouted).await?;
    Ok(DecisionOutcome { job_id: enqueue(work, new).await?, command })
}

async fn build_rerouted(
    work: &mut Work<'_>,
    job: &JobToDecide,
    printer: PrinterId,
    from: &str,
    may_be_there: bool,
) -> Result<NewJob> {
    let ticket: Ticket = job.ticket()?.marked_on_top(format!("DESVIADO DE: {from}"));
    let ticket = if may_be_there { ticket.marked_at_both_ends("POSIBLE DUPLICADO") } else { ticket };
    let mut new = job.copy_for(printer, ticket);
    new.copy = store::find_last_copy_at(work.tx, job, printer).await? + 1;
    new.marks = job.marks()?;
    if job.state == JobState::Expired {
        new.marks = with_mark(new.marks, Mark::Atrasado);
    }
    Ok(new)
}
