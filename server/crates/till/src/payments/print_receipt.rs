//! Prints the papers of a payment: its document and the promotions handed out with it, at the printer of the cash desk and by its options.

use super::{
    model::{Payment, PrintedJob, Reprinted},
    read,
    receipt::load_payment_document,
};
use crate::cash::{self, CycleBox};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{PaymentId, PromotionId},
};
use comanda_invoicing::billing::{self, Billing};
use comanda_masterdata::promotions;
use comanda_orders::orders;
use comanda_platform::{
    audit::{self, AuditEntry},
    settings::CompanyInfo,
    use_case::Work,
};
use comanda_printing::{self as printing, JobState, NewJob, PrintOption, Printer};
use comanda_ticket::{Kind, Ticket, wire::Mark};

/// The papers that the cashier wants printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PrintRequest<'a> {
    pub receipt: bool,
    pub promotions: &'a [PromotionId],
}

/// The papers sent to the printer, with warnings for the cashier.
#[derive(Debug)]
pub(super) struct PrintedDocuments {
    pub receipt: PrintOption,
    pub jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}

/// Returns how this printer treats a receipt.
fn receipt_option(printer: &Printer, wanted: bool) -> PrintOption {
    if wanted { printer.receipts() } else { PrintOption::None }
}

/// Prints at the printer of the cash box by its option, and opens the drawer for cash. Promotions only follow a printed receipt, since
/// without paper there is nothing to hand over.
pub(super) async fn print_receipt(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    payment: &Payment,
    billing: &Billing,
    request: PrintRequest<'_>,
) -> Result<PrintedDocuments> {
    let mut printed = PrintedDocuments { receipt: PrintOption::None, jobs: Vec::new(), warnings: Vec::new() };
    let Some(printer) = printing::find_cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? else {
        if request.receipt {
            printed.receipt = PrintOption::Pdf;
            printed.warnings.push(format!("La caja {} no tiene impresora: usa el PDF.", cycle.cashbox_name));
        }
        return Ok(printed);
    };
    printed.receipt = receipt_option(&printer, request.receipt);
    let opens_drawer =
        printer.opens_drawer && (!payment.row.turned.is_zero() || has_cash_entry(work.tx, payment).await?);
    let desk = CashDesk { printer: &printer, cycle, payment };
    if printed.receipt == PrintOption::Print {
        let job = receipt_job(work, &printer, payment, billing).await?;
        desk.enqueue(work, NewJob { opens_drawer, ..job }, &mut printed.jobs).await?;
        print_promotions(work, &desk, request.promotions, &mut printed).await?;
    } else if opens_drawer {
        let source = format!("payment:{}", payment.row.id);
        let job = NewJob::new(printer.id, Kind::Drawer, source, Ticket::new(Kind::Drawer).drawer());
        desk.enqueue(work, NewJob { opens_drawer, ..job }, &mut printed.jobs).await?;
    }
    Ok(printed)
}

/// Prints the document of a payment again, marked REIMPRESIÓN, at the cash desk of the actor.
pub(super) async fn reprint_receipt(work: &mut Work<'_>, id: PaymentId) -> Result<Reprinted> {
    let payment = read::load_payment(work.tx, id).await?;
    // Two copies requested at once get a number each.
    orders::lock_request(work, payment.row.client_request_id).await?;
    let billing: Billing = Ok(payment.billing.clone()).or_not_found("el comprobante")?;
    billing::load_visible(work.tx, work.actor, billing.row.id).await?;
    let mut answer = Reprinted { receipt: PrintOption::Pdf, print_jobs: Vec::new(), warnings: Vec::new() };
    let Some(printer) = printing::find_cash_printer(work.tx, work.actor.cashbox_id, work.actor.user_id).await? else {
        answer.warnings.push("Tu caja no tiene impresora: usa el PDF.".into());
        return Ok(answer);
    };
    if printer.receipts() == PrintOption::Print {
        answer.receipt = PrintOption::Print;
        let cycle = cash::load_cycle_box(work.tx, payment.row.cycle_id).await?;
        let job = receipt_job(work, &printer, &payment, &billing).await?;
        let copy = printing::count_copies(work.tx, &job.source).await? + 1;
        let marks = if copy > 1 { vec![Mark::Reimpresion] } else { Vec::new() };
        let desk = CashDesk { printer: &printer, cycle: &cycle, payment: &payment };
        desk.enqueue(work, NewJob { copy, marks, ..job }, &mut answer.print_jobs).await?;
    }
    let entry =
        AuditEntry::new("DOCUMENT_REPRINTED").entity("billing", billing.row.id.0).reason(billing.full_number.clone());
    let entry = entry.request(payment.row.client_request_id).cycle(payment.row.cycle_id);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(answer)
}

async fn receipt_job(work: &mut Work<'_>, printer: &Printer, payment: &Payment, billing: &Billing) -> Result<NewJob> {
    let ticket = load_payment_document(work.tx, payment, billing).await?.ticket();
    Ok(NewJob::new(printer.id, Kind::Receipt, format!("billing:{}", billing.row.id), ticket))
}

async fn has_cash_entry(tx: &mut Tx, payment: &Payment) -> Result<bool> {
    let options = comanda_masterdata::payment_options::list_payment_options(tx).await?;
    Ok(payment.entries.iter().any(|e| options.iter().any(|o| o.is_cash && o.name == e.name)))
}

/// Prints each promotion that is in force on a paper of its own. A promotion that ended since the device loaded it does not refuse the
/// payment.
async fn print_promotions(
    work: &mut Work<'_>,
    desk: &CashDesk<'_>,
    ids: &[PromotionId],
    printed: &mut PrintedDocuments,
) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let day = work.business_day().await?;
    let house = CompanyInfo::load(work.tx).await?.commercial_name;
    for promotion in promotions::list_promotions(work.tx, ids).await? {
        if !promotion.is_valid_on(day) {
            printed.warnings.push(format!("La promoción {} ya no está vigente: no se imprimió.", promotion.name));
            continue;
        }
        let source = format!("promotion:{}:payment:{}", promotion.id, desk.payment.row.id);
        let ticket = promotions::promotion_ticket(&house, &promotion);
        let job = NewJob::new(desk.printer.id, Kind::Promotion, source, ticket);
        desk.enqueue(work, job, &mut printed.jobs).await?;
    }
    Ok(())
}

/// The printer and cash cycle that print the papers of a payment.
struct CashDesk<'a> {
    printer: &'a Printer,
    cycle: &'a CycleBox,
    payment: &'a Payment,
}

impl CashDesk<'_> {
    async fn enqueue(&self, work: &mut Work<'_>, job: NewJob, jobs: &mut Vec<PrintedJob>) -> Result<()> {
        let document = match job.document {
            Kind::Drawer => "DRAWER",
            Kind::Promotion => "PROMOTION",
            _ => "RECEIPT",
        };
        let request = self.payment.row.client_request_id;
        let job = NewJob { client_request_id: Some(request), cycle_id: Some(self.cycle.id), ..job };
        let id = printing::enqueue(work, job).await?;
        jobs.push(PrintedJob {
            id,
            document: document.into(),
            printer_id: self.printer.id,
            printer: self.printer.name.clone(),
            state: JobState::Pending,
        });
        Ok(())
    }
}
