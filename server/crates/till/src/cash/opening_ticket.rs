//! The ticket of a cash opening.

use super::model::CycleRow;
use comanda_base::money::Money;
use comanda_ticket::{Kind, Text, Ticket, Total};

/// The content of the ticket.
#[derive(Debug)]
pub(super) struct OpeningContent<'a> {
    pub company: &'a str,
    pub cycle: &'a CycleRow,
    /// The cash counted at the last closing, where the reader may know it.
    pub left_before: Option<Money>,
    /// The time of opening, in the time zone of the company.
    pub opened_at: &'a str,
}

/// Composes the ticket.
pub(super) fn opening_ticket(o: &OpeningContent<'_>) -> Ticket {
    let other = o.left_before.filter(|closing_amount| *closing_amount != o.cycle.open_amount);
    let ticket = Ticket::new(Kind::Cash)
        .title(format!("Apertura de {}", o.cycle.cashbox_name))
        .line(Text::new(o.company).center().bold())
        .heading("APERTURA DE CAJA")
        .pair(format!("Caja: {}", o.cycle.cashbox_name), format!("Turno: {}", o.cycle.turn_name))
        .pair(format!("Cajero: {}", o.cycle.user_name), o.opened_at)
        .rule()
        .total(Total::new("MONTO INICIAL", o.cycle.open_amount.to_string()).currency("S/").tall().bold());
    let ticket = match other {
        Some(closing_amount) => ticket.text(format!("Se había cerrado con S/ {closing_amount}")),
        None => ticket,
    };
    ticket.rule().feed(2).fill_in("Cajero:     ").fill_in("Supervisor: ").cut()
}
