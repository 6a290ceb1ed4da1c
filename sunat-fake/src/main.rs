//! `comanda-sunat-fake --listen 127.0.0.1:9201`: a fake SUNAT for trying out the server. Prints the documents that it accepts.

use clap::Parser;
use comanda_sunat_fake::{FakeSunat, Settings};
use std::{io::Write, time::Duration};

/// Una SUNAT de mentira: billService y billConsultService en un puerto. Su estado se lee en GET /state.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Dirección en la que escucha.
    #[arg(long, default_value = "127.0.0.1:9201")]
    listen: String,
    /// Segundos durante los que un ticket responde 98.
    #[arg(long, default_value_t = 2)]
    ticket_seconds: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let ticket_delay = Duration::from_secs(arguments.ticket_seconds);
    let sunat = FakeSunat::start_at(&arguments.listen, Settings { ticket_delay, ..Settings::default() }).await?;
    let mut out = std::io::stdout();
    writeln!(out, "billService en {}\nUsuario: RUC + MODDATOS, clave: moddatos", sunat.bill_service_url())?;
    let mut shown = 0;
    loop {
        let snapshot = sunat.wait_until(|snapshot| snapshot.documents.len() > shown).await;
        let mut fresh: Vec<_> =
            snapshot.documents.iter().filter(|(_, document)| document.order > shown as u64).collect();
        fresh.sort_by_key(|(_, document)| document.order);
        for (id, document) in fresh {
            writeln!(out, "{id}: {:?} {} {}", document.state, document.code, document.total)?;
        }
        shown = snapshot.documents.len();
    }
}
