//! `scales remove`: removes a scale from this machine.

use serde_json::json;

use super::{
    super::{Answer, CommandResult, Context},
    find, note_restart,
};
use crate::config::Config;

pub(super) const HELP: &str = "\
Ejemplos:
  comanda-agent scales remove CAJA";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Cuál: su nombre
    #[arg(value_name = "BALANZA")]
    scale: String,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    let mut config = Config::read_as_written(&context.config_file)?;
    let name = find(&config.scales, &arguments.scale)?.name.clone();
    config.scales.retain(|scale| scale.name != name);
    config.write(&context.config_file)?;
    let mut text = format!("Balanza {name} quitada.");
    let restart = note_restart(context, &mut text)?;
    Ok(Answer::new(text, json!({"name": name, "restart_needed": restart})))
}
