//! `scales test`: shows the live weight of a scale.

use std::{
    io::{self, Write},
    time::Duration,
};

use comanda_ticket::wire::{ScaleReading, ScaleState, ScaleTrouble};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::{
    sync::mpsc,
    time::{Instant, timeout_at},
};

use super::{
    super::{Answer, CommandResult, Context, Exit, Failure, context::run_to_completion},
    address_text, find, parse_protocol, words,
};
use crate::{
    config::{ScaleConfig, ScaleProtocol},
    scale::read_scale,
};

const DEFAULT_SECONDS: u64 = 30;

pub(super) const HELP: &str = "\
Muestra el peso mientras cambia, durante 30 segundos o hasta Ctrl-C: pon algo encima y quítalo. Con --json, al final, todo lo que mostró.
Con --protocol sirve también antes de agregarla: en vez del nombre va el puerto.

Ejemplos:
  comanda-agent scales test \"Barra fría\"
  comanda-agent scales test COM3 --protocol generico
  comanda-agent scales test /dev/ttyUSB0:4800,8N1 --protocol cas --seconds 5";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Nombre de una balanza de esta PC, o con --protocol un puerto
    #[arg(value_name = "BALANZA")]
    scale: String,
    /// Cómo habla la balanza de ese puerto
    #[arg(long, value_name = "PROTOCOLO", value_parser = parse_protocol)]
    protocol: Option<ScaleProtocol>,
    /// Cuánto dura. Si falta, 30
    #[arg(long, value_name = "SEGUNDOS", default_value_t = DEFAULT_SECONDS, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    let scale = match arguments.protocol {
        Some(protocol) => {
            let address = arguments.scale.trim().to_owned();
            ScaleConfig { name: address.clone(), address, protocol }
        }
        None => find(&context.config()?.scales, &arguments.scale)?.clone(),
    };
    let address = address_text(&scale)?;
    let screen = Screen::new(context.json);
    if !context.json {
        let title = format!("{} ({} en {address})", scale.name, scale.protocol.word());
        writeln!(io::stdout(), "{title}. Pon algo encima y quítalo; termina con Ctrl-C.")?;
    }
    let readings = run_to_completion(show(&scale, &screen, Duration::from_secs(arguments.seconds)))?;
    Ok(Answer::new("", readings))
}

/// Shows readings until the time is over, and returns those that differ from the one before.
///
/// # Errors
/// Returns an error if the scale has said nothing that can be used.
async fn show(scale: &ScaleConfig, screen: &Screen, time: Duration) -> Result<Vec<ScaleReading>, Failure> {
    let (reports, mut readings) = mpsc::channel::<ScaleReading>(1);
    let deadline = Instant::now() + time;
    let mut shown: Vec<ScaleReading> = Vec::new();
    let showing = async {
        while let Ok(Some(reading)) = timeout_at(deadline, readings.recv()).await {
            if shown.last() != Some(&reading) {
                screen.show(&reading)?;
                shown.push(reading);
            }
        }
        Ok::<_, Failure>(())
    };
    tokio::select! {
        biased;
        result = showing => result?,
        () = read_scale(scale, &reports) => {}
    }
    screen.finish()?;
    if shown.iter().all(|reading| reading.state == ScaleState::Error) {
        let last = shown.last().and_then(|reading| reading.trouble);
        return Err(failure(scale, last.unwrap_or(ScaleTrouble::Offline)));
    }
    Ok(shown)
}

fn failure(scale: &ScaleConfig, trouble: ScaleTrouble) -> Failure {
    let message = format!("la balanza {}: {}", scale.name, words::trouble_text(trouble));
    Failure::new(Exit::NoPrinter, message).with_remedy(words::remedy_text(trouble))
}

/// One line that is drawn again on a terminal, one line for each reading elsewhere, and nothing for a program.
struct Screen {
    line: ProgressBar,
    is_json: bool,
}

impl Screen {
    fn new(is_json: bool) -> Self {
        let line = ProgressBar::no_length();
        let style = ProgressStyle::with_template("  {msg}");
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { line, is_json }
    }

    fn show(&self, reading: &ScaleReading) -> io::Result<()> {
        if self.is_json {
            return Ok(());
        }
        let text = words::reading_text(reading);
        if self.line.is_hidden() {
            return writeln!(io::stdout(), "{text}");
        }
        self.line.set_message(text);
        self.line.tick();
        Ok(())
    }

    /// Leaves the last reading on the screen, in a line of its own.
    fn finish(&self) -> io::Result<()> {
        self.line.abandon();
        if self.is_json || self.line.is_hidden() { Ok(()) } else { writeln!(io::stderr()) }
    }
}
