//! The content common to all representations of a document, on tickets and on A4.

use super::{
    electronic::MAIN_ESTABLISHMENT,
    model::{Billing, BillingLine, BillingRow, Instalment},
};
use chrono::NaiveDate;
use comanda_base::{
    document_kind::DocumentKind,
    money::{Money, Quantity},
    words::IdentityDocument,
};
use comanda_platform::settings::{CompanyInfo, tax};

/// A payment as printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptPayment {
    pub name: String,
    pub tendered: Money,
}

/// The data of a printed document.
#[derive(Debug)]
pub struct Receipt<'a> {
    pub company: &'a CompanyInfo,
    pub billing: &'a Billing,
    /// The time of issue in the company's time zone.
    pub issued_at: &'a str,
    pub issued_on: NaiveDate,
    pub cashbox: &'a str,
    /// The place of the order, such as `Mesa: 12` or `LLEVAR #18`.
    pub place: &'a str,
    pub waiter: &'a str,
    pub cashier: &'a str,
    pub paid: &'a [ReceiptPayment],
    pub change: Money,
    /// The amount waived in the client's favour by rounding cash.
    pub rounding: Money,
    /// The tip collected with the payment, which is not part of the document.
    pub tip: Money,
    /// The address at which anybody can look up the document; empty where none is set.
    pub consult_at: &'a str,
    /// Whether the tax authority is simulated by this server.
    pub is_demo: bool,
}

/// Labels with amounts.
type Amounts = Vec<(String, Money)>;

impl Receipt<'_> {
    /// The kind of the document.
    pub fn kind(&self) -> DocumentKind {
        self.billing.row.billing_type_id
    }
    /// Whether the document was electronic when it was issued, whatever the current settings.
    pub fn is_electronic(&self) -> bool {
        self.billing.row.hash.is_some()
    }
    /// The title, such as `BOLETA DE VENTA ELECTRÓNICA`.
    pub fn title(&self) -> &'static str {
        match self.kind() {
            DocumentKind::Boleta if self.billing.row.is_contingency => "BOLETA DE VENTA EN CONTINGENCIA",
            DocumentKind::Factura if self.billing.row.is_contingency => "FACTURA EN CONTINGENCIA",
            kind => kind.title(self.is_electronic()),
        }
    }
    /// The addresses of issue, line by line.
    pub fn issue_address_lines(&self) -> Vec<String> {
        let b = &self.billing.row;
        issue_addresses(self.company, (&b.establishment, &b.establishment_address))
    }
    /// The amounts between the lines and the total.
    pub fn amount_rows(&self) -> Amounts {
        let b = &self.billing.row;
        let mut lines: Amounts =
            self.billing.amounts.iter().map(|a| (a.description.to_uppercase(), a.amount)).collect();
        let sums = [
            ("OP. GRAVADA", b.taxable),
            ("OP. EXONERADA", b.exonerated),
            ("OP. INAFECTA", b.unaffected),
            ("OP. GRATUITA", b.free),
        ];
        let says_igv = !b.regime.is_nuevo_rus();
        let is_said = |label: &str| says_igv || label == "OP. GRATUITA";
        lines.extend(
            sums.into_iter()
                .filter(|(label, a)| is_said(label) && !a.is_zero())
                .map(|(label, a)| (label.to_owned(), a)),
        );
        if !b.igv_percent.is_zero() {
            lines.push((format!("IGV {}%", b.igv_percent), b.igv));
        }
        if !b.bag_tax.is_zero() {
            lines.push(("ICBPER".into(), b.bag_tax));
        }
        if !b.other_charges.is_zero() {
            lines.push(("OTROS CARGOS".into(), b.other_charges));
        }
        lines
    }
    /// The payments, with amounts that are not part of the document.
    pub fn payment_rows(&self) -> Amounts {
        let mut lines = Amounts::new();
        if !self.tip.is_zero() {
            let what = if self.tip.is_negative() {
                "PROPINA QUE YA SE PAGÓ"
            } else {
                "PROPINA (no es parte del comprobante)"
            };
            lines.push((what.into(), self.tip));
        }
        if !self.rounding.is_zero() {
            lines.push(("REDONDEO".into(), -self.rounding));
        }
        lines.extend(self.paid.iter().map(|p| (p.name.to_uppercase(), p.tendered)));
        if !self.change.is_zero() {
            lines.push(("VUELTO".into(), self.change));
        }
        lines
    }
    /// For a debit note, the document that it modifies, its kind and its reason.
    pub fn note_facts(&self) -> Vec<(&'static str, String)> {
        let Some(note) = &self.billing.debit else { return Vec::new() };
        let day = tax::issue_date(note.document_issued_at).format("%d/%m/%Y");
        vec![
            ("Modifica", format!("{} del {day}", note.modified_document())),
            ("Tipo", note.reason_code.name().to_owned()),
            ("Motivo", note.reason.clone()),
        ]
    }
    /// A thank you below a sale; `None` for a debit note.
    pub fn farewell_line(&self) -> Option<&'static str> {
        self.billing.debit.is_none().then_some("¡Gracias por su visita!")
    }
    /// The payment terms required by law: paid at once, or on credit.
    pub fn payment_terms(&self) -> &'static str {
        if self.billing.instalments.is_empty() { "Contado" } else { "Crédito" }
    }
    /// The instalments of a sale on credit, such as `Cuota 1 (23/12/2026)` with its amount.
    pub fn instalment_rows(&self) -> Amounts {
        let named =
            |(number, i): (usize, &Instalment)| (format!("Cuota {number} ({})", i.due_on.format("%d/%m/%Y")), i.amount);
        (1..).zip(&self.billing.instalments).map(named).collect()
    }
    /// The QR of an electronic document: `RUC|type|series|number|IGV|total|date|customer's document type|number|` (RS 300-2014, annex 6).
    pub fn document_qr_text(&self) -> Option<String> {
        let code = self.kind().tax_code().filter(|_| self.is_electronic())?;
        let b = &self.billing.row;
        Some(qr_text(self.company, code, (&b.serie, b.number), (b.igv, b.total), self.issued_on, b))
    }
    /// The lines that describe the document's legal nature.
    pub fn legend_lines(&self) -> Vec<String> {
        if self.billing.row.is_contingency {
            let copy = format!("Esta es una copia: vale el papel {}.", self.billing.full_number);
            return vec!["Emitido en contingencia".into(), copy];
        }
        let Some(hash) = self.billing.row.hash.as_ref().filter(|_| self.kind().tax_code().is_some()) else {
            return vec!["No es un comprobante de pago tributario".into()];
        };
        let consult =
            if self.consult_at.is_empty() { String::new() } else { format!(", consulte en {}", self.consult_at) };
        let demo = self.is_demo.then(|| "DEMOSTRACIÓN, SIN VALOR".to_owned());
        let printed = format!("Representación impresa de la {}{consult}", self.title());
        [format!("Hash: {hash}"), printed].into_iter().chain(demo).collect()
    }
}

