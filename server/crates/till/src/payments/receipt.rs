//! The document of a payment with everything that its representations show, rebuilt from what is stored, so that what is printed now and
//! what is shown later are the same.

use super::{a4, model::Payment, quote::account_place, read};
use crate::cash::{self, CycleBox};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    document_kind::DocumentKind,
    error::{Result, invalid, not_found},
    ids::{BillingId, PaymentId, RequestId},
};
use comanda_invoicing::billing::{
    Billing, Receipt, ReceiptPayment,
    electronic::{BillingSetup, Gateway},
    receipt_ticket,
};
use comanda_orders::orders;
use comanda_pdf::{self as pdf, Sheet};
use comanda_platform::{
    mail,
    settings::{CompanyInfo, Logo, logo, tax},
};
use comanda_printing as printing;
use comanda_ticket::{Ticket, wire::PaperSize};

/// A document with its context.
#[derive(Debug)]
pub(super) struct PaymentDocument {
    company: CompanyInfo,
    billing: Billing,
    payment: Payment,
    issued_at: String,
    issued_on: NaiveDate,
    cashbox: CycleBox,
    place: String,
    waiter: String,
    paid: Vec<ReceiptPayment>,
    consult_at: String,
    is_demo: bool,
}

/// The mark on top of the paper of a void document.
const VOIDED: &str = "** ANULADO **";

/// Loads the document of a payment.
pub(super) async fn load_payment_document(
    tx: &mut Tx,
    payment: &Payment,
    billing: &Billing,
) -> Result<PaymentDocument> {
    let issued_at = billing.row.issued_at;
    let request = orders::load_request_view(tx, payment.row.client_request_id, issued_at).await?;
    // A document that stays after a partial refund is shown as it was first paid.
    let first = match payment.row.id == billing.row.payment_id {
        true => None,
        false => Some(read::load_payment(tx, billing.row.payment_id).await?),
    };
    let payment = first.as_ref().unwrap_or(payment);
    Ok(PaymentDocument {
        company: CompanyInfo::load(tx).await?,
        consult_at: mail::load_public_url(tx).await?.map(|url| format!("{url}/consulta")).unwrap_or_default(),
        is_demo: BillingSetup::load(tx).await?.gateway == Gateway::Demo,
        cashbox: cash::load_cycle_box(tx, payment.row.cycle_id).await?,
        place: account_place(&request, "Mesa: "),
        waiter: request.user.name,
        paid: payment.entries.iter().map(|e| ReceiptPayment { name: e.name.clone(), tendered: e.tendered }).collect(),
        issued_at: tax::issue_text(issued_at),
        issued_on: tax::issue_date(issued_at),
        billing: billing.clone(),
        payment: payment.clone(),
    })
}

impl PaymentDocument {
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
            change: self.payment.row.turned,
            rounding: self.payment.row.rounding,
            tip: self.payment.row.total - self.billing.row.total,
            consult_at: &self.consult_at,
            is_demo: self.is_demo,
        }
    }
    /// Returns the document as a ticket.
    pub(super) fn ticket(&self) -> Ticket {
        let ticket = receipt_ticket(&self.receipt());
        if self.billing.row.is_voided() { ticket.marked_on_top(VOIDED) } else { ticket }
    }
    /// Returns the document laid out on A4.
    pub(super) fn sheet(&self) -> Sheet {
        let mut sheet = a4::compose_sheet(&self.receipt());
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

/// Returns the first name: three people share one line of the paper, and surnames would not fit.
fn first_name(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// The page size of a PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfFormat {
    /// The paper width of the cash desk that issued the document.
    Ticket,
    /// The receipt has this number of columns, whatever paper the cash desk uses.
    Columns(usize),
    A4,
}

impl PdfFormat {
    /// Parses the `format` parameter; absent or empty, it is the ticket.
    pub fn parse(text: Option<&str>) -> Result<Self> {
        match text.map(str::to_lowercase).as_deref() {
            None | Some("" | "ticket") => Ok(Self::Ticket),
            Some("80") => Ok(Self::Columns(PaperSize::Mm80.columns())),
            Some("58") => Ok(Self::Columns(PaperSize::Mm58.columns())),
            Some("a4") => Ok(Self::A4),
            Some(_) => invalid("format", "El formato es ticket, 80, 58 o a4.").err(),
        }
    }
}

impl PaymentDocument {
    /// Renders the document as a PDF with the logo of the company.
    pub(super) async fn render(&self, tx: &mut Tx, format: PdfFormat) -> Result<Vec<u8>> {
        let columns = match format {
            PdfFormat::Ticket => {
                printing::load_cash_columns(tx, Some(self.cashbox.cashbox_id), self.payment.row.user_id).await?
            }
            PdfFormat::Columns(columns) => columns,
            PdfFormat::A4 => return pdf::render_sheet(&Sheet { logo: logo::load_pixels(tx).await?, ..self.sheet() }),
        };
        pdf::render_ticket(&Logo::load(tx).await?.draw_on(self.ticket()), columns)
    }
}

/// Renders a document in its present state as a PDF, without checking rights.
pub async fn render_document_pdf(tx: &mut Tx, billing: &Billing, format: PdfFormat) -> Result<Vec<u8>> {
    let payment = read::load_payment(tx, billing.row.payment_id).await?;
    load_payment_document(tx, &payment, billing).await?.render(tx, format).await
}

/// Finds a document of an account: that of the given payment, else the latest of its kind.
pub(super) async fn find_request_document(
    tx: &mut Tx,
    request: RequestId,
    billing_type: &str,
    payment: Option<PaymentId>,
) -> Result<PaymentDocument> {
    let kind = DocumentKind::parse(billing_type).ok_or_else(|| not_found("ese comprobante"))?;
    let has_kind = |p: &Payment| p.billing.as_ref().is_some_and(|b| b.row.billing_type_id == kind);
    let payments = read::list_request_payments(tx, request).await?;
    // Unless a payment is named, a valid one is preferred.
    let matches = |p: &&Payment| has_kind(p) && payment.is_none_or(|id| p.row.id == id);
    let standing = payments.iter().rfind(|p| matches(p) && p.row.voided_at.is_none());
    let chosen = standing.or_else(|| payments.iter().rfind(matches));
    match chosen.and_then(|p| Some((p, p.billing.as_ref()?))) {
        Some((payment, billing)) => load_payment_document(tx, payment, billing).await,
        None => not_found("ese comprobante").err(),
    }
}
