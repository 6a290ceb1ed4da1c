//! The technician's test page: everything that can go wrong on paper, and how this printer is set up.

use super::{model::SetUp, store};
use crate::{
    error::{OrNotFound, Result},
    http::Work,
    ids::PrinterId,
    printing::{agents, enqueue, jobs::NewJob},
    settings::CompanyInfo,
};
use chrono::{DateTime, Utc};
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// Writes the job of a printer's test page and gives its id.
pub async fn print_test_page(work: &mut Work<'_>, id: PrinterId) -> Result<String> {
    let printer: SetUp = store::set_up(work.tx, id).await.or_not_found("la impresora")?;
    let company = CompanyInfo::load(work.tx).await?;
    let all = agents::store::list(work.tx).await?;
    let agent = all.iter().find(|a| Some(a.id) == printer.agent_id).map_or("ninguna", |a| a.name.as_str());
    let now = work.now;
    let at = work.settings().await?.local_text(now);
    let about = About { commercial_name: &company.commercial_name, agent, at: &at, printed: now };
    let page = test_page(&printer, &about);
    let mut job = NewJob::new(id, Kind::Test, format!("test:{}", uuid::Uuid::now_v7()), page);
    job.opens_drawer = printer.opens_drawer;
    enqueue(work, job).await
}

/// What the page says of the place.
#[derive(Debug)]
struct About<'a> {
    commercial_name: &'a str,
    agent: &'a str,
    /// Local time, finished.
    at: &'a str,
    printed: DateTime<Utc>,
}

fn test_page(printer: &SetUp, about: &About<'_>) -> Ticket {
    let paper = if printer.size == "58" { "58 mm, 32 columnas" } else { "80 mm, 48 columnas" };
    let address = if printer.address.is_empty() { "en pantalla" } else { &printer.address };
    let ticket = Ticket::new(Kind::Test)
        .title(format!("Prueba {}", printer.name))
        .logo()
        .line(Text::new(about.commercial_name).center().bold())
        .heading("PRUEBA")
        .pair(format!("Impresora: {}", printer.name), about.at)
        .text(format!("Conexión: {} {address}", printer.kind))
        .text(format!("PC: {}", about.agent))
        .text(format!("Papel: {paper} · Modelo: {}", printer.profile))
        .rule()
        .ruler()
        .text("áéíóú ÁÉÍÓÚ ñÑ üÜ ¿? ¡! ° º ª €")
        .line(Text::new("Negrita").bold())
        .line(Text::new("Alta").tall())
        .line(Text::new("Doble").double())
        .line(Text::new("Invertida").reverse())
        .line(Text::new("A la derecha").right())
        .banner("ANULACIÓN")
        .rule();
    let ticket = ticket
        .item_header()
        .item(Item::new("2", "Lomo saltado con bastante ají").unit_price("38.00").amount("76.00"))
        .total(Total::new("TOTAL", "76.00").currency("S/").double())
        .rule()
        .qr(format!("comanda:prueba:{}", about.printed.timestamp()))
        .barcode(format!("PRUEBA-{}", about.printed.timestamp() % 1_000_000))
        .centered("Si lee esta línea completa, está lista.")
        .beep();
    ticket.cut()
}
