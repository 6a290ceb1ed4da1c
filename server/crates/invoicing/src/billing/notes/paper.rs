//! The printed form of a credit note.

use super::{super::model::Billing, CREDIT_NOTE_CODE, model::CreditNote};
use crate::billing::{
    electronic::MAIN_ESTABLISHMENT,
    receipt::{issue_addresses, qr_text},
};
use chrono::NaiveDate;
use comanda_base::money::Money;
use comanda_platform::settings::CompanyInfo;
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// The data of a printed note, for tickets and A4.
#[derive(Debug)]
pub struct PrintedNote<'a> {
    pub company: &'a CompanyInfo,
    /// The document with the note.
    pub billing: &'a Billing,
    pub note: &'a CreditNote,
    /// The time of issue in the company's time zone.
    pub issued_at: &'a str,
    pub issued_on: NaiveDate,
    /// The issue date of the modified document.
    pub changed_on: &'a str,
    /// The address at which anybody can look up the note; empty where none is set.
    pub consult_at: &'a str,
    /// Whether the tax authority is simulated by this server.
    pub is_demo: bool,
}

impl PrintedNote<'_> {
    pub const TITLE: &'static str = "NOTA DE CRÉDITO ELECTRÓNICA";

    /// The modified document, such as `Boleta B001-00000347 del 21/11/2026`.
    pub fn modified_document(&self) -> String {
        let Billing { debit, row, full_number, .. } = self.billing;
        match debit {
            Some(debit) => format!("{} del {}", debit.modified_document(), self.changed_on),
            None => format!("{} {full_number} del {}", row.name, self.changed_on),
        }
    }
    /// The address of the annex that issued the note, with the fiscal address; empty for the main establishment.
    pub fn annex_lines(&self) -> Vec<String> {
        let n = self.note;
        let is_annex = n.establishment != MAIN_ESTABLISHMENT && !n.establishment_address.is_empty();
        let place = (n.establishment.as_str(), n.establishment_address.as_str());
        if is_annex { issue_addresses(self.company, place) } else { Vec::new() }
    }
    /// The amounts between the lines and the total.
    pub fn amount_rows(&self) -> Vec<(String, Money)> {
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
    /// The QR text, as on every electronic document.
    pub fn qr_text(&self) -> String {
        let (n, b) = (self.note, &self.billing.row);
        qr_text(self.company, CREDIT_NOTE_CODE, (&n.serie, n.number), (n.igv, n.total), self.issued_on, b)
    }
    /// The lines at the foot of the note.
    pub fn legend_lines(&self) -> Vec<String> {
        let hash = self.note.hash.as_ref().map(|h| format!("Hash: {h}"));
        let consult =
            if self.consult_at.is_empty() { String::new() } else { format!(", consulte en {}", self.consult_at) };
        let printed = format!("Representación impresa de la {}{consult}", Self::TITLE);
        let demo = self.is_demo.then(|| "DEMOSTRACIÓN, SIN VALOR".to_owned());
        hash.into_iter().chain([printed]).chain(demo).collect()
    }
}

/// Lays a credit or debit note out as a ticket for a thermal printer.
pub fn note_ticket(p: &PrintedNote<'_>) -> Ticket {
    let (n, b, c) = (p.note, &p.billing.row, p.company);
    let mut ticket = Ticket::new(Kind::Receipt)
        .title(format!("Nota de crédito {}", n.full_number))
        .logo()
        .line(Text::new(&c.commercial_name).center().bold())
        .centered(&c.legal_name)
        .centered(format!("{} {}", c.document_type, c.document_number));
    for annex in p.annex_lines() {
        ticket = ticket.centered(annex);
    }
    let mut ticket = ticket
        .line(Text::new(PrintedNote::TITLE).center().tall().bold())
        .line(Text::new(&n.full_number).center().tall().bold())
        .rule()
        .text(format!("Fecha: {}", p.issued_at))
        .text(format!("Cliente: {}", b.client_name))
        .text(format!("{}: {}", b.client_document_type, b.client_document_number))
        .text(format!("Modifica: {}", p.modified_document()))
        .text(format!("Tipo: {}", n.reason_code.official_reason(p.billing).name))
        .text(format!("Motivo: {}", n.reason))
        .rule()
        .item_header();
    for line in &n.document_lines(p.billing) {
        let item = Item::new(line.quantity.to_string(), &line.description);
        let item = item.amount(line.total.to_string());
        ticket = match line.measure.describe() {
            None => ticket.item(item.unit_price(line.unit_price.to_string())),
            Some(measure) => ticket.item(item).item(Item::new("", measure)),
        };
    }
    ticket = ticket.rule();
    for (label, amount) in p.amount_rows() {
        ticket = ticket.total(Total::new(label, amount.to_string()).currency("S/"));
    }
    ticket = ticket
        .total(Total::new("TOTAL", n.total.to_string()).currency("S/").tall().bold())
        .text(format!("SON: {}", n.total_in_words))
        .rule()
        .qr(p.qr_text());
    for line in p.legend_lines() {
        ticket = ticket.text(line);
    }
    ticket.cut()
}
