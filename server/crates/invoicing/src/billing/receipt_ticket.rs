//! The printed ticket of a boleta, a factura, a nota de venta or a debit note.

use super::{
    model::{BillingLine, DocumentLineKind},
    receipt::{Receipt, line_name, topping_name},
};
use comanda_base::document_kind::DocumentKind;
use comanda_base::money::Money;
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// Builds the ticket.
pub fn receipt_ticket(r: &Receipt<'_>) -> Ticket {
    let (kind, title) = (r.kind(), r.title());
    let ticket = Ticket::new(Kind::Receipt).title(format!("{} {}", r.billing.row.name, r.billing.full_number));
    let ticket = head(ticket, r, title);
    let ticket = customer(ticket.rule(), r, kind);
    let ticket = items(ticket.rule().item_header(), &r.billing.lines);
    let ticket = totals(ticket.rule(), r);
    let ticket = payment(ticket.rule(), r);
    foot(ticket, r).cut()
}

fn head(ticket: Ticket, r: &Receipt<'_>, title: &str) -> Ticket {
    let c = r.company;
    let mut ticket = ticket.logo().line(Text::new(&c.commercial_name).center().bold());
    if !c.legal_name.is_empty() {
        ticket = ticket.centered(&c.legal_name);
    }
    if !c.document_number.is_empty() {
        ticket = ticket.centered(format!("{} {}", c.document_type, c.document_number));
    }
    for address in r.issue_address_lines() {
        ticket = ticket.centered(address);
    }
    ticket.line(Text::new(title).center().tall().bold()).line(Text::new(&r.billing.full_number).center().tall().bold())
}

fn customer(ticket: Ticket, r: &Receipt<'_>, kind: DocumentKind) -> Ticket {
    let b = &r.billing.row;
    let ticket = ticket
        .pair(format!("Fecha: {}", r.issued_at), format!("Caja: {}", r.cashbox))
        .text(format!("Cliente: {}", b.client_name))
        .text(format!("{}: {}", b.client_document_type, b.client_document_number));
    let ticket = if kind == DocumentKind::Factura && !b.client_address.is_empty() {
        ticket.text(format!("Dirección: {}", b.client_address))
    } else {
        ticket
    };
    let ticket = r.note_facts().into_iter().fold(ticket, |ticket, (name, fact)| ticket.text(format!("{name}: {fact}")));
    ticket.spread([r.place.to_owned(), format!("Mozo: {}", r.waiter), format!("Cajero: {}", r.cashier)])
}

fn items(mut ticket: Ticket, lines: &[BillingLine]) -> Ticket {
    for line in lines {
        let unit_price = line.unit_price.to_string();
        let item = match line.kind {
            // A topping shows its own price; its quantity is part of its name.
            DocumentLineKind::Topping => Item::new("", format!("+ {}", topping_name(line))),
            _ => Item::new(line.quantity.to_string(), line_name(line)),
        };
        let item = item.amount(line.total.to_string());
        ticket = match line.measure.describe_with_price() {
            None => ticket.item(item.unit_price(unit_price)),
            Some(measure) => ticket.item(item).item(Item::new("", measure)),
        };
    }
    ticket
}

fn totals(mut ticket: Ticket, r: &Receipt<'_>) -> Ticket {
    let soles = |label: String, amount: Money| Total::new(label, amount.to_string()).currency("S/");
    for (label, amount) in r.amount_rows() {
        ticket = ticket.total(soles(label, amount));
    }
    let b = &r.billing.row;
    ticket.total(soles("TOTAL".into(), b.total).tall().bold()).text(format!("SON: {}", b.total_in_words))
}

fn payment(mut ticket: Ticket, r: &Receipt<'_>) -> Ticket {
    for (label, amount) in r.payment_rows() {
        ticket = ticket.total(Total::new(label, amount.to_string()));
    }
    ticket = ticket.text(format!("Forma de pago: {}", r.payment_terms()));
    for (label, amount) in r.instalment_rows() {
        ticket = ticket.total(Total::new(label, amount.to_string()));
    }
    ticket
}

fn foot(mut ticket: Ticket, r: &Receipt<'_>) -> Ticket {
    if let Some(qr) = r.document_qr_text() {
        ticket = ticket.qr(qr);
    }
    for line in r.legend_lines() {
        ticket = if r.is_electronic() { ticket.text(line) } else { ticket.centered(line) };
    }
    r.farewell_line().into_iter().fold(ticket, Ticket::centered)
}

#[cfg(test)]
#[path = "receipt_tests.rs"]
mod tests;
