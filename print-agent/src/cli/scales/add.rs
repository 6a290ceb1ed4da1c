//! `scales add`: adds a scale to this machine.

use serde_json::json;

use super::{
    super::{Answer, CommandResult, Context, Exit, Failure, context::is_same_name},
    address_text, note_restart, parse_protocol,
};
use crate::config::{Config, ScaleConfig, ScaleProtocol};

/// The longest name, which has to fit on a till's screen.
const MAX_NAME: usize = 40;

pub(super) const HELP: &str = "\
El puerto es el que muestra «comanda-agent discover». El protocolo se elige en el menú de la balanza; su manual dice cuál tiene:
  toledo           Toledo 8217: contesta el peso cuando se le pide (en su menú, protocolo 8217 o tipo 3)
  toledo-continuo  la salida continua de Toledo, que también tienen indicadores de otras marcas
  cas              CAS: a pedido (ECR tipo 6, como la PD-II) o continuo (22 bytes)
  epelsa           Epelsa: en modo automático o a pedido ($)
  dibal            Dibal con el protocolo TISA: a pedido o continuo
  generico         líneas como «ST,GS,+  0.850kg», de muchas balanzas económicas
Si la balanza habla sola se la escucha; si calla, se le pide el peso.

Sin velocidad se toma 9600,8N1 (toledo: 9600,7E1). Debe ser la misma que en el menú de la balanza.

Ejemplos:
  comanda-agent scales add --name \"Barra fría\" --address COM3 --protocol cas
  comanda-agent scales add --name CAJA --address /dev/ttyUSB0:4800,8N1 --protocol generico";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Nombre que sale en la caja
    #[arg(long, value_name = "NOMBRE")]
    name: String,
    /// Puerto serie, con su velocidad si no es la usual: COM3 o COM3:4800,8N1
    #[arg(long, value_name = "PUERTO")]
    address: String,
    /// Cómo habla: toledo, toledo-continuo, cas, epelsa, dibal o generico
    #[arg(long, value_name = "PROTOCOLO", value_parser = parse_protocol)]
    protocol: ScaleProtocol,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    let mut config = Config::read_as_written(&context.config_file)?;
    let name = arguments.name.trim().to_owned();
    let scale = ScaleConfig { name, address: arguments.address.trim().to_owned(), protocol: arguments.protocol };
    let address = address_text(&scale)?;
    check(&scale, &config.scales)?;
    let (name, word) = (scale.name.clone(), scale.protocol.word());
    config.scales.push(scale);
    config.write(&context.config_file)?;
    let mut text = format!("Balanza {name} agregada: {word} en {address}.");
    text.push_str(&format!("\nPruébala: comanda-agent scales test \"{name}\"{}", context.config_option()));
    let restart = note_restart(context, &mut text)?;
    let json = json!({"name": name, "protocol": word, "address": address, "restart_needed": restart});
    Ok(Answer::new(text, json))
}

/// Refuses a name that is of no use, and a name or a port that another scale has.
fn check(scale: &ScaleConfig, others: &[ScaleConfig]) -> Result<(), Failure> {
    if scale.name.is_empty() || scale.name.chars().count() > MAX_NAME || scale.name.chars().any(char::is_control) {
        let message = format!("«{}» no sirve de nombre: son de 1 a {MAX_NAME} letras", scale.name);
        return Err(Failure::new(Exit::Usage, message));
    }
    if let Some(other) = others.iter().find(|other| is_same_name(&other.name, &scale.name)) {
        return Err(Failure::new(Exit::Usage, format!("ya hay una balanza que se llama {}", other.name))
            .with_remedy(format!("Para cambiarla, quítala antes: comanda-agent scales remove \"{}\"", other.name)));
    }
    let port = |scale: &ScaleConfig| scale.serial_address().ok().map(|address| address.port);
    match others.iter().find(|other| port(other) == port(scale)) {
        Some(other) => Err(Failure::new(Exit::Usage, format!("en ese puerto ya está la balanza {}", other.name))
            .with_remedy(format!("Para cambiarla, quítala antes: comanda-agent scales remove \"{}\"", other.name))),
        None => Ok(()),
    }
}
