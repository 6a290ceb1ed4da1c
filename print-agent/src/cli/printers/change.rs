//! `printers move` and `printers remove`: change or remove a printer of this machine.

use serde_json::json;

use super::{
    super::{Answer, CommandResult, Exit, Failure, context::find},
    Setting,
};
use crate::api::{Api, PrinterForm};

pub(super) const MOVE_HELP: &str = "\
Cambia solo lo que se nombra. Los tickets que esperan salen en el lugar nuevo.

Ejemplos:
  comanda-agent printers move COCINA --address 192.168.1.77      (cambió de IP)
  comanda-agent printers move COCINA --address usb:04b8:0202:X7K1   (ahora por USB)
  comanda-agent printers move BAR --area Bar --area Postres      (imprime dos áreas)
  comanda-agent printers move CAJA --drawer no --stand-in BAR --stand-in-after 30
  comanda-agent printers move COCINA --name \"COCINA CALIENTE\"";

pub(super) const REMOVE_HELP: &str = "\
No se puede quitar mientras tenga tickets por imprimir; sus tickets pasados se conservan.

Ejemplos:
  comanda-agent printers remove BAR";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct MoveArguments {
    /// Cuál: su nombre o su número
    #[arg(value_name = "IMPRESORA")]
    printer: String,
    /// Nombre nuevo
    #[arg(long, value_name = "NOMBRE")]
    name: Option<String>,
    #[command(flatten)]
    setting: Setting,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RemoveArguments {
    /// Cuál: su nombre o su número
    #[arg(value_name = "IMPRESORA")]
    printer: String,
}

pub(super) async fn relocate(api: &Api, arguments: &MoveArguments) -> CommandResult {
    let view = api.agent().await?;
    let printer = find(&view.printers, &arguments.printer)?;
    let form = PrinterForm { name: arguments.name.clone(), ..arguments.setting.form(&view)? };
    if form == PrinterForm::default() {
        return Err(
            Failure::new(Exit::Usage, "no se dijo qué cambia").with_remedy("Por ejemplo: --address 192.168.1.77")
        );
    }
    let answer = api.change_printer(printer.id, &form).await?;
    Ok(Answer::new(format!("Impresora {} cambiada.", printer.name), json!({"id": printer.id, "answer": answer})))
}

pub(super) async fn remove(api: &Api, arguments: &RemoveArguments) -> CommandResult {
    let view = api.agent().await?;
    let printer = find(&view.printers, &arguments.printer)?;
    api.remove_printer(printer.id).await.map_err(|error| {
        let name = &printer.name;
        Failure::from(error).with_remedy(format!(
            "Si imprime un área o una caja: comanda-agent printers move \"{name}\" --area ninguna --cashbox ninguna"
        ))
    })?;
    Ok(Answer::new(format!("Impresora {} quitada.", printer.name), json!({"id": printer.id, "name": printer.name})))
}
