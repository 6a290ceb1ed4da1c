//! `scales list`: lists the scales of this machine.

use super::super::{Answer, CommandResult, Context, answer::table};

pub(super) const HELP: &str = "\
Para ver si una responde: comanda-agent scales test NOMBRE

Ejemplos:
  comanda-agent scales list
  comanda-agent scales list --json";

pub(super) fn list(context: &Context) -> CommandResult {
    let scales = context.config()?.scales;
    if scales.is_empty() {
        return Ok(Answer::new("Esta PC no tiene balanzas. Agrega una: comanda-agent scales add --help", &scales));
    }
    let rows: Vec<_> = scales
        .iter()
        .map(|scale| {
            let address = scale.serial_address().map_or_else(|_| scale.address.clone(), |port| port.to_string());
            [scale.name.clone(), scale.protocol.word().to_owned(), address]
        })
        .collect();
    Ok(Answer::new(table(["BALANZA", "PROTOCOLO", "PUERTO"], &rows), &scales))
}
