//! The help and error messages of the command line in Spanish, because clap's own messages are in English.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::{
    Arg, ArgAction, Command, CommandFactory,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};

use super::{Arguments, exit::Exit};

const TEMPLATE: &str = "{about}\n\nUso: {usage}\n\n{all-args}{after-help}\n";

/// The definition of the command line, used for parsing and for the help text.
pub(super) fn command() -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true);
    let help = help.help("Explica la orden; con --help, también con ejemplos");
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version).help("Dice la versión");
    let command = Arguments::command().disable_help_flag(true).disable_version_flag(true).disable_help_subcommand(true);
    // Without this name, Windows would show the name of the executable file.
    in_spanish(command.bin_name("comanda-agent").arg(help).arg(version).term_width(0))
}

fn in_spanish(command: Command) -> Command {
    let heading =
        |arg: Arg| if arg.is_positional() { arg.help_heading("Argumentos") } else { arg.help_heading("Opciones") };
    let quiet = |arg: Arg| {
        let takes_values = arg.get_action().takes_values();
        heading(arg).hide_default_value(takes_values).hide_possible_values(takes_values)
    };
    command
        .help_template(TEMPLATE)
        .subcommand_help_heading("Órdenes")
        .subcommand_value_name("ORDEN")
        .mut_args(quiet)
        .mut_subcommands(in_spanish)
}

/// Prints the help text, or what is wrong with the command line.
pub(super) fn print_error(error: &Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = io::stdout().write_all(translate(&error.render().to_string()).as_bytes());
            Exit::Good.into()
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = io::stderr().write_all(translate(&error.render().to_string()).as_bytes());
            Exit::Usage.into()
        }
        kind => {
            let mut text = format!("Error: {}\n", error_text(kind, error));
            if let Some(usage) = context(error, ContextKind::Usage) {
                text.push_str(&translate(&usage).replace("Usage:", "Uso:"));
                text.push('\n');
            }
            text.push_str("  → Con --help se ve cómo se escribe, con ejemplos.\n");
            let _ = io::stderr().write_all(text.as_bytes());
            Exit::Usage.into()
        }
    }
}

fn translate(help: &str) -> String {
    help.replace("[OPTIONS]", "[OPCIONES]")
}

fn context(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn error_text(kind: ErrorKind, error: &Error) -> String {
    let value_of = |kind| context(error, kind).unwrap_or_default();
    let (argument, value) = (value_of(ContextKind::InvalidArg), value_of(ContextKind::InvalidValue));
    match kind {
        ErrorKind::MissingRequiredArgument => format!("falta {argument}"),
        ErrorKind::UnknownArgument => format!("no existe la opción {argument}"),
        ErrorKind::InvalidSubcommand => format!("no existe la orden «{}»", value_of(ContextKind::InvalidSubcommand)),
        ErrorKind::InvalidValue if value.is_empty() => format!("a {argument} le falta su valor"),
        ErrorKind::InvalidValue => {
            format!("«{value}» no vale para {argument}; puede ser: {}", value_of(ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => {
            use std::error::Error as _;
            let why = error.source().map_or_else(String::new, |why| format!(": {why}"));
            let why =
                why.replace(" is not in ", " no está en ").replace("invalid digit found in string", "no es un número");
            format!("«{value}» no vale para {argument}{why}")
        }
        ErrorKind::ArgumentConflict => format!("{argument} no puede ir con {}", value_of(ContextKind::PriorArg)),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{argument} lleva otra cantidad de valores")
        }
        ErrorKind::NoEquals => format!("{argument} lleva un signo ="),
        ErrorKind::InvalidUtf8 => "hay letras que no se pueden leer".to_owned(),
        _ => "la orden está mal escrita".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_definition_is_valid() {
        super::command().debug_assert();
    }
}
