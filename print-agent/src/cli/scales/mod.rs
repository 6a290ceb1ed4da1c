//! `scales`: the commands that manage the scales of this machine, which are kept in its configuration file.

mod add;
mod list;
mod remove;
mod test;
mod words;

use super::{CommandResult, Context, Exit, Failure, context::is_same_name};
use crate::{
    config::{ScaleConfig, ScaleProtocol},
    spool::Spool,
};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Las balanzas de esta PC
    #[command(after_long_help = list::HELP)]
    List,
    /// Agrega una balanza
    #[command(after_long_help = add::HELP)]
    Add(add::Arguments),
    /// Muestra el peso en vivo
    #[command(after_long_help = test::HELP)]
    Test(test::Arguments),
    /// Quita una balanza
    #[command(after_long_help = remove::HELP)]
    Remove(remove::Arguments),
}

pub(super) fn run(context: &Context, command: Command) -> CommandResult {
    match command {
        Command::List => list::list(context),
        Command::Add(arguments) => add::run(context, &arguments),
        Command::Test(arguments) => test::run(context, &arguments),
        Command::Remove(arguments) => remove::run(context, &arguments),
    }
}

fn parse_protocol(text: &str) -> Result<ScaleProtocol, String> {
    let wanted = |protocol: &ScaleProtocol| is_same_name(protocol.word(), text);
    ScaleProtocol::ALL.into_iter().find(wanted).ok_or_else(|| {
        let words: Vec<_> = ScaleProtocol::ALL.map(ScaleProtocol::word).into();
        format!("es {}", words.join(", "))
    })
}

fn find<'a>(scales: &'a [ScaleConfig], wanted: &str) -> Result<&'a ScaleConfig, Failure> {
    scales.iter().find(|scale| is_same_name(&scale.name, wanted)).ok_or_else(|| {
        let names: Vec<_> = scales.iter().map(|scale| scale.name.as_str()).collect();
        let remedy = if names.is_empty() {
            "Todavía no hay ninguna: comanda-agent scales add --help".to_owned()
        } else {
            format!("Hay: {}", names.join(", "))
        };
        Failure::new(Exit::Usage, format!("ninguna balanza de esta PC se llama «{wanted}»")).with_remedy(remedy)
    })
}

/// Parses the port of a scale, with all settings.
fn address_text(scale: &ScaleConfig) -> Result<String, Failure> {
    scale.serial_address().map(|address| address.to_string()).map_err(|wrong| {
        Failure::new(Exit::Usage, format!("«{}» no es un puerto serie", scale.address)).with_remedy(wrong.message())
    })
}

/// Says that the running agent still works with the set-up that it began with. Returns whether it does.
fn note_restart(context: &Context, text: &mut String) -> Result<bool, Failure> {
    let runs = Spool::is_held(&context.config()?.state_dir);
    if runs {
        text.push_str(
            "\nEl agente está en marcha sin este cambio. Reinícialo: comanda-agent service stop, y luego start.",
        );
    }
    Ok(runs)
}
