//! The printed result of a count: the differences, to be signed.

use super::{
    answer::{StockCount, StockCountLine, StockCountTotals},
    model::CountStatus,
};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
};
use comanda_platform::settings::{CompanyInfo, Logo, Settings};
use comanda_printing::{PaperSize, pdf};
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// The data of the printed result.
#[derive(Debug)]
struct CountTicketData<'a> {
    company: &'a CompanyInfo,
    count: &'a StockCount,
    totals: StockCountTotals,
    /// The first and the last count in the company's time zone.
    times: &'a [String],
}

fn build_ticket(p: &CountTicketData<'_>) -> Ticket {
    let (row, totals) = (&p.count.row, p.totals);
    let mut ticket = Ticket::new(Kind::Cash)
        .title(format!("CONTEO DE ALMACÉN {}", row.full_number))
        .logo()
        .line(Text::new(&p.company.commercial_name).center().bold())
        .line(Text::new("CONTEO DE ALMACÉN").center().tall().bold())
        .line(Text::new(&row.full_number).center().tall().bold());
    ticket = match row.status {
        CountStatus::Cancelled => ticket.line(Text::new("** CANCELADO **").center().bold()),
        CountStatus::Approved => ticket,
        CountStatus::Open | CountStatus::Review => ticket.line(Text::new("** SIN APROBAR **").center().bold()),
    };
    ticket = ticket.rule().text(&row.name);
    for time in p.times {
        ticket = ticket.text(time);
    }
    if !row.counters.is_empty() {
        ticket = ticket.text(format!("Contaron: {}", row.counters.join(", ")));
    }
    ticket =
        ticket.text(format!("Contados: {} de {}, cuadran {}", totals.counted, totals.lines, totals.matching)).rule();
    for line in p.count.lines.iter().filter(|line| has_difference(line)) {
        ticket = ticket.item(ticket_item(line));
    }
    ticket = ticket.rule();
    for (name, amount) in [("FALTA", totals.missing_value), ("SOBRA", totals.surplus_value)] {
        ticket = ticket.total(Total::new(name, amount.to_string()).currency("S/"));
    }
    ticket = ticket.total(Total::new("EL ALMACÉN CAMBIA EN", totals.value.to_string()).currency("S/").bold());
    if totals.without_cost > 0 {
        ticket = ticket.text(format!("Sin costo conocido: {}", totals.without_cost));
    }
    if let Some(by) = &row.approved_by {
        ticket = ticket.text(format!("Aprobó: {by}"));
    }
    ticket.feed(1).fill_in("Contó: ").feed(1).fill_in("Revisó: ").centered("Documento interno").cut()
}

fn has_difference(line: &StockCountLine) -> bool {
    line.review.and_then(|review| review.difference).is_some_and(|difference| !difference.is_zero())
}

/// Returns a line such as `-3.4 kg  Pechuga de pollo`, with its value where it is known.
fn ticket_item(line: &StockCountLine) -> Item {
    let review = line.review;
    let difference = review.and_then(|review| review.difference).unwrap_or_default();
    let sign = if difference.is_negative() { "" } else { "+" };
    let printed = Item::new(format!("{sign}{difference} {}", line.measurement), &line.name);
    match review.and_then(|review| review.value) {
        Some(value) => printed.amount(value.to_centimos().to_string()),
        None => printed,
    }
}

/// Renders the result as a PDF of 80 mm with the company's logo; refuses with 409 while the count is open.
pub(super) async fn render_pdf(tx: &mut Tx, count: &StockCount) -> Result<Vec<u8>> {
    let Some(totals) = count.totals else {
        return refuse(
            Code::Conflict,
            "Termina de contar: la hoja con el resultado sale cuando el conteo está en revisión.",
        )
        .err();
    };
    let company = CompanyInfo::load(tx).await?;
    let settings = Settings::load(tx).await?;
    let times: Vec<String> = [("Desde", count.started_at), ("Hasta", count.ended_at)]
        .into_iter()
        .filter_map(|(word, at)| Some(format!("{word}: {}", settings.local_text(at?))))
        .collect();
    let ticket = build_ticket(&CountTicketData { company: &company, count, totals, times: &times });
    pdf::render(&Logo::load(tx).await?.draw_on(ticket), PaperSize::Mm80.columns())
}

#[cfg(test)]
#[path = "paper_tests.rs"]
mod tests;
