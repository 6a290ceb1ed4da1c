//! `printers list`: lists the printers of this machine.

use super::super::{Answer, CommandResult, Context, answer::table, words};
use crate::{
    api::{Api, Named, PrinterView},
    spool::Spool,
};

pub(super) const HELP: &str = "\
El nivel dice qué puede probar cada impresora: L2 confirma que imprimió, L1 que recibió todo, L0 nada.

Ejemplos:
  comanda-agent printers list
  comanda-agent printers list --json";

pub(super) async fn list(context: &Context, api: &Api) -> CommandResult {
    let view = api.load_agent().await?;
    let agent_is_running = Spool::is_held(&context.config()?.state_dir);
    if view.printers.is_empty() {
        return Ok(Answer::new("Esta PC no tiene impresoras. Búscalas: comanda-agent discover", &view.printers));
    }
    let rows: Vec<_> = view
        .printers
        .iter()
        .map(|printer| {
            let prints = [join_names(&printer.production_areas), join_names(&printer.cashboxes)];
            let prints: Vec<_> = prints.into_iter().filter(|names| !names.is_empty()).collect();
            let state = match (printer.status.as_str(), agent_is_running) {
                ("INACTIVE", _) => "desactivada",
                (_, true) => words::printer_state_or_trouble(&printer.state, printer.trouble.as_deref()),
                (_, false) => "agente parado",
            };
            [
                printer.id.to_string(),
                printer.name.clone(),
                words::printer_kind(&printer.kind).to_owned(),
                printer.address.clone(),
                match printer.media.as_str() {
                    "LABEL" => format!("etiqueta {}", printer.label_size),
                    _ => format!("{} mm", printer.size),
                },
                prints.join("; "),
                state.to_owned(),
                printer.level.clone().unwrap_or_default(),
                stand_in(printer),
            ]
        })
        .collect();
    let text =
        table(["N.º", "IMPRESORA", "TIPO", "DIRECCIÓN", "PAPEL", "IMPRIME", "ESTADO", "NIVEL", "SI FALLA"], &rows);
    Ok(Answer::new(text, &view.printers))
}

/// Returns the printer that stands in for this one, and after how many seconds; nothing where there is none.
fn stand_in(printer: &PrinterView) -> String {
    match (&printer.stand_in_name, printer.stand_in_after_s) {
        (Some(name), Some(seconds)) => format!("{name} tras {seconds} s"),
        (Some(name), None) => name.clone(),
        (None, _) => String::new(),
    }
}

fn join_names(names: &[Named]) -> String {
    names.iter().map(|row| row.name.as_str()).collect::<Vec<_>>().join(", ")
}
