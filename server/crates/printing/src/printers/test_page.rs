//! The technician's test page: everything that can go wrong on paper, and the printer's configuration.

use super::{model::PrinterConfiguration, store};
use crate::{
    agents, enqueue,
    jobs::NewJob,
    words::{PaperSize, PrinterKind},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{OrNotFound, Result},
    ids::PrinterId,
};
use comanda_platform::{settings::CompanyInfo, use_case::Work};
use comanda_ticket::{
    Item, Kind, Text, Ticket, Total,
    profile::{CodePageSetting, Profiles},
};

/// Writes the job of a printer's test page, and returns its id.
pub async fn print_test_page(work: &mut Work<'_>, id: PrinterId) -> Result<String> {
    let printer: PrinterConfiguration = store::lock_set_up(work.tx, id).await.or_not_found("la impresora")?;
    let company = CompanyInfo::load(work.tx).await?;
    let all = agents::store::list_agents(work.tx).await?;
    let agent = all.iter().find(|a| Some(a.id) == printer.agent_id).map_or("ninguna", |a| a.name.as_str());
    let now = work.now;
    let at = work.settings().await?.local_text(now);
    let characters = characters(&printer)?;
    let context = PageContext { commercial_name: &company.commercial_name, agent, at: &at, printed: now, characters };
    let page = match printer.media {
        PrinterKind::Ticket => test_page(&printer, &context),
        PrinterKind::Label => test_label(&printer, &context),
    };
    let mut job = NewJob::new(id, Kind::Test, format!("test:{}", uuid::Uuid::now_v7()), page);
    job.opens_drawer = printer.opens_drawer;
    enqueue(work, job).await
}

/// The surroundings that the page names.
#[derive(Debug)]
struct PageContext<'a> {
    commercial_name: &'a str,
    agent: &'a str,
    /// The local time, formatted.
    at: &'a str,
    printed: DateTime<Utc>,
    /// The code page in which the agent encodes this printer's text.
    characters: CodePageSetting,
}

fn characters(printer: &PrinterConfiguration) -> Result<CodePageSetting> {
    let profiles = Profiles::built_in().map_err(anyhow::Error::from)?;
    Ok(profiles.find_or_generic(&printer.profile, printer.size.into()).code_page)
}

fn test_page(printer: &PrinterConfiguration, context: &PageContext<'_>) -> Ticket {
    let size = printer.size;
    let paper = format!("{} mm, {} columnas", printer.size, size.columns());
    let drawer = if printer.opens_drawer { "Gaveta: se abre ahora" } else { "Gaveta: no se abre aquí" };
    let address = if printer.address.is_empty() { "en pantalla" } else { &printer.address };
    let ticket = Ticket::new(Kind::Test)
        .title(format!("Prueba {}", printer.name))
        .logo()
        .line(Text::new(context.commercial_name).center().bold())
        .heading("PRUEBA")
        .pair(format!("Impresora: {}", printer.name), context.at)
        .text(format!("Conexión: {} {address}", printer.kind))
        .text(format!("PC: {}", context.agent))
        .text(format!("Papel: {paper} · Modelo: {}", printer.profile))
        .text(drawer)
        .rule()
        .ruler();
    let ticket = code_page(ticket, context.characters, size);
    let ticket = ticket
        .text("Normal: ¿Ñandú? ¡Ají! 2° 1ª S/ 9")
        .line(Text::new("Negrita: ¿Ñandú? ¡Ají!").bold())
        .line(Text::new("Alta: ¿Ñandú? ¡Ají!").tall())
        .line(Text::new("Doble: ¿Ñandú?").double())
        .line(Text::new("Invertida").reverse())
        .line(Text::new("A la derecha").right())
        .banner("ANULACIÓN")
        .rule();
    let ticket = ticket
        .item_header()
        .item(Item::new("2", "Lomo saltado con bastante ají").unit_price("38.00").amount("76.00"))
        .total(Total::new("TOTAL", "76.00").currency("S/").double())
        .rule()
        .qr(format!("comanda:prueba:{}", context.printed.timestamp()))
        .barcode(format!("PRUEBA-{}", context.printed.timestamp() % 1_000_000))
        .centered("Si lee esta línea completa, está lista.")
        .beep();
    ticket.cut()
}

/// Composes the sticker that shows whether the roll is aligned: its lines fill it from edge to edge.
fn test_label(printer: &PrinterConfiguration, context: &PageContext<'_>) -> Ticket {
    let edge = || Text::new("PRUEBA").center().bold().reverse();
    Ticket::new(Kind::Test)
        .title(format!("Prueba {}", printer.name))
        .line(edge())
        .line(Text::new(printer.name.as_str()).center().bold().tall())
        .line(Text::new(context.commercial_name).center())
        .line(Text::new(format!("{} mm · {}", printer.label_size, printer.profile)).center())
        .line(Text::new("¿Ñandú? ¡Ají! S/ 9").center())
        .line(Text::new(context.at).center())
        .line(edge())
        .cut()
}

/// Prints every character above ASCII at its place: a printer with another page, or another number for it, shows different ones.
fn code_page(ticket: Ticket, characters: CodePageSetting, size: PaperSize) -> Ticket {
    // Wide paper has room for blanks between the characters.
    let spaced = |row: &str| match size {
        PaperSize::Mm80 => row.chars().map(|c| format!(" {c}")).collect::<String>(),
        PaperSize::Mm58 => row.to_owned(),
    };
    let name = characters.name.label();
    let ticket = ticket
        .line(Text::new(format!("Caracteres {name} (ESC t {})", characters.number)).bold())
        .text(format!(".. {}", spaced("0123456789ABCDEF")));
    let table = characters.name.table().into_iter();
    table.fold(ticket, |ticket, (digit, row)| ticket.text(format!("{digit}. {}", spaced(&row)))).rule()
}
