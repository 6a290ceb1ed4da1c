//! What every representation of a document says, on paper and on A4 alike.

use super::model::{Billing, BillingKind, BillingLine};
use crate::{
    money::{Money, Quantity},
    settings::CompanyInfo,
    words::IdentityDocument,
};
use chrono::NaiveDate;

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

/// Lines of labels and amounts.
type Amounts = Vec<(String, Money)>;

impl Receipt<'_> {
    /// Boleta, factura or nota de venta.
    pub fn kind(&self) -> BillingKind {
        BillingKind::from_id(self.billing.row.billing_type_id).unwrap_or(BillingKind::NotaVenta)
    }
    /// `BOLETA DE VENTA ELECTRÓNICA`
    pub fn title(&self) -> &'static str {
        self.kind().title(self.company.is_electronic_invoice)
    }
    /// Of the establishment, with province and department.
    pub fn address(&self) -> String {
        let c = self.company;
        let parts = [&c.commercial_address, &c.province, &c.department];
        parts.into_iter().map(String::as_str).filter(|p| !p.is_empty()).collect::<Vec<_>>().join(" - ")
    }
    /// What stands between the lines and the total.
    pub fn breakdown(&self) -> Amounts {
        let b = &self.billing.row;
        let mut lines: Amounts =
            self.billing.amounts.iter().map(|a| (a.description.to_uppercase(), a.amount)).collect();
        let sums = [
            ("OP. GRAVADA", b.taxable),
            ("OP. EXONERADA", b.exonerated),
            ("OP. INAFECTA", b.unaffected),
            ("OP. GRATUITA", b.free),
        ];
        lines.extend(sums.into_iter().filter(|(_, a)| !a.is_zero()).map(|(label, a)| (label.to_owned(), a)));
        if !b.igv_percent.is_zero() {
            lines.push((format!("IGV {}%", b.igv_percent), b.igv));
        }
        if !b.other_charges.is_zero() {
            lines.push(("OTROS CARGOS".into(), b.other_charges));
        }
        lines
    }
    /// How it was paid, with what is not part of the document.
    pub fn received(&self) -> Amounts {
        let mut lines = Amounts::new();
        if !self.tip.is_zero() {
            lines.push(("PROPINA (no es parte del comprobante)".into(), self.tip));
        }
        if !self.rounding.is_zero() {
            lines.push(("REDONDEO".into(), -self.rounding));
        }
        lines.extend(self.paid.iter().map(|p| (p.name.to_uppercase(), p.tendered)));
        if !self.turned.is_zero() {
            lines.push(("VUELTO".into(), self.turned));
        }
        lines
    }
    /// Of an electronic document: `RUC|type|series|number|IGV|total|date|customer's document type|number|` (RS 300-2014, annex 6).
    pub fn qr(&self) -> Option<String> {
        let code = self.kind().tax_code().filter(|_| self.company.is_electronic_invoice)?;
        let b = &self.billing.row;
        // Catalogue 06.
        let document = match b.client_document_type {
            IdentityDocument::Ruc => "6",
            IdentityDocument::Ce => "4",
            IdentityDocument::Passport => "7",
            IdentityDocument::Dni => "1",
        };
        Some(format!(
            "{}|{code}|{}|{:08}|{}|{}|{}|{document}|{}|",
            self.company.document_number, b.serie, b.number, b.igv, b.total, self.issued_on, b.client_document_number
        ))
    }
    /// What it is, in the eyes of the tax authority.
    pub fn legend(&self) -> Option<String> {
        match self.kind().tax_code() {
            Some(_) => {
                let electronic = self.company.is_electronic_invoice;
                electronic.then(|| format!("Representación impresa de la {}", self.title()))
            }
            None => Some("No es un comprobante de pago tributario".into()),
        }
    }
}

/// A line by its name; what was given for nothing says so.
pub fn name_of(line: &BillingLine) -> String {
    if matches!(line.affectation.as_str(), "15" | "21") {
        format!("{} (cortesía)", line.description)
    } else {
        line.description.clone()
    }
}

/// A topping's quantity is part of its name.
pub fn numbered_name(line: &BillingLine) -> String {
    if line.quantity == Quantity::units(1) { name_of(line) } else { format!("{} {}", line.quantity, name_of(line)) }
}
