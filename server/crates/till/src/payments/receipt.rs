//! The document of a payment with all that its representations say: rebuilt from what is stored, so that what prints now and what
//! is shown later are one and the same.

use super::{a4, model::Payment, quote::place, read};
use crate::cash::{self, CycleBox};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid, not_found},
    ids::{BillingId, PaymentId, RequestId},
};
use comanda_invoicing::billing::{
    Billing, BillingKind, Paid, Receipt,
    electronic::{Gateway, Setup},
    receipt_ticket,
};
use comanda_orders::orders;
use comanda_platform::{
    mail,
    settings::{CompanyInfo, Logo, logo, tax},
};
use comanda_printing::{
    self as printing,
    pdf::{self, Sheet},
};
use comanda_ticket::{Ticket, wire::PaperSize};

/// A document and what stands around it.
#[derive(Debug)]
pub(super) struct Document {
    company: CompanyInfo,
    billing: Billing,
    payment: Payment,
    issued_at: String,
    issued_on: NaiveDate,
    cashbox: CycleBox,
    place: String,
    waiter: String,
    paid: Vec<Paid>,
    consult_at: String,
    is_demo: bool,
}

/// On top of the paper of a document that counts no more.
const VOIDED: &str = "** ANULADO **";

/// Collects it.
pub(super) async fn document_of(tx: &mut Tx, payment: &Payment, billing: &Billing) -> Result<Document> {
    let issued_at = billing.row.issued_at;
    let request = orders::request_view(tx, payment.row.client_request_id, issued_at).await?;
    // Of a document that stays after a part of it went back: as it was paid.
    let first = match payment.row.id == billing.row.payment_id {
        true => None,
        false => Some(read::payment(tx, billing.row.payment_id).await?),
    };
    let payment = first.as_ref().unwrap_or(payment);
    Ok(Document {
        company: CompanyInfo::load(tx).await?,
        consult_at: mail::public_url(tx).await?.map(|url| format!("{url}/consulta")).unwrap_or_default(),
        is_demo: Setup::load(tx).await?.gateway == Gateway::Demo,
        cashbox: cash::cycle_box(tx, payment.row.cycle_id).await?,
        place: place(&request, "Mesa: "),
        waiter: request.user.name,
        paid: payment.entries.iter().map(|e| Paid { name: e.name.clone(), tendered: e.tendered }).collect(),
        issued_at: tax::issue_text(issued_at),
        issued_on: tax::issue_date(issued_at),
        billing: billing.clone(),
        payment: payment.clone(),
    })
}

impl Document {
    fn receipt(&self) -> Receipt<'_> {
        Receipt {
            company: &self.company,
            billing: &self.billing,
            issued_at: &self.issued_at,
            issued_on: self.issued_on,
            cashbox: &self.cashbox.cashbox_name,
            place: &self.place,
            waiter: first_name(&self.waiter),
            cashier: first_name(&self.payment.row.user_name),
            paid: &self.paid,
            turned: self.payment.row.turned,
            rounding: self.payment.row.rounding,
            tip: self.payment.row.total - self.billing.row.total,
            consult_at: &self.consult_at,
            is_demo: self.is_demo,
        }
    }
    /// Its paper.
    pub(super) fn ticket(&self) -> Ticket {
        let ticket = receipt_ticket(&self.receipt());
        if self.billing.row.is_voided() { ticket.marked_on_top(VOIDED) } else { ticket }
    }
    /// On A4.
    pub(super) fn sheet(&self) -> Sheet {
        let mut sheet = a4::sheet(&self.receipt());
        if self.billing.row.is_voided() {
            sheet.number.push("ANULADO".into());
            sheet.title.push_str(" · ANULADO");
        }
        sheet
    }
    pub(super) const fn id(&self) -> BillingId {
        self.billing.row.id
    }
    /// `B001-00000347`
    pub(super) fn number(&self) -> &str {
        &self.billing.full_number
    }
}

/// Three people share one line of the paper: surnames would not fit.
fn first_name(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// How wide a PDF is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// As the paper of the cash desk that it was issued at.
    Ticket,
    /// Of so many columns, whatever the cash desk has.
    Columns(usize),
    A4,
}

impl Format {
    /// From `format`; the paper's width where it is not said.
    pub fn read(text: Option<&str>) -> Result<Self> {
        match text.map(str::to_lowercase).as_deref() {
            None | Some("" | "ticket") => Ok(Self::Ticket),
            Some("80") => Ok(Self::Columns(PaperSize::Mm80.columns())),
            Some("58") => Ok(Self::Columns(PaperSize::Mm58.columns())),
            Some("a4") => Ok(Self::A4),
            Some(_) => invalid("format", "El formato es ticket, 80, 58 o a4.").err(),
        }
    }
}

impl Document {
    /// As a PDF, with the company's logo.
    pub(super) async fn pdf(&self, tx: &mut Tx, format: Format) -> Result<Vec<u8>> {
        let columns = match format {
            Format::Ticket => {
                printing::cash_columns(tx, Some(self.cashbox.cashbox_id), self.payment.row.user_id).await?
            }
            Format::Columns(columns) => columns,
            Format::A4 => return pdf::render_sheet(&Sheet { logo: logo::on_white(tx).await?, ..self.sheet() }),
        };
        pdf::render(&Logo::load(tx).await?.on(self.ticket()), columns)
    }
}

/// The PDF of a document as it is now, whoever asks.
pub async fn pdf_of(tx: &mut Tx, billing: &Billing, format: Format) -> Result<Vec<u8>> {
    let payment = read::payment(tx, billing.row.payment_id).await?;
    document_of(tx, &payment, billing).await?.pdf(tx, format).await
}

/// An account's document: the payment's, else the latest of its kind.
pub(super) async fn document_of_request(
    tx: &mut Tx,
    request: RequestId,
    billing_type: &str,
    payment: Option<PaymentId>,
) -> Result<Document> {
    let kind = BillingKind::parse(billing_type).ok_or_else(|| not_found("ese comprobante"))?;
    let of_kind = |p: &Payment| p.billing.as_ref().is_some_and(|b| b.row.billing_type_id == kind as i64);
    let payments = read::payments_of_request(tx, request).await?;
    // Unless it is named, one that still counts.
    let wanted = |p: &&Payment| of_kind(p) && payment.is_none_or(|id| p.row.id == id);
    let standing = payments.iter().rfind(|p| wanted(p) && p.row.voided_at.is_none());
    let chosen = standing.or_else(|| payments.iter().rfind(wanted));
    match chosen.and_then(|p| Some((p, p.billing.as_ref()?))) {
        Some((payment, billing)) => document_of(tx, payment, billing).await,
        None => not_found("ese comprobante").err(),
    }
}
