//! `discover`: finds printers, and shows how to add them.

use std::time::Duration;

use clap::ValueEnum;
use comanda_ticket::wire::PrinterType;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{Answer, CommandResult, Context, Failure, answer::table, context::run_to_completion, words};
use crate::{
    api::PrinterView,
    device::discover::{self, Evidence, FoundPrinter, Hindrance, Range},
};

/// The time within which better printers announce themselves.
const ANNOUNCEMENT_TIMEOUT: Duration = Duration::from_secs(3);

const HELP: &str = "\
Toca el puerto 9100 de cada dirección de la red de esta PC (hasta 1024), escucha anuncios, y mira USB, puertos serie y colas
del sistema. No imprime nada. Con --ask pregunta además a cada una si es impresora de tickets y qué modelo es; una impresora
de oficina podría sacar entonces una hoja con letras raras.

Ejemplos:
  comanda-agent discover
  comanda-agent discover --network 192.168.1.0/24 --ask
  comanda-agent discover --network 192.168.1.10-60
  comanda-agent discover --only usb --only serie";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SearchPlace {
    Red,
    Usb,
    Serie,
    Cola,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    #[command(flatten)]
    search: Search,
}

#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Search {
    /// Red donde buscar, si no es la de esta PC; se puede repetir
    #[arg(long = "network", value_name = "RED")]
    pub(super) networks: Vec<Range>,
    /// Busca solo aquí: red, usb, serie o cola; se puede repetir
    #[arg(long, value_name = "DÓNDE")]
    pub(super) only: Vec<SearchPlace>,
    /// Pregunta a cada una si es impresora de tickets
    #[arg(long)]
    pub(super) ask: bool,
}

/// A found printer in the form in which it is shown.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Candidate {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) address: String,
    pub(super) description: String,
    pub(super) evidence: &'static str,
    pub(super) hindrance: Option<&'static str>,
    /// The name of the printer of this machine that already has this address.
    pub(super) added_as: Option<String>,
}

impl Candidate {
    /// The description, or words for the evidence if there is no description.
    pub(super) fn description_or_evidence(&self) -> &str {
        match (self.evidence, self.kind) {
            (_, _) if !self.description.is_empty() => &self.description,
            ("answered", _) => "impresora de tickets",
            ("port", "SERIAL") => "un puerto; no se sabe qué hay en él",
            ("port", _) => "algo responde ahí",
            (_, _) => "",
        }
    }
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    // Without pairing there are no printers to compare with; searching works all the same.
    let api = context.api().ok();
    run_to_completion(async {
        let configured_printers = match api {
            Some(api) => api.load_agent().await.map(|view| view.printers).unwrap_or_default(),
            None => Vec::new(),
        };
        let found = search_printers(&arguments.search, &configured_printers, context.json).await?;
        Ok(Answer::new(describe(&found, &context.config_option()), &found))
    })
}

/// Searches all requested places; a place that cannot be searched does not hide the others.
pub(super) async fn search_printers(
    arguments: &Search,
    configured_printers: &[PrinterView],
    quiet: bool,
) -> Result<Vec<Candidate>, Failure> {
    let is_wanted = |place| arguments.only.is_empty() || arguments.only.contains(&place);
    let mut found = Vec::new();
    if is_wanted(SearchPlace::Usb) {
        found.extend(found_or_log(discover::usb_printers().await, "USB"));
    }
    if is_wanted(SearchPlace::Serie) {
        found.extend(found_or_log(discover::serial_ports().await, "los puertos serie"));
    }
    if is_wanted(SearchPlace::Cola) {
        found.extend(found_or_log(discover::spooler_queues().await, "las colas del sistema"));
    }
    if is_wanted(SearchPlace::Red) {
        found.extend(network(arguments, quiet).await);
    }
    Ok(found.iter().map(|found| candidate(found, configured_printers)).collect())
}

async fn network(arguments: &Search, quiet: bool) -> Vec<FoundPrinter> {
    let local = arguments.networks.is_empty();
    let ranges = if local { Range::local() } else { arguments.networks.clone() };
    let mut found: Vec<FoundPrinter> = Vec::new();
    for range in ranges {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        let search = discover::network_printers(range, arguments.ask, |progress| {
            bar.set_length(progress.total.into());
            bar.set_position(progress.probed.into());
            bar.set_message(format!("Buscando en la red: {} encontradas", progress.found));
        });
        found.extend(search.await);
        bar.finish_and_clear();
    }
    if local {
        for announced in
            found_or_log(discover::announced_printers(ANNOUNCEMENT_TIMEOUT).await, "los anuncios de la red")
        {
            match found.iter_mut().find(|known| known.address == announced.address) {
                Some(known) if known.description.is_empty() => known.description = announced.description,
                Some(_) => {}
                None => found.push(announced),
            }
        }
    }
    found
}

