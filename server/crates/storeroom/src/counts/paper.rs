//! The paper of a count: what differs from what was expected, to be signed.

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

/// What it says.
#[derive(Debug)]
struct Paper<'a> {
    company: &'a CompanyInfo,
    count: &'a StockCount,
    totals: StockCountTotals,
    /// In the company's time zone: from the first to the last count.
    times: &'a [String],
}

fn ticket(p: &Paper<'_>) -> Ticket {
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
    for line in p.count.lines.iter().filter(|line| differs(line)) {
        ticket = ticket.item(item(line));
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

fn differs(line: &StockCountLine) -> bool {
    line.review.and_then(|review| review.difference).is_some_and(|difference| !difference.is_zero())
}

/// `-3.4 kg  Pechuga de pollo`, with what that is worth where it is known.
fn item(line: &StockCountLine) -> Item {
    let review = line.review;
    let difference = review.and_then(|review| review.difference).unwrap_or_default();
    let sign = if difference.is_negative() { "" } else { "+" };
    let told = Item::new(format!("{sign}{difference} {}", line.measurement), &line.name);
    match review.and_then(|review| review.value) {
        Some(value) => told.amount(value.to_centimos().to_string()),
        None => told,
    }
}

/// As a PDF in 80 mm, with the company's logo.
pub(super) async fn pdf(tx: &mut Tx, count: &StockCount) -> Result<Vec<u8>> {
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
    let ticket = ticket(&Paper { company: &company, count, totals, times: &times });
    pdf::render(&Logo::load(tx).await?.on(ticket), PaperSize::Mm80.columns())
}

#[cfg(test)]
#[path = "paper_tests.rs"]
mod tests;
