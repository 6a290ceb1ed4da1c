//! `printers add`: adds a printer to this machine.

use serde_json::json;

use super::{
    super::{Answer, CommandResult, Context, Exit, Failure},
    PrinterSettings, test,
};
use crate::api::{AgentView, Api, PrinterForm};

pub(super) const HELP: &str = "\
La dirección es la que muestra «comanda-agent discover». Las áreas y las cajas se nombran como en Comanda.

Ejemplos:
  comanda-agent printers add --name COCINA --address 192.168.1.50 --area Cocina
  comanda-agent printers add --name CAJA --address usb:04b8:0202:X7K1 --cashbox \"Caja principal\" --drawer --test
  comanda-agent printers add --name BAR --address /dev/ttyUSB0:19200,8N1 --area Bar --paper 58
  comanda-agent printers add --name ETIQUETAS --address 192.168.1.60 --area Cocina --label 50x30 --profile tspl
  comanda-agent printers add --name OFICINA --type cola --address EPSON_TM_T20
  comanda-agent printers add --name PANTALLA --type virtual --area Postres";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Nombre que sale en los tickets y en las pantallas
    #[arg(long, value_name = "NOMBRE")]
    name: String,
    #[command(flatten)]
    setting: PrinterSettings,
    /// Imprime después la página de prueba
    #[arg(long)]
    test: bool,
}

pub(super) async fn run(context: &Context, api: &Api, arguments: &Arguments) -> CommandResult {
    let view = api.load_agent().await?;
    let id = add(api, &view, &arguments.name, &arguments.setting).await?;
    let text = format!("Impresora {} agregada (n.º {id}).", arguments.name.trim());
    if !arguments.test {
        let flag = context.config_option();
        let text = format!("{text}\nPruébala: comanda-agent printers test \"{}\"{flag}", arguments.name.trim());
        return Ok(Answer::new(text, json!({"id": id, "name": arguments.name.trim()})));
    }
    let tested = test(context, api, id, arguments.name.trim()).await?;
    Ok(Answer::new(
        format!("{text}\n{}", tested.text),
        json!({"id": id, "name": arguments.name.trim(), "test": tested.json}),
    ))
}

/// Adds a printer and returns its id.
pub(in crate::cli) async fn add(
    api: &Api,
    view: &AgentView,
    name: &str,
    setting: &PrinterSettings,
) -> Result<i64, Failure> {
    let is_virtual = setting.kind.as_deref() == Some("VIRTUAL");
    if setting.address.is_none() && !is_virtual {
        return Err(Failure::new(Exit::Usage, "falta --address: dónde está la impresora")
            .with_remedy("Búscala con «comanda-agent discover», o agrega una sin aparato con --type virtual."));
    }
    let form = setting.form(view)?;
    let size = form.size.clone().or_else(|| Some("80".to_owned()));
    let form = PrinterForm { name: Some(name.trim().to_owned()), size, ..form };
    let added = api.add_printer(&form).await?;
    added["id"].as_i64().ok_or_else(|| Failure::new(Exit::Failed, "el servidor no dijo qué impresora agregó"))
}
