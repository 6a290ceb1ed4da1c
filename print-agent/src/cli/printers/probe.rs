//! `printers probe`: shows the state of one printer and what it can confirm. It prints nothing on paper.

use std::time::Duration;

use comanda_ticket::{
    profile::Profiles,
    wire::{Address, PaperSize, PrinterId, PrinterSetup, PrinterType},
};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{
    super::{Answer, CommandResult, Context, Exit, Failure, context::find_printer, words},
    form::kind_of_address,
};
use crate::{
    api::PrinterView,
    clock::Clock,
    config::{Config, Timing},
    owner,
    probe::{Probe, probe, save_probe},
    spool::Spool,
};

/// The number of tries. The running agent closes its connection to an idle network printer after five seconds.
const MAX_TRIES: u32 = 4;
const RETRY_PAUSE: Duration = Duration::from_secs(2);

pub(super) const HELP: &str = "\
Pregunta a la impresora cómo está y qué puede confirmar (L0, L1 o L2); no imprime nada. Sirve también antes de agregarla.
Si el agente la tiene ocupada, espera a que la suelte; si no la suelta, muestra lo último que el agente vio.

Ejemplos:
  comanda-agent printers probe COCINA
  comanda-agent printers probe 192.168.1.50
  comanda-agent printers probe usb:04b8:0202:X7K1
  comanda-agent printers probe --type cola EPSON_TM_T20";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Nombre de una impresora de esta PC, o una dirección
    #[arg(value_name = "IMPRESORA")]
    printer: String,
    /// Cómo se conecta: red, usb, serie o cola. Si falta, se deduce de la dirección
    #[arg(long = "type", value_name = "TIPO", value_parser = super::form::parse_kind)]
    kind: Option<String>,
}

pub(super) async fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    let config = context.config().ok();
    let configured_printers = match context.api() {
        Ok(api) => api.load_agent().await.map(|view| view.printers).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    let known = find_printer(&configured_printers, &arguments.printer).ok();
    let agent_is_running = known.is_some() && config.as_ref().is_some_and(|config| Spool::is_held(&config.state_dir));
    let setup = build_setup(arguments, known)?;
    let tries = if agent_is_running && setup.kind == PrinterType::Network { MAX_TRIES } else { 1 };
    // If the agent has a USB or serial port open, we do not open it too: each program would receive the other's answers.
    let found = if agent_is_running && setup.kind != PrinterType::Network {
        None
    } else {
        probe_with_retries(&setup, tries).await?
    };
    match (found, known) {
        (Some(found), known) => {
            if let (Some(known), Some(config)) = (known, config) {
                store_probe(&config, known, &found);
            }
            Ok(probe_answer(&found))
        }
        (None, Some(known)) if agent_is_running => Ok(last_known_answer(known)),
        (None, _) => Err(Failure::new(Exit::NoPrinter, format!("nada responde en {}", setup.address))
            .with_remedy("Revisa que esté encendida y conectada, y la dirección: comanda-agent discover")),
    }
}

/// Stores the result next to the spool for later commands. A failure does no harm, so it is only logged.
fn store_probe(config: &Config, known: &PrinterView, found: &Probe) {
    let saved = save_probe(&config.state_dir, PrinterId(known.id), found);
    if let Err(error) = saved.and_then(|()| owner::give_to_folder_owner(&config.state_dir)) {
        tracing::debug!(%error, "the result of the probe is not stored");
    }
}

fn build_setup(arguments: &Arguments, known: Option<&PrinterView>) -> Result<PrinterSetup, Failure> {
    let (kind, address) = match known {
        Some(known) => (known.kind.clone(), known.address.clone()),
        None => {
            let guessed = || kind_of_address(&arguments.printer).to_owned();
            (arguments.kind.clone().unwrap_or_else(guessed), arguments.printer.trim().to_owned())
        }
    };
    let kind: PrinterType = serde_json::from_value(Value::String(kind))
        .map_err(|_| Failure::new(Exit::Usage, "no se sabe cómo se conecta"))?;
    Address::parse(kind, &address).map_err(|wrong| {
        Failure::new(Exit::Usage, format!("«{address}» no es una dirección de impresora")).with_remedy(wrong.message())
    })?;
    Ok(PrinterSetup {
        id: PrinterId(0),
        name: arguments.printer.clone(),
        kind,
        address,
        size: PaperSize::Mm80,
        profile: String::new(),
        stand_in_id: None,
        stand_in_after_s: None,
        label: None,
        status: "ACTIVE".to_owned(),
    })
}

async fn probe_with_retries(setup: &PrinterSetup, tries: u32) -> Result<Option<Probe>, Failure> {
    let timing = Timing { connect_ms: 2_000, answer_ms: 700, ..Timing::default() };
    let profiles = Profiles::built_in().map_err(|error| Failure::new(Exit::Failed, error.to_string()))?;
    let id_seed = u32::try_from(Clock::system().now_ms() / 1000).unwrap_or_default();
    for remaining_tries in (0..tries).rev() {
        if let Ok(found) = probe(setup, &timing, &profiles, id_seed).await {
            return Ok(Some(found));
        }
        if remaining_tries > 0 {
            sleep(RETRY_PAUSE).await;
        }
    }
    Ok(None)
}

/// The text form of a value in the server's JSON.
fn wire_word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn probe_answer(found: &Probe) -> Answer {
    let state = wire_word(found.state);
    let level = found.level.map(wire_word);
    let name = [&found.maker, &found.model, &found.serial].into_iter().flatten().map(String::as_str);
    let name = name.collect::<Vec<_>>().join(" ");
    let mut text = format!("{}: ", found.address);
    if found.live_status {
        text.push_str(words::printer_state(&state));
    } else {
        text.push_str("acepta conexiones, pero no responde preguntas: no se sabrá si tiene papel ni si imprimió");
    }
    match &level {
        Some(level) if found.live_status => text.push_str(&format!("\nNivel {}", words::level_text(level))),
        Some(_) => {}
        None => text.push_str("\nEl nivel se sabe cuando está lista: arregla eso y repite."),
    }
    if !name.is_empty() {
        text.push_str(&format!("\nDice ser: {name}"));
    }
    if let Some(profile) = &found.profile {
        text.push_str(&format!("\nModelo que le corresponde: --profile {profile}"));
    }
    Answer::new(text, json!({"seen_by": "probe", "probe": found, "state": state, "level": level}))
}

fn last_known_answer(known: &PrinterView) -> Answer {
    let state = words::printer_state(&known.state);
    let level = known
        .level
        .as_deref()
        .map_or_else(|| "todavía no se sabe".to_owned(), |level| words::level_text(level).to_owned());
    let text = format!(
        "{}: {state}, como la ve el agente, que la está usando.\nNivel {level}\nPara preguntarle directamente: comanda-agent service stop",
        known.name
    );
    let json = json!({"address": known.address, "type": known.kind, "state": known.state, "level": known.level, "seen_by": "agent"});
    Answer::new(text, json)
}
