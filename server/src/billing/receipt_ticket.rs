//! The paper of a boleta, a factura or a nota de venta. Its hash line waits for the signature: an unsigned document has none.

use super::model::{Billing, BillingKind, BillingLine};
use crate::{money::Money, settings::CompanyInfo};
use chrono::NaiveDate;
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// How it was paid, as printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    pub name: String,
    pub tendered: Money,
}

/// What the paper says besides the document.
#[derive(Debug)]
pub struct Receipt<'a> {
    pub company: &'a CompanyInfo,
    pub billing: &'a Billing,
    /// In the company's time zone.
    pub issued_at: &'a str,
    pub issued_on: NaiveDate,
    pub cashbox: &'a str,
    /// `Mesa: 12` or `LLEVAR #18`.
    pub place: &'a str,
    pub waiter: &'a str,
    pub cashier: &'a str,
    pub paid: &'a [Paid],
    pub turned: Money,
    /// Given up in the client's favour by rounding cash.
    pub rounding: Money,
    /// Collected with it, off the document.
    pub tip: Money,
}

/// Composes it.
pub fn receipt_ticket(r: &Receipt<'_>) -> Ticket {
    let kind = BillingKind::from_id(r.billing.row.billing_type_id).unwrap_or(BillingKind::NotaVenta);
    let title = kind.title(r.company.is_electronic_invoice);
    let ticket = Ticket::new(Kind::Receipt).title(format!("{} {}", r.billing.row.name, r.billing.full_number));
    let ticket = head(ticket, r, title);
    let ticket = customer(ticket.rule(), r, kind);
    let ticket = items(ticket.rule().item_header(), &r.billing.lines);
    let ticket = totals(ticket.rule(), r);
    let ticket = payment(ticket.rule(), r);
    foot(ticket, r, kind, title).cut()
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
    let address: Vec<&str> = [&c.commercial_address, &c.province, &c.department]
        .into_iter()
        .map(String::as_str)
        .filter(|p| !p.is_empty())
        .collect();
    if !address.is_empty() {
        ticket = ticket.centered(address.join(" - "));
    }
    ticket.line(Text::new(title).center().tall().bold()).line(Text::new(&r.billing.full_number).center().tall().bold())
}

fn customer(ticket: Ticket, r: &Receipt<'_>, kind: BillingKind) -> Ticket {
    let b = &r.billing.row;
    let ticket = ticket
        .pair(format!("Fecha: {}", r.issued_at), format!("Caja: {}", r.cashbox))
        .text(format!("Cliente: {}", b.client_name))
        .text(format!("{}: {}", b.client_document_type, b.client_document_number));
    let ticket = if kind == BillingKind::Factura && !b.client_address.is_empty() {
        ticket.text(format!("Dirección: {}", b.client_address))
    } else {
        ticket
    };
    ticket.spread([r.place.to_owned(), format!("Mozo: {}", r.waiter), format!("Cajero: {}", r.cashier)])
}

fn items(mut ticket: Ticket, lines: &[BillingLine]) -> Ticket {
    for line in lines {
        ticket = ticket.item(match line.kind.as_str() {
            // A topping's own price shows; its quantity is part of its name.
            "TOPPING" => Item::new("", format!("+ {}", of_several(line)))
                .unit_price(line.unit_price.to_string())
                .amount(line.total.to_string()),
            _ => Item::new(line.quantity.to_string(), named(line))
                .unit_price(line.unit_price.to_string())
                .amount(line.total.to_string()),
        });
    }
    ticket
}

fn of_several(line: &BillingLine) -> String {
    if line.quantity == crate::money::Quantity::units(1) {
        named(line)
    } else {
        format!("{} {}", line.quantity, named(line))
    }
}

fn named(line: &BillingLine) -> String {
    if matches!(line.affectation.as_str(), "15" | "21") {
        format!("{} (cortesía)", line.description)
    } else {
        line.description.clone()
    }
}

fn totals(mut ticket: Ticket, r: &Receipt<'_>) -> Ticket {
    let b = &r.billing.row;
    let soles = |label: String, amount: Money| Total::new(label, amount.to_string()).currency("S/");
    for a in &r.billing.amounts {
        ticket = ticket.total(soles(a.description.to_uppercase(), a.amount));
    }
    for (label, amount) in [("OP. GRAVADA", b.taxable), ("OP. EXONERADA", b.exonerated), ("OP. GRATUITA", b.free)] {
        if !amount.is_zero() {
            ticket = ticket.total(soles(label.into(), amount));
        }
    }
    if !b.igv_percent.is_zero() {
        ticket = ticket.total(soles(format!("IGV {}%", b.igv_percent), b.igv));
    }
    ticket.total(soles("TOTAL".into(), b.total).tall().bold()).text(format!("SON: {}", b.total_in_words))
}

fn payment(mut ticket: Ticket, r: &Receipt<'_>) -> Ticket {
    if !r.tip.is_zero() {
        ticket = ticket.total(Total::new("PROPINA (no es parte del comprobante)", r.tip.to_string()));
    }
    if !r.rounding.is_zero() {
        ticket = ticket.total(Total::new("REDONDEO", (-r.rounding).to_string()));
    }
    for paid in r.paid {
        ticket = ticket.total(Total::new(paid.name.to_uppercase(), paid.tendered.to_string()));
    }
    if !r.turned.is_zero() {
        ticket = ticket.total(Total::new("VUELTO", r.turned.to_string()));
    }
    ticket.text("Forma de pago: Contado")
}

fn foot(ticket: Ticket, r: &Receipt<'_>, kind: BillingKind, title: &str) -> Ticket {
    let ticket = match kind.tax_code() {
        Some(code) if r.company.is_electronic_invoice => {
            ticket.qr(qr_text(r, code)).text(format!("Representación impresa de la {title}"))
        }
        Some(_) => ticket,
        None => ticket.centered("No es un comprobante de pago tributario"),
    };
    ticket.centered("¡Gracias por su visita!")
}

/// What the QR says: `RUC|type|series|number|IGV|total|date|customer's document type|number|` (RS 300-2014, annex 6).
fn qr_text(r: &Receipt<'_>, code: &str) -> String {
    let b = &r.billing.row;
    // Catalogue 06.
    let document = match b.client_document_type.as_str() {
        "RUC" => "6",
        "CE" => "4",
        "PASAPORTE" => "7",
        _ => "1",
    };
    format!(
        "{}|{code}|{}|{:08}|{}|{}|{}|{document}|{}|",
        r.company.document_number, b.serie, b.number, b.igv, b.total, r.issued_on, b.client_document_number
    )
}

#[cfg(test)]
#[path = "receipt_tests.rs"]
mod tests;
