//! The printed result of a count: the differences, to be signed.

use super::{
    answer::{StockCount, StockCountLine, StockCountTotals},
    model::CountStatus,
};
use crate::signed_paper;
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
};
use comanda_platform::settings::{CompanyInfo, Settings};
use comanda_ticket::{Item, Ticket, Total};

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
    let mark = match row.status {
        CountStatus::Cancelled => Some("CANCELADO"),
        CountStatus::Approved => None,
        CountStatus::Open | CountStatus::Review => Some("SIN APROBAR"),
    };
    let mut ticket =
        signed_paper::begin_paper(p.company, "CONTEO DE ALMACÉN", &row.full_number, mark).rule().text(&row.name);
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
    if let Some(approver) = &row.approved_by {
        ticket = ticket.text(format!("Aprobó: {approver}"));
    }
    signed_paper::end_paper(ticket, ["Contó: ", "Revisó: "])
}

fn has_difference(line: &StockCountLine) -> bool {
    line.review.and_then(|review| review.difference).is_some_and(|difference| !difference.is_zero())
}

/// Returns a line such as `-3.4 kg  Pechuga de pollo`, with its value where it is known.
fn ticket_item(line: &StockCountLine) -> Item {
    let review = line.review;
    let difference = review.and_then(|review| review.difference).unwrap_or_default();
    let sign = if difference.is_negative() { "" } else { "+" };
    let quantity = format!("{sign}{difference} {}", line.measurement);
    signed_paper::paper_item(quantity, &line.name, review.and_then(|review| review.value))
}

/// Renders the result as a PDF; refuses with 409 while the count is open.
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
    signed_paper::render_pdf(tx, ticket).await
}

#[cfg(test)]
#[path = "paper_tests.rs"]
mod tests;
