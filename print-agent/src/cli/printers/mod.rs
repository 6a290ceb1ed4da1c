//! `printers`: the commands that manage the printers of this machine.

mod add;
mod change;
mod form;
mod list;
mod probe;
mod test;

pub(super) use add::add;
pub(super) use form::{PrinterSettings, parse_kind};
pub(super) use test::test;

use super::{CommandResult, Context, context::run_to_completion};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Las impresoras de esta PC, qué imprimen y cómo están
    #[command(after_long_help = list::HELP)]
    List,
    /// Agrega una impresora
    #[command(after_long_help = add::HELP)]
    Add(add::Arguments),
    /// Pregunta a una impresora cómo está y qué puede confirmar, sin imprimir
    #[command(after_long_help = probe::HELP)]
    Probe(probe::Arguments),
    /// Imprime la página de prueba y espera a que salga
    #[command(after_long_help = test::HELP)]
    Test(test::Arguments),
    /// Cambia dónde está una impresora o qué imprime; conserva su historia
    #[command(after_long_help = change::MOVE_HELP)]
    Move(change::MoveArguments),
    /// Quita una impresora
    #[command(after_long_help = change::REMOVE_HELP)]
    Remove(change::RemoveArguments),
}

pub(super) fn run(context: &Context, command: Command) -> CommandResult {
    let api = context.api();
    match command {
        // A printer can be probed before the machine is paired.
        Command::Probe(arguments) => run_to_completion(probe::run(context, &arguments)),
        Command::List => run_to_completion(list::list(context, &api?)),
        Command::Add(arguments) => run_to_completion(add::run(context, &api?, &arguments)),
        Command::Test(arguments) => run_to_completion(test::run(context, &api?, &arguments)),
        Command::Move(arguments) => run_to_completion(change::relocate(&api?, &arguments)),
        Command::Remove(arguments) => run_to_completion(change::remove(&api?, &arguments)),
    }
}
