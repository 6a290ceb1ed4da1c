//! `discover`: what may be printed on, and how to add it.

use std::time::Duration;

use clap::ValueEnum;
use comanda_ticket::wire::PrinterType;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{Answer, CommandResult, Context, Failure, answer::table, context::wait, words};
use crate::{
    api::PrinterView,
    device::discover::{self, Evidence, Found, Hindrance, Range},
};

/// Printers of the better kind announce themselves within it.
const ANNOUNCEMENTS: Duration = Duration::from_secs(3);

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
pub(super) enum Place {
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
    pub(super) only: Vec<Place>,
    /// Pregunta a cada una si es impresora de tickets
    #[arg(long)]
    pub(super) ask: bool,
}

/// Something that was found, as it is shown.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Candidate {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) address: String,
    pub(super) description: String,
    pub(super) evidence: &'static str,
    pub(super) hindrance: Option<&'static str>,
    /// Name of the printer of this machine that it is already.
    pub(super) added_as: Option<String>,
}

impl Candidate {
    /// In words: what it calls itself, or what is known otherwise.
    pub(super) fn what(&self) -> &str {
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
    // Without pairing there is nothing to compare with; searching works all the same.
    let api = context.api().ok();
    wait(async {
        let own = match api {
            Some(api) => api.agent().await.map(|view| view.printers).unwrap_or_default(),
            None => Vec::new(),
        };
        let found = search(&arguments.search, &own, context.json).await?;
        Ok(Answer::new(describe(&found, &context.flag()), &found))
    })
}

/// Looks everywhere that was asked for; a place that cannot be looked at does not hide the others.
pub(super) async fn search(arguments: &Search, own: &[PrinterView], quiet: bool) -> Result<Vec<Candidate>, Failure> {
    let wanted = |place| arguments.only.is_empty() || arguments.only.contains(&place);
    let mut found = Vec::new();
    if wanted(Place::Usb) {
        found.extend(looked(discover::usb().await, "USB"));
    }
    if wanted(Place::Serie) {
        found.extend(looked(discover::serial().await, "los puertos serie"));
    }
    if wanted(Place::Cola) {
        found.extend(looked(discover::queues().await, "las colas del sistema"));
    }
    if wanted(Place::Red) {
        found.extend(network(arguments, quiet).await);
    }
    Ok(found.iter().map(|found| candidate(found, own)).collect())
}

async fn network(arguments: &Search, quiet: bool) -> Vec<Found> {
    let local = arguments.networks.is_empty();
    let ranges = if local { Range::local() } else { arguments.networks.clone() };
    let mut found: Vec<Found> = Vec::new();
    for range in ranges {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        let heard = discover::network(range, arguments.ask, |progress| {
            bar.set_length(progress.total.into());
            bar.set_position(progress.asked.into());
            bar.set_message(format!("Buscando en la red: {} encontradas", progress.found));
        });
        found.extend(heard.await);
        bar.finish_and_clear();
    }
    if local {
        for announced in looked(discover::announced(ANNOUNCEMENTS).await, "los anuncios de la red") {
            match found.iter_mut().find(|known| known.address == announced.address) {
                Some(known) if known.description.is_empty() => known.description = announced.description,
                Some(_) => {}
                None => found.push(announced),
            }
        }
    }
    found
}

fn looked(found: std::io::Result<Vec<Found>>, place: &str) -> Vec<Found> {
    found.unwrap_or_else(|error| {
        tracing::warn!(%error, place, "cannot be searched");
        Vec::new()
    })
}

fn candidate(found: &Found, own: &[PrinterView]) -> Candidate {
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
    candidate.added_as = added_as(&candidate, own).map(str::to_owned);
    candidate
}

/// The name of the printer that a candidate is already.
pub(super) fn added_as<'a>(candidate: &Candidate, own: &'a [PrinterView]) -> Option<&'a str> {
    let same =
        |printer: &&PrinterView| printer.kind == candidate.kind && same_address(&printer.address, &candidate.address);
    own.iter().find(same).map(|printer| printer.name.as_str())
}

/// 9100 goes without saying, in the set-up as here.
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
    [number.to_string(), kind, found.address.clone(), found.what().to_owned(), note]
}

#[cfg(test)]
mod tests {
    use super::same_address;

    #[test]
    fn the_usual_port_goes_without_saying() {
        assert!(same_address("192.168.1.50", "192.168.1.50:9100"));
        assert!(!same_address("192.168.1.50", "192.168.1.50:9101"));
        assert!(!same_address("192.168.1.5", "192.168.1.50"));
    }
}
