//! The technician's test page: everything that can go wrong on paper, and how this printer is set up.

use super::model::SetUp;
use chrono::{DateTime, Utc};
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// What the page says of the place.
#[derive(Debug)]
pub(super) struct About<'a> {
    pub commercial_name: &'a str,
    pub agent: &'a str,
    /// Local time, finished.
    pub at: &'a str,
    pub printed: DateTime<Utc>,
}

pub(super) fn test_page(printer: &SetUp, about: &About<'_>) -> Ticket {
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