fn found_or_log(found: std::io::Result<Vec<FoundPrinter>>, place: &str) -> Vec<FoundPrinter> {
    found.unwrap_or_else(|error| {
        tracing::warn!(%error, place, "cannot be searched");
        Vec::new()
    })
}

fn candidate(found: &FoundPrinter, configured_printers: &[PrinterView]) -> Candidate {
    let kind = match found.address.kind() {
        PrinterType::Network => "NETWORK",
        PrinterType::Usb => "USB",
        PrinterType::Serial => "SERIAL",
        PrinterType::Spooler => "SPOOLER",
        PrinterType::Virtual => "VIRTUAL",
    };
    let mut candidate = Candidate {
        kind,
        description: found.description.clone(),
        evidence: match found.evidence {
            Evidence::Port => "port",
            Evidence::Listed => "listed",
            Evidence::Answered => "answered",
        },
        hindrance: found.hindrance.map(|hindrance| match hindrance {
            Hindrance::NotAllowed if cfg!(windows) => "falta permiso para abrirla (hazlo como administrador)",
            Hindrance::NotAllowed => "falta permiso para abrirla (usa sudo o el servicio instalado)",
            Hindrance::InUse => "la está usando otro programa",
        }),
        added_as: None,
        address: found.address.to_string(),
    };
    candidate.added_as = name_of_added_printer(&candidate, configured_printers).map(str::to_owned);
    candidate
}

/// Returns the name of the printer that already has the candidate's address.
pub(super) fn name_of_added_printer<'a>(
    candidate: &Candidate,
    configured_printers: &'a [PrinterView],
) -> Option<&'a str> {
    let same =
        |printer: &&PrinterView| printer.kind == candidate.kind && same_address(&printer.address, &candidate.address);
    configured_printers.iter().find(same).map(|printer| printer.name.as_str())
}

/// Whether two addresses are equal; the default port 9100 may be left out of either.
fn same_address(one: &str, other: &str) -> bool {
    let plain = |address: &str| address.trim().trim_end_matches(":9100").to_lowercase();
    plain(one) == plain(other)
}

fn describe(found: &[Candidate], flag: &str) -> String {
    if found.is_empty() {
        return "No se encontró ninguna impresora.\n  → Revisa que estén encendidas y en la misma red que esta PC. Si la red es otra: \
            comanda-agent discover --network 192.168.1.0/24"
            .to_owned();
    }
    let rows: Vec<_> = found.iter().zip(1..).map(|(found, number)| row(found, number)).collect();
    let mut text = table(["N.º", "TIPO", "DIRECCIÓN", "QUÉ ES", "NOTA"], &rows);
    if let Some(new) = found.iter().find(|found| found.added_as.is_none() && found.hindrance.is_none()) {
        let kind = if new.kind == "SPOOLER" { " --type cola" } else { "" };
        text.push_str(&format!(
            "\nPara agregar una: comanda-agent printers add --name NOMBRE --address \"{}\"{kind} --area ÁREA{flag}\n",
            new.address
        ));
    }
    text
}

fn row(found: &Candidate, number: usize) -> [String; 5] {
    let note = match (&found.added_as, found.hindrance) {
        (Some(name), _) => format!("ya agregada: {name}"),
        (None, Some(hindrance)) => hindrance.to_owned(),
        (None, None) => String::new(),
    };
    let kind = words::printer_kind(found.kind).to_owned();
    [number.to_string(), kind, found.address.clone(), found.description_or_evidence().to_owned(), note]
}

#[cfg(test)]
mod tests {
    use super::same_address;

    #[test]
    fn the_default_port_may_be_left_out() {
        assert!(same_address("192.168.1.50", "192.168.1.50:9100"));
        assert!(!same_address("192.168.1.50", "192.168.1.50:9101"));
        assert!(!same_address("192.168.1.5", "192.168.1.50"));
    }
}
