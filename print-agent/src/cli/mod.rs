//! The technician's command line. It is in Spanish, has examples in the help of every command, and `--json` for scripts.
//!
//! Each command has its own file. A command returns an [`Answer`] or a [`Failure`]. Only the commands that keep running
//! (`run`, `logs -f` and `status --watch`) write to the screen directly.

mod answer;
mod completions;
mod context;
mod discover;
mod doctor;
mod exit;
mod jobs;
mod logs;
mod manual;
mod pair;
mod printers;
mod run;
mod scales;
mod service;
mod setup;
mod status;
mod usage;
mod words;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{FromArgMatches, Parser, Subcommand};
use serde_json::json;

use answer::Answer;
use context::Context;
use exit::{Exit, Failure};

type CommandResult = Result<Answer, Failure>;

/// Agente de impresión de Comanda: recibe los tickets del servidor y los imprime.
#[derive(Debug, Parser)]
#[command(name = "comanda-agent", version, after_long_help = exit::HELP)]
struct Arguments {
    /// Archivo de configuración del agente
    #[arg(long, global = true, value_name = "ARCHIVO", long_help = CONFIG_HELP)]
    config: Option<PathBuf>,
    /// Responde en JSON, para programas
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

const CONFIG_HELP: &str = "Archivo de configuración del agente. Si falta: /var/lib/comanda-agent/agent.toml en Linux,\n\
    %ProgramData%\\Comanda\\agent.toml en Windows. También vale la variable COMANDA_AGENT_CONFIG";

#[derive(Debug, Subcommand)]
enum Command {
    /// Instala todo paso a paso: vincula, busca impresoras, las agrega, las prueba y deja el servicio andando
    Setup(setup::Arguments),
    /// Vincula esta PC con el servidor, con el código que muestra la pantalla Impresoras
    Pair(pair::Arguments),
    /// Busca impresoras en la red, en USB, en puertos serie y en las colas del sistema
    Discover(discover::Arguments),
    /// Lista, agrega, prueba, cambia y quita las impresoras de esta PC
    #[command(subcommand)]
    Printers(printers::Command),
    /// Lista, agrega, prueba y quita las balanzas de esta PC
    #[command(subcommand)]
    Scales(scales::Command),
    /// Muestra cómo están el agente, sus impresoras y sus tickets
    Status(status::Arguments),
    /// Muestra los tickets y decide sobre los que esperan
    #[command(subcommand)]
    Jobs(jobs::Command),
    /// Muestra lo que el agente anotó
    Logs(logs::Arguments),
    /// Revisa todo y dice cómo arreglar lo que esté mal
    Doctor(doctor::Arguments),
    /// Instala, arranca, para y quita el servicio del sistema
    #[command(subcommand)]
    Service(service::Command),
    /// Trabaja en esta ventana hasta que se le pide terminar (es lo que ejecuta el servicio)
    Run(run::Arguments),
    /// Escribe el autocompletado para tu intérprete de comandos
    Completions(completions::Arguments),
    /// Escribe las páginas de «man» en una carpeta (las trae el paquete)
    #[command(hide = true)]
    Manual(manual::Arguments),
}

/// Parses the command line and runs the command.
#[must_use]
pub fn main() -> ExitCode {
    let command = usage::command();
    let parsed = command.try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => return usage::print_error(&error),
    };
    let context = Context::new(arguments.config, arguments.json);
    let result = execute(&context, arguments.command);
    print_result(result, arguments.json).into()
}

fn execute(context: &Context, command: Command) -> CommandResult {
    match command {
        Command::Setup(arguments) => setup::run(context, arguments),
        Command::Pair(arguments) => pair::run(context, &arguments),
        Command::Discover(arguments) => discover::run(context, &arguments),
        Command::Printers(command) => printers::run(context, command),
        Command::Scales(command) => scales::run(context, command),
        Command::Status(arguments) => status::run(context, &arguments),
        Command::Jobs(command) => jobs::run(context, command),
        Command::Logs(arguments) => logs::run(context, &arguments),
        Command::Doctor(arguments) => doctor::run(context, &arguments),
        Command::Service(command) => service::run(context, command),
        Command::Run(arguments) => run::run(context, &arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Manual(arguments) => manual::run(&arguments),
    }
}

/// Prints the result of a command.
///
/// A write error is ignored: it means that the reader closed the output (for example with `| head`).
fn print_result(result: CommandResult, as_json: bool) -> Exit {
    match result {
        Ok(answer) => {
            let text = if as_json { format!("{:#}\n", answer.json) } else { answer.text };
            let _ = io::stdout().write_all(text.as_bytes());
            answer.exit
        }
        Err(failure) if as_json => {
            let json = json!({"error": failure.message, "mend": failure.remedy, "exit": failure.exit as u8});
            let _ = writeln!(io::stdout(), "{json:#}");
            failure.exit
        }
        Err(failure) => {
            let _ = writeln!(io::stderr(), "Error: {}", failure.message);
            if let Some(remedy) = failure.remedy {
                let _ = writeln!(io::stderr(), "  → {remedy}");
            }
            failure.exit
        }
    }
}
