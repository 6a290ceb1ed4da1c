//! The paper of a refund (DEVOLUCIÓN): which document is void, what went back and how, why, who asked and who allowed it, and where the
//! client signs.

use comanda_base::money::Money;
use comanda_invoicing::billing::{Billing, notes::CreditNote};
use comanda_ledgers::ledger::{Refund, RefundOutcome};
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// What it says.
#[derive(Debug)]
pub(super) struct Slip<'a> {
    pub company: &'a str,
    pub refund: &'a Refund,
    /// The document that was voided, or that a note took something off.
    pub billing: &'a Billing,
    /// The document of the rest, where something stays sold.
    pub again: Option<&'a Billing>,
    /// The note that took it off the document, which stays.
    pub note: Option<&'a CreditNote>,
    /// In the company's time zone.
    pub at: &'a str,
    pub issued_at: &'a str,
    /// `Mesa: 12` or `LLEVAR #18`.
    pub place: &'a str,
}

/// Composes it.
pub(super) fn slip(s: &Slip<'_>) -> Ticket {
    let (r, b) = (&s.refund.row, &s.billing.row);
    let done = match s.note {
        Some(note) => format!("NOTA DE CRÉDITO {}", note.full_number),
        None => format!("ANULA {} {}", b.name.to_uppercase(), s.billing.full_number),
    };
    let ticket = Ticket::new(Kind::Cash)
        .title(format!("Devolución {}", s.billing.full_number))
        .line(Text::new(s.company).center().bold())
        .heading("DEVOLUCIÓN")
        .pair(s.at, format!("Caja: {}", r.cashbox_name))
        .rule()
        .line(Text::new(done).bold())
        .text(match s.note {
            Some(_) => format!("De {} {} del {}", b.name, s.billing.full_number, s.issued_at),
            None => format!("Emitida: {}", s.issued_at),
        })
        .text(format!("Cliente: {}", b.client_name));
    let ticket = if s.place.is_empty() { ticket } else { ticket.text(s.place) };
    let ticket = lines(ticket.rule().item_header(), s).rule();
    let ticket = amounts(ticket, s).rule().text(format!("Motivo: {}", r.reason)).text(outcome(s));
    let ticket = ticket.text(format!("Pidió: {}", r.user_name)).text(match &r.approver_name {
        Some(name) => format!("Autorizó: {name}"),
        None => "Autorizó: PIN de seguridad".to_owned(),
    });
    ticket.feed(2).fill_in("Firma del cliente: ").feed(1).fill_in("DNI: ").cut()
}

/// The note of a discount, after which everything stays sold.
fn discount<'s>(s: &Slip<'s>) -> Option<&'s CreditNote> {
    s.note.filter(|note| note.reason_code.is_discount())
}

fn lines(mut ticket: Ticket, s: &Slip<'_>) -> Ticket {
    if let Some(note) = discount(s) {
        for line in note.said_lines(s.billing) {
            ticket = ticket.item(Item::new(line.quantity.to_string(), line.description).amount(line.total.to_string()));
        }
        return ticket;
    }
    if s.refund.lines.is_empty() {
        for line in &s.billing.lines {
            let item = Item::new(line.quantity.to_string(), &line.description);
            ticket = ticket.item(item.unit_price(line.unit_price.to_string()).amount(line.total.to_string()));
        }
        return ticket;
    }
    for line in &s.refund.lines {
        ticket = ticket.item(Item::new(line.quantity.to_string(), &line.name).amount(line.amount.to_string()));
    }
    ticket
}

fn amounts(mut ticket: Ticket, s: &Slip<'_>) -> Ticket {
    let r = &s.refund.row;
    if !r.rounding.is_zero() {
        ticket = ticket.total(Total::new("Valor", r.total.to_string())).total(Total::new(
            if r.given_back().is_zero() { "Por otra vía" } else { "Redondeo" },
            r.rounding.to_string(),
        ));
    }
    ticket = ticket.total(Total::new("DEVUELTO", r.given_back().to_string()).currency("S/").tall().bold());
    for e in &s.refund.entries {
        let off = if e.is_credit { " (baja de la deuda)" } else { "" };
        ticket = ticket.total(Total::new(format!("{}{off}", e.name.to_uppercase()), e.amount.to_string()));
        if let Some(number) = e.operation_number.as_deref().filter(|n| !n.is_empty()) {
            ticket = ticket.text(format!("  Operación {number}"));
        }
    }
    let stays = s.note.map(|_| s.billing.left()).filter(|left| !left.is_zero());
    if let Some(left) = stays {
        return ticket.total(Total::new(format!("Queda de {}", s.billing.full_number), Money::to_string(&left)));
    }
    match s.again {
        Some(again) => ticket
            .total(Total::new(format!("Queda cobrado: {}", again.full_number), Money::to_string(&again.row.total))),
        None => ticket,
    }
}

fn outcome(s: &Slip<'_>) -> &'static str {
    match (s.again, s.refund.row.outcome) {
        _ if discount(s).is_some() => "Es un descuento: lo vendido sigue vendido.",
        (Some(_), _) => "El resto se cobró con un comprobante nuevo.",
        (None, RefundOutcome::Reopen) => "La cuenta se vuelve a cobrar.",
        (None, RefundOutcome::Close) => "Los pedidos quedan anulados.",
    }
}

#[cfg(test)]
#[path = "slip_tests.rs"]
mod tests;
