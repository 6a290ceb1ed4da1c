//! The paper of a cash cycle's sales report.

use super::daily::{CountAndTotal, DailyReport};
use comanda_base::money::{Money, Quantity};
use comanda_ledgers::figures::SalesChannel;
use comanda_ticket::{Kind, Text, Ticket, Total};

/// The contents of the paper.
#[derive(Debug)]
pub(super) struct DailyTicketContent<'a> {
    pub company: &'a str,
    pub report: &'a DailyReport,
    /// The opening time in the company's time zone.
    pub opened_at: &'a str,
    pub closed_at: Option<&'a str>,
    pub printed_at: &'a str,
}

/// Composes the paper.
pub(super) fn compose_daily_ticket(s: &DailyTicketContent<'_>) -> Ticket {
    let (r, c) = (s.report, &s.report.cycle);
    let ticket = Ticket::new(Kind::Cash)
        .title(format!("Reporte de ventas {}", c.cashbox_name))
        .line(Text::new(s.company).center().bold())
        .heading("REPORTE DE VENTAS")
        .pair(format!("Caja: {}", c.cashbox_name), format!("Turno: {}", c.turn_name))
        .text(format!("Cajero: {}", c.user_name))
        .pair("Apertura:", s.opened_at)
        .pair("Cierre:", s.closed_at.unwrap_or("caja abierta"))
        .pair("Impreso:", s.printed_at)
        .rule();
    let ticket = add_documents(ticket, r);
    let ticket = add_methods(ticket, r);
    let ticket = add_channels(ticket, r);
    let ticket = add_products(ticket, r);
    let ticket = add_other_totals(ticket, r);
    add_refunds(ticket, r).feed(1).cut()
}

fn add_section_title(ticket: Ticket, title: &str) -> Ticket {
    ticket.line(Text::new(title).bold())
}

fn amount_text(amount: Money) -> String {
    format!("{amount:#}")
}

fn negated_text(amount: Money) -> String {
    if amount.is_zero() { amount_text(amount) } else { amount_text(-amount) }
}

fn add_documents(ticket: Ticket, r: &DailyReport) -> Ticket {
    let mut ticket = add_section_title(ticket, "VENTAS POR COMPROBANTE");
    for d in r.documents.iter().filter(|d| d.count > 0) {
        ticket = ticket.total(Total::new(format!("{} ({})", d.name, d.count), amount_text(d.total)));
    }
    ticket
        .total(Total::new("TOTAL VENTAS", amount_text(r.total)).currency("S/").tall().bold())
        .total(Total::new("Cuentas", r.tickets.to_string()))
        .total(Total::new("Promedio por cuenta", amount_text(r.average)))
        .rule()
}

fn add_methods(ticket: Ticket, r: &DailyReport) -> Ticket {
    let Some(methods) = &r.methods else {
        return ticket.text("Los montos por medio de pago se ven después del arqueo.").rule();
    };
    if methods.is_empty() {
        return ticket;
    }
    let mut ticket = add_section_title(ticket, "POR MEDIO DE PAGO");
    for m in methods {
        ticket = ticket.total(Total::new(m.name.to_uppercase(), amount_text(m.net)).bold());
        if m.received != m.net {
            ticket = ticket.total(Total::new("  Recibido", amount_text(m.received)));
        }
        for (label, amount) in [("  Vueltos", m.turned), ("  Devoluciones", m.refunds)] {
            if !amount.is_zero() {
                ticket = ticket.total(Total::new(label, negated_text(amount)));
            }
        }
    }
    ticket.rule()
}

fn add_channels(ticket: Ticket, r: &DailyReport) -> Ticket {
    if r.channels.is_empty() {
        return ticket;
    }
    let mut ticket = add_section_title(ticket, "POR CANAL");
    for c in &r.channels {
        let name = match c.kind {
            SalesChannel::Table => "Mesas",
            SalesChannel::Order => "Para llevar",
            SalesChannel::Delivery => "Delivery",
            SalesChannel::App => "Apps de delivery",
        };
        ticket = ticket.total(Total::new(format!("{name} ({})", c.count), amount_text(c.total)));
    }
    ticket.rule()
}

fn add_products(ticket: Ticket, r: &DailyReport) -> Ticket {
    if r.products.is_empty() {
        return ticket;
    }
    let mut ticket = add_section_title(ticket, "POR PRODUCTO");
    for p in &r.products {
        let name = match p.quantity {
            _ if p.name.is_empty() => "Sin producto".to_owned(),
            Quantity::ZERO => p.name.clone(),
            quantity => format!("{quantity} {}", p.name),
        };
        ticket = ticket.total(Total::new(name, amount_text(p.total)));
    }
    let others = r.other_products;
    if others.count > 0 {
        let name =
            if others.count == 1 { "Otro producto".to_owned() } else { format!("Otros {} productos", others.count) };
        ticket = ticket.total(Total::new(name, amount_text(others.total)));
    }
    ticket.rule()
}

fn add_other_totals(mut ticket: Ticket, r: &DailyReport) -> Ticket {
    let named: [(&str, CountAndTotal); 4] = [
        ("Descuentos", r.discounts),
        ("Cortesías", r.courtesies),
        ("Pedidos anulados", r.dismissals),
        ("Comprobantes anulados", r.voids),
    ];
    ticket = add_section_title(ticket, "OTROS");
    for (name, count_and_total) in named {
        ticket =
            ticket.total(Total::new(format!("{name} ({})", count_and_total.count), amount_text(count_and_total.total)));
    }
    for (name, amount) in [("Propinas", r.tips), ("Redondeo a favor del cliente", r.rounding)] {
        if !amount.is_zero() {
            ticket = ticket.total(Total::new(name, amount_text(amount)));
        }
    }
    ticket.rule()
}

fn add_refunds(ticket: Ticket, r: &DailyReport) -> Ticket {
    if r.refunds.is_empty() {
        return ticket;
    }
    let mut ticket = add_section_title(ticket, "DEVOLUCIONES");
    for refund in &r.refunds {
        ticket = ticket
            .total(Total::new(&refund.document, negated_text(refund.total)))
            .text(format!("  {} ({})", refund.reason, refund.user_name));
    }
    ticket.total(Total::new("TOTAL DEVUELTO", negated_text(r.refunded)).currency("S/").bold()).rule()
}

#[cfg(test)]
#[path = "daily_ticket_tests.rs"]
mod tests;
