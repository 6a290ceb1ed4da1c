//! The paper of a payment: rebuilt from what is stored, so that what prints now and what is shown later are one and the same.

use super::{
    model::{Payment, PrintedJob},
    quote::place,
    read,
};
use crate::{
    billing::{Billing, BillingKind, Paid, Receipt, receipt_ticket},
    cash::{self, CycleBox},
    db::Tx,
    error::{Result, not_found},
    http::Work,
    ids::{PaymentId, RequestId},
    orders,
    printing::{self, NewJob, PrintOption, Printer},
    settings::{CompanyInfo, Settings},
};
use comanda_ticket::{Kind, Ticket};

/// The paper of a payment's document.
pub async fn ticket(tx: &mut Tx, settings: &Settings, payment: &Payment, billing: &Billing) -> Result<Ticket> {
    let company = CompanyInfo::load(tx).await?;
    let cycle = cash::cycle_box(tx, payment.row.cycle_id).await?;
    let request = orders::request_view(tx, payment.row.client_request_id).await?;
    let paid: Vec<Paid> = payment.entries.iter().map(|e| Paid { name: e.name.clone(), tendered: e.tendered }).collect();
    let issued_at = billing.row.issued_at;
    Ok(receipt_ticket(&Receipt {
        company: &company,
        billing,
        issued_at: &settings.local_text(issued_at),
        issued_on: issued_at.with_timezone(&settings.time_zone).date_naive(),
        cashbox: &cycle.cashbox_name,
        place: &place(&request, "Mesa: "),
        waiter: first_name(&request.user.name),
        cashier: first_name(&payment.row.user_name),
        paid: &paid,
        turned: payment.row.turned,
        rounding: payment.row.rounding,
        tip: payment.row.total - billing.row.total,
    }))
}

/// The paper of an account's document, with its number: the payment's, else the latest of its kind.
pub(super) async fn document_ticket(
    tx: &mut Tx,
    request: RequestId,
    billing_type: &str,
    payment: Option<PaymentId>,
) -> Result<(String, Ticket)> {
    let kind = BillingKind::parse(billing_type).ok_or_else(|| not_found("ese comprobante"))?;
    let of_kind = |p: &Payment| p.billing.as_ref().is_some_and(|b| b.row.billing_type_id == kind as i64);
    let payments = read::payments_of_request(tx, request).await?;
    let chosen = payments.into_iter().rfind(|p| of_kind(p) && payment.is_none_or(|id| p.row.id == id));
    let settings = Settings::load(tx).await?;
    match chosen.as_ref().and_then(|p| Some((p, p.billing.as_ref()?))) {
        Some((payment, billing)) => Ok((billing.full_number.clone(), ticket(tx, &settings, payment, billing).await?)),
        None => not_found("ese comprobante").err(),
    }
}

/// Three people share one line of the paper: surnames would not fit.
fn first_name(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// What was printed, and what the cashier should know.
#[derive(Debug, Default)]
pub(super) struct Printed {
    pub jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}

/// Prints at the cash box's printer as its option says, and opens the drawer for cash.
pub(super) async fn print_receipt(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    payment: &Payment,
    billing: &Billing,
    wanted: bool,
) -> Result<Printed> {
    let mut printed = Printed::default();
    let Some(printer) = printing::cash_printer(work.tx, Some(cycle.cashbox_id)).await? else {
        if wanted {
            printed.warnings.push(format!("La caja {} no tiene impresora: usa el PDF.", cycle.cashbox_name));
        }
        return Ok(printed);
    };
    let cash = !payment.row.turned.is_zero() || has_cash(work.tx, payment).await?;
    let opens_drawer = printer.opens_drawer && cash;
    let job = if wanted && printer.receipts() == PrintOption::Print {
        let settings = work.settings().await?.clone();
        let ticket = ticket(work.tx, &settings, payment, billing).await?;
        let job = NewJob::new(printer.id, Kind::Receipt, format!("billing:{}", billing.row.id), ticket);
        NewJob { opens_drawer, ..job }
    } else if opens_drawer {
        NewJob {
            opens_drawer,
            ..NewJob::new(
                printer.id,
                Kind::Drawer,
                format!("payment:{}", payment.row.id),
                Ticket::new(Kind::Drawer).drawer(),
            )
        }
    } else {
        return Ok(printed);
    };
    enqueue(work, &printer, cycle, payment, job, &mut printed).await?;
    Ok(printed)
}

async fn has_cash(tx: &mut Tx, payment: &Payment) -> Result<bool> {
    let options = super::payment_options(tx).await?;
    Ok(payment.entries.iter().any(|e| options.iter().any(|o| o.is_cash && o.name == e.name)))
}

async fn enqueue(
    work: &mut Work<'_>,
    printer: &Printer,
    cycle: &CycleBox,
    payment: &Payment,
    job: NewJob,
    printed: &mut Printed,
) -> Result<()> {
    let document = if job.document == Kind::Drawer { "DRAWER" } else { "RECEIPT" };
    let job = NewJob { client_request_id: Some(payment.row.client_request_id), cycle_id: Some(cycle.id), ..job };
    let id = printing::enqueue(work, job).await?;
    printed.jobs.push(PrintedJob {
        id,
        document: document.into(),
        printer_id: printer.id,
        printer: printer.name.clone(),
        state: "PENDING",
    });
    Ok(())
}
