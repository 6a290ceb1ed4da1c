//! The paper of a day's close, for the printer of the cash desk.

use super::text;
use crate::reports::DayFigures;
use comanda_base::words::capitalize;
use comanda_ticket::{Kind, Text, Ticket, Total};

/// Composes the paper; `printed_at` is a time of the house's clock.
pub(super) fn compose_ticket(day: &DayFigures, company_name: &str, printed_at: &str) -> Ticket {
    let mut paper = Ticket::new(Kind::Cash)
        .title(format!("Cierre {}", day.date.format("%d/%m/%Y")))
        .line(Text::new(company_name).center().bold())
        .heading("CIERRE DEL DÍA")
        .pair(text::weekday_and_day(day.date), day.date.format("%d/%m/%Y").to_string())
        .pair("Impreso:", printed_at)
        .rule()
        .total(Total::new("VENTAS", text::amount_text(day.total)).currency("S/").tall().bold())
        .text(text::documents_text(day));
    if day.is_partial {
        paper = paper.text("El día aún no termina");
    }
    if let Some(change) = text::change_text(day) {
        paper = paper.text(format!("{} que el {} anterior", capitalize(&change), text::weekday_name(day.date)));
    }
    paper = paper.rule();
    if !day.methods.is_empty() {
        paper = paper.line(Text::new("CÓMO PAGARON").bold());
        for method in &day.methods {
            paper = paper
                .total(Total::new(format!("{} ({})", method.name, method.operations), text::amount_text(method.total)));
        }
        paper = paper.total(Total::new("TOTAL", text::amount_text(day.collected)).bold());
        for (name, sum) in text::other_money_rows(day) {
            paper = paper.total(Total::new(name, sum));
        }
        paper = paper.rule();
    }
    for cash in &day.cashboxes {
        let (what, cashier_and_reason) = text::cashbox_text(cash);
        paper = paper.line(Text::new(what).bold()).text(cashier_and_reason);
    }
    if !day.acts.is_empty() || day.unsent > 0 {
        paper = paper.line(Text::new("LO QUE HAY QUE MIRAR").bold());
        for one in &day.acts {
            let (name, sum) = text::acts_text(one);
            paper = paper.total(Total::new(format!("{name} ({})", one.count), sum.unwrap_or_default()));
            if let Some(cost) = text::cost_text(one) {
                paper = paper.text(format!("  {cost}"));
            }
        }
        if day.unsent > 0 {
            paper = paper.total(Total::new(text::UNSENT, day.unsent.to_string()));
        }
    }
    paper.feed(1).cut()
}
