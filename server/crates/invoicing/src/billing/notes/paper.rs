//! The paper of a credit note.

use super::{super::model::Billing, CODE, model::CreditNote};
use crate::billing::{
    electronic::MAIN_ESTABLISHMENT,
    receipt::{addresses_of, qr_of},
};
use chrono::NaiveDate;
use comanda_base::money::Money;
use comanda_platform::settings::CompanyInfo;
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// What it says, on paper and on A4 alike.
#[derive(Debug)]
pub struct NotePaper<'a> {
    pub company: &'a CompanyInfo,
    /// The document that it changes.
    pub billing: &'a Billing,
    pub note: &'a CreditNote,
    /// In the company's time zone.
    pub issued_at: &'a str,
    pub issued_on: NaiveDate,
    /// Of what the note modifies.
    pub changed_on: &'a str,
    /// Where anybody can look it up; empty where nobody has said.
    pub consult_at: &'a str,
    /// The tax authority behind it is this server's own.
    pub is_demo: bool,
}

impl NotePaper<'_> {
    pub const TITLE: &'static str = "NOTA DE CRÉDITO ELECTRÓNICA";

    /// `Boleta B001-00000347 del 21/11/2026`
    pub fn changes(&self) -> String {
        let Billing { debit, row, full_number, .. } = self.billing;
        match debit {
            Some(debit) => format!("{} del {}", debit.changes(), self.changed_on),
            None => format!("{} {full_number} del {}", row.name, self.changed_on),
        }
    }
    /// Where an annex issued it, beside the fiscal address.
    pub fn annex(&self) -> Vec<String> {
        let n = self.note;
        let is_annex = n.establishment != MAIN_ESTABLISHMENT && !n.establishment_address.is_empty();
        let of = (n.establishment.as_str(), n.establishment_address.as_str());
        if is_annex { addresses_of(self.company, of) } else { Vec::new() }
    }
    /// What stands between the lines and the total.
    pub fn breakdown(&self) -> Vec<(String, Money)> {
        let n = self.note;
        let igv = format!("IGV {}%", n.igv_percent);
        let sums = [
            ("OP. GRAVADA", n.taxable),
            ("OP. EXONERADA", n.exonerated),
            ("OP. INAFECTA", n.unaffected),
            (igv.as_str(), n.igv),
            ("ICBPER", n.bag_tax),
            ("OTROS CARGOS", n.other_charges),
        ];
        let says_igv = !self.billing.row.regime.is_nuevo_rus();
        let is_said = |label: &str| says_igv || label == "OTROS CARGOS";
        sums.into_iter()
            .filter(|(label, a)| is_said(label) && !a.is_zero())
            .map(|(label, a)| (label.to_owned(), a))
            .collect()
    }
    /// As of every electronic document.
    pub fn qr(&self) -> String {
        let (n, b) = (self.note, &self.billing.row);
        qr_of(self.company, CODE, (&n.serie, n.number), (n.igv, n.total), self.issued_on, b)
    }
    /// At the foot.
    pub fn legend(&self) -> Vec<String> {
        let hash = self.note.hash.as_ref().map(|h| format!("Hash: {h}"));
        let consult =
            if self.consult_at.is_empty() { String::new() } else { format!(", consulte en {}", self.consult_at) };
        let printed = format!("Representación impresa de la {}{consult}", Self::TITLE);
        let demo = self.is_demo.then(|| "DEMOSTRACIÓN, SIN VALOR".to_owned());
        hash.into_iter().chain([printed]).chain(demo).collect()
    }
}

/// Composes it.
pub fn note_ticket(p: &NotePaper<'_>) -> Ticket {
    let (n, b, c) = (p.note, &p.billing.row, p.company);
    let mut ticket = Ticket::new(Kind::Receipt)
        .title(format!("Nota de crédito {}", n.full_number))
        .logo()
        .line(Text::new(&c.commercial_name).center().bold())
        .centered(&c.legal_name)
        .centered(format!("{} {}", c.document_type, c.document_number));
    for annex in p.annex() {
        ticket = ticket.centered(annex);
    }
    let mut ticket = ticket
        .line(Text::new(NotePaper::TITLE).center().tall().bold())
        .line(Text::new(&n.full_number).center().tall().bold())
        .rule()
        .text(format!("Fecha: {}", p.issued_at))
        .text(format!("Cliente: {}", b.client_name))
        .text(format!("{}: {}", b.client_document_type, b.client_document_number))
        .text(format!("Modifica: {}", p.changes()))
        .text(format!("Tipo: {}", n.reason_code.said_on(p.billing).1))
        .text(format!("Motivo: {}", n.reason))
        .rule()
        .item_header();
    for line in &n.said_lines(p.billing) {
        let item = Item::new(line.quantity.to_string(), &line.description);
        ticket = ticket.item(item.unit_price(line.unit_price.to_string()).amount(line.total.to_string()));
    }
    ticket = ticket.rule();
    for (label, amount) in p.breakdown() {
        ticket = ticket.total(Total::new(label, amount.to_string()).currency("S/"));
    }
    ticket = ticket
        .total(Total::new("TOTAL", n.total.to_string()).currency("S/").tall().bold())
        .text(format!("SON: {}", n.total_in_words))
        .rule()
        .qr(p.qr());
    for line in p.legend() {
        ticket = ticket.text(line);
    }
    ticket.cut()
}
