//! What `comanda-agent status` says.

use std::fmt::Write;

use comanda_ticket::wire::JobState;

use crate::{config::Config, spool::Spool};

/// Describes the agent from its files, whether it runs or not.
///
/// # Errors
/// When the state folder cannot be read.
pub fn describe(config: &Config) -> anyhow::Result<String> {
    let mut text = String::new();
    writeln!(text, "Servidor: {}", config.server)?;
    writeln!(text, "Carpeta:  {}", config.state_dir.display())?;
    let Some((printers, jobs)) = Spool::peek(&config.state_dir)? else {
        writeln!(text, "Todavía no ha trabajado.")?;
        return Ok(text);
    };
    for printer in printers {
        writeln!(text, "Impresora {}: {:?} {}", printer.name, printer.kind, printer.address)?;
    }
    let waiting = jobs.iter().filter(|job| !job.state.is_final()).count();
    writeln!(text, "Tickets por imprimir o por decidir: {waiting}")?;
    for job in jobs.iter().filter(|job| job.state == JobState::Uncertain) {
        writeln!(text, "  {}: puede estar impreso; decida en la pantalla Impresoras", job.id)?;
    }
    Ok(text)
}
