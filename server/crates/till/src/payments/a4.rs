//! Lays out a document on A4, with the same figures as its paper ticket.

use comanda_base::document_kind::DocumentKind;
use comanda_invoicing::billing::{DocumentLineKind, Receipt, line_name, topping_name};
use comanda_pdf::{Sheet, SheetRow};

/// Composes the sheet.
pub(super) fn compose_sheet(r: &Receipt<'_>) -> Sheet {
    let (b, c) = (&r.billing.row, r.company);
    let soles = |amount: comanda_base::money::Money| format!("S/ {amount}");
    Sheet {
        title: r.billing.full_number.clone(),
        company_name: c.commercial_name.clone(),
        issuer: issuer(r),
        number: number(r),
        facts: facts(r),
        rows: rows(r),
        totals: r.amount_rows().into_iter().map(|(label, amount)| (label, soles(amount))).collect(),
        total: ("TOTAL".into(), soles(b.total)),
        words: format!("SON: {}", b.total_in_words),
        paid: r
            .payment_rows()
            .into_iter()
            .chain(r.instalment_rows())
            .map(|(label, amount)| (label, amount.to_string()))
            .collect(),
        qr: r.document_qr_text(),
        logo: None,
        legend: r.legend_lines().into_iter().chain(r.farewell_line().map(str::to_owned)).collect(),
    }
}

fn number(r: &Receipt<'_>) -> Vec<String> {
    let c = r.company;
    let document = format!("{} {}", c.document_type, c.document_number);
    let voided = r.billing.row.is_voided().then(|| "ANULADO".to_owned());
    [document, r.title().to_owned(), r.billing.full_number.clone()].into_iter().chain(voided).collect()
}

fn issuer(r: &Receipt<'_>) -> Vec<String> {
    let c = r.company;
    let telephone = if c.phone.is_empty() { String::new() } else { format!("Teléfono: {}", c.phone) };
    let lines = [c.legal_name.clone()].into_iter().chain(r.issue_address_lines()).chain([telephone, c.email.clone()]);
    lines.filter(|l| !l.is_empty()).collect()
}

fn facts(r: &Receipt<'_>) -> Vec<(String, String)> {
    let b = &r.billing.row;
    let fact = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let customer_label = if r.kind() == DocumentKind::Factura { "Señor(es)" } else { "Cliente" };
    let mut facts = vec![
        fact(customer_label, &b.client_name),
        fact("Fecha", r.issued_at),
        fact(b.client_document_type.as_str(), &b.client_document_number),
        fact("Moneda", "Soles"),
    ];
    if !b.client_address.is_empty() {
        facts.push(fact("Dirección", &b.client_address));
    }
    facts.extend(r.note_facts().into_iter().map(|(name, value)| (name.to_owned(), value)));
    facts.push(fact("Pago", r.payment_terms()));
    let (name, value) = r.place.split_once(": ").unwrap_or(("Pedido", r.place));
    facts.push(fact(name, value));
    facts.push(fact("Caja", r.cashbox));
    facts.push(fact("Mozo", r.waiter));
    facts.push(fact("Cajero", r.cashier));
    facts
}

fn rows(r: &Receipt<'_>) -> Vec<SheetRow> {
    let row = |line: &comanda_invoicing::billing::BillingLine| {
        let is_topping = line.kind == DocumentLineKind::Topping;
        SheetRow {
            quantity: if is_topping { String::new() } else { line.quantity.to_string() },
            description: if is_topping { format!("+ {}", topping_name(line)) } else { line_name(line) },
            unit_price: line.unit_price.to_string(),
            amount: line.total.to_string(),
        }
    };
    r.billing.lines.iter().map(row).collect()
}