/// Lists the addresses of issue with province and department. The address of an annex follows the fiscal address (Reglamento de
/// Comprobantes de Pago, article 8).
pub(super) fn issue_addresses(company: &CompanyInfo, (establishment, annex): (&str, &str)) -> Vec<String> {
    let c = company;
    let join_place = |street: &str| {
        let parts = [street, &c.province, &c.department];
        parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(" - ")
    };
    if establishment == MAIN_ESTABLISHMENT || annex.is_empty() {
        return [join_place(&c.commercial_address)].into_iter().filter(|line| !line.is_empty()).collect();
    }
    let fiscal = if c.tax_address.is_empty() { &c.commercial_address } else { &c.tax_address };
    vec![format!("Domicilio fiscal: {}", join_place(fiscal)), format!("Establecimiento {establishment}: {annex}")]
}

/// Builds the QR text of a document with this number, IGV and total, issued to the customer of `billing`.
pub(super) fn qr_text(
    company: &CompanyInfo,
    code: &str,
    (serie, number): (&str, i64),
    (igv, total): (Money, Money),
    issued_on: NaiveDate,
    billing: &BillingRow,
) -> String {
    // Codes of catalogue 06.
    let document = match billing.client_document_type {
        IdentityDocument::Ruc => "6",
        IdentityDocument::Ce => "4",
        IdentityDocument::Passport => "7",
        IdentityDocument::Dni => "1",
    };
    let (ruc, client) = (&company.document_number, &billing.client_document_number);
    format!("{ruc}|{code}|{serie}|{number:08}|{igv}|{total}|{issued_on}|{document}|{client}|")
}

/// The printed name of a line; a free item is marked as a courtesy.
pub fn line_name(line: &BillingLine) -> String {
    if matches!(line.affectation.as_str(), "15" | "21" | "31") {
        format!("{} (cortesía)", line.description)
    } else {
        line.description.clone()
    }
}

/// The printed name of a topping, with its quantity.
pub fn topping_name(line: &BillingLine) -> String {
    if line.quantity == Quantity::units(1) { line_name(line) } else { format!("{} {}", line.quantity, line_name(line)) }
}
