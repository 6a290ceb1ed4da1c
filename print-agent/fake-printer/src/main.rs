//! `comanda-fake-printer --listen 127.0.0.1:9101`: a simulated printer for trying out the agent.
//!
//! It shows each cut sheet as text.

use std::io::Write;

use clap::Parser;
use comanda_fake_printer::{Abilities, FakePrinter};
#[cfg(unix)]
use comanda_fake_printer::{FakeScale, Load, ScaleKind};

/// Una impresora térmica de mentira: escucha en un puerto y muestra el papel.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Dirección en la que escucha.
    #[arg(long, default_value = "127.0.0.1:9101")]
    listen: String,
    /// En vez de la red, un dispositivo: /dev/g_printer0
    #[cfg(unix)]
    #[arg(long)]
    device: Option<std::path::PathBuf>,
    /// En vez de la red, un puerto serie que se crea con este nombre.
    #[cfg(unix)]
    #[arg(long)]
    port: Option<std::path::PathBuf>,
    /// En vez de una impresora, una balanza en ese puerto serie: toledo, toledo-continuo, cas, epelsa, dibal o generico.
    #[cfg(unix)]
    #[arg(long, requires = "port", value_parser = parse_scale)]
    scale: Option<ScaleKind>,
    /// Una descompuesta: habla sin parar.
    #[arg(long)]
    babbles: bool,
}

async fn start(arguments: &Arguments) -> std::io::Result<FakePrinter> {
    #[cfg(unix)]
    if let Some(path) = &arguments.device {
        return FakePrinter::start_on_device(path, Abilities::ALL).await;
    }
    #[cfg(unix)]
    if let Some(path) = &arguments.port {
        return FakePrinter::start_on_port(path, Abilities::ALL).await;
    }
    FakePrinter::start_at(&arguments.listen, Abilities::ALL).await
}

#[cfg(unix)]
fn parse_scale(word: &str) -> Result<ScaleKind, String> {
    ScaleKind::ALL.into_iter().find(|kind| kind.protocol() == word).ok_or_else(|| "no existe".to_owned())
}

/// Runs a scale whose load is what is typed: grams, or grams and `m` for a weight that moves.
#[cfg(unix)]
async fn run_scale(kind: ScaleKind, port: &std::path::Path) -> std::io::Result<()> {
    use tokio::io::{AsyncBufReadExt, BufReader};
    let scale = FakeScale::start(port, kind)?;
    writeln!(
        std::io::stdout(),
        "Balanza en {}. Escribe gramos (850), o gramos que se mueven (850m).",
        scale.address()
    )?;
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let load = match line.trim().strip_suffix('m') {
            Some(grams) => grams.parse().map(Load::moving),
            None => line.trim().parse().map(Load::stable),
        };
        match load {
            Ok(load) => scale.put(load),
            Err(error) => writeln!(std::io::stdout(), "{error}")?,
        }
    }
    std::future::pending().await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    #[cfg(unix)]
    if let (Some(kind), Some(port)) = (arguments.scale, &arguments.port) {
        return run_scale(kind, port).await;
    }
    let printer = start(&arguments).await?;
    if arguments.babbles {
        printer.babble(&[0x12]);
    }
    let mut out = std::io::stdout();
    writeln!(out, "Impresora en {}", printer.address())?;
    let mut shown = 0;
    loop {
        let sheets = printer.cut_sheets(shown + 1).await;
        for sheet in sheets.iter().filter(|sheet| sheet.cut).skip(shown) {
            writeln!(out, "{}\n- - - - - - - - 8< - - - - - - - -", sheet.text())?;
            shown += 1;
        }
    }
}
