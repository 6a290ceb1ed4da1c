//! The context of every command: the configuration file, the server, a runtime.

use std::{future::Future, path::PathBuf};

use super::exit::{Exit, Failure};
use crate::{
    api::{Api, Named, PrinterView},
    config::Config,
    places,
};

#[derive(Debug)]
pub(super) struct Context {
    pub(super) config_file: PathBuf,
    pub(super) json: bool,
}

impl Context {
    pub(super) fn new(config: Option<PathBuf>, json: bool) -> Self {
        let named = config.or_else(|| std::env::var_os("COMANDA_AGENT_CONFIG").map(PathBuf::from));
        Self { config_file: named.unwrap_or_else(places::config_file), json }
    }

    pub(super) fn config(&self) -> Result<Config, Failure> {
        Ok(Config::read(&self.config_file)?)
    }

    pub(super) fn api(&self) -> Result<Api, Failure> {
        Ok(Api::new(&self.config()?)?)
    }

    pub(super) fn log_dir(&self) -> PathBuf {
        let named = Config::read(&self.config_file).ok().and_then(|config| config.log_dir);
        let from_systemd = || std::env::var_os("LOGS_DIRECTORY").map(PathBuf::from);
        named.or_else(from_systemd).unwrap_or_else(|| places::log_dir(&self.config_file))
    }

    /// Returns ` --config …` for recommended commands; empty for the default file.
    pub(super) fn config_option(&self) -> String {
        if self.config_file == places::config_file() {
            return String::new();
        }
        format!(" --config {}", self.config_file.display())
    }
}

/// Runs a future to completion on this thread.
pub(super) fn run_to_completion<T>(future: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future)
}

/// Finds a printer by its name, its number, or an unambiguous beginning of its name.
pub(super) fn find_printer<'a>(printers: &'a [PrinterView], wanted: &str) -> Result<&'a PrinterView, Failure> {
    let exact = |printer: &&PrinterView| is_same_name(&printer.name, wanted) || printer.id.to_string() == wanted.trim();
    if let Some(found) = printers.iter().find(exact) {
        return Ok(found);
    }
    let begins = |printer: &&PrinterView| fold(&printer.name).starts_with(&fold(wanted));
    let close: Vec<_> = printers.iter().filter(begins).collect();
    match close.as_slice() {
        [one] => Ok(one),
        _ => Err(unknown("ninguna impresora de esta PC se llama", wanted, printers.iter().map(|p| p.name.as_str()))),
    }
}

/// Returns the id of the area or cash desk with this name or number.
pub(super) fn find_id_by_name(all: &[Named], wanted: &str, what: &str) -> Result<i64, Failure> {
    let found = all.iter().find(|row| is_same_name(&row.name, wanted) || row.id.to_string() == wanted.trim());
    found.map(|row| row.id).ok_or_else(|| unknown(what, wanted, all.iter().map(|row| row.name.as_str())))
}

fn unknown<'a>(what: &str, wanted: &str, names: impl Iterator<Item = &'a str>) -> Failure {
    let names: Vec<_> = names.collect();
    let mend =
        if names.is_empty() { "Todavía no hay ninguna.".to_owned() } else { format!("Hay: {}", names.join(", ")) };
    Failure::new(Exit::Usage, format!("{what} «{wanted}»")).with_remedy(mend)
}

pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}

/// Removes case and accents, so that `cocina`, `Cocina` and `COCINA` are equal.
fn fold(text: &str) -> String {
    use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
    text.trim().nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}
