//! The paper of a cash opening.

use super::model::CycleRow;
use comanda_ticket::{Kind, Text, Ticket, Total};

/// What it says.
#[derive(Debug)]
pub(super) struct Opening<'a> {
    pub company: &'a str,
    pub cycle: &'a CycleRow,
    /// In the company's time zone.
    pub opened_at: &'a str,
}

/// Composes it.
pub(super) fn opening_ticket(o: &Opening<'_>) -> Ticket {
    Ticket::new(Kind::Cash)
        .title(format!("Apertura de {}", o.cycle.cashbox_name))
        .line(Text::new(o.company).center().bold())
        .heading("APERTURA DE CAJA")
        .pair(format!("Caja: {}", o.cycle.cashbox_name), format!("Turno: {}", o.cycle.turn_name))
        .pair(format!("Cajero: {}", o.cycle.user_name), o.opened_at)
        .rule()
        .total(Total::new("MONTO INICIAL", o.cycle.open_amount.to_string()).currency("S/").tall().bold())
        .rule()
        .feed(2)
        .fill_in("Cajero:     ")
        .fill_in("Supervisor: ")
        .cut()
}
