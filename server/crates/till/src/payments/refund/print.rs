//! The papers of a refund, at the printer of the cash box that the money left: the slip to be signed, and the document of the rest.

use super::{
    note,
    slip::{Slip, slip},
};
use crate::{
    cash::CycleBox,
    payments::{
        model::{Payment, PrintedJob},
        print_receipt::{Printed, Wanted, print_receipt},
        quote::place,
    },
};
use anyhow::anyhow;
use comanda_base::error::Result;
use comanda_invoicing::billing::{self, Billing, notes::CreditNote};
use comanda_ledgers::ledger::Refund;
use comanda_orders::orders;
use comanda_platform::{
    settings::{CompanyInfo, tax},
    use_case::Work,
};
use comanda_printing::{self as printing, JobState, NewJob, PrintOption, Printer};
use comanda_ticket::{Kind, Ticket};

/// What a refund has issued.
#[derive(Debug, Clone, Copy)]
pub(super) struct Issued<'a> {
    /// The rest, charged again.
    pub again: Option<&'a Payment>,
    pub note: Option<&'a CreditNote>,
}

/// Prints them, and opens the drawer where cash goes out.
pub(super) async fn papers(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    refund: &Refund,
    issued: Issued<'_>,
    wanted: bool,
) -> Result<Printed> {
    let none = Printed { receipt: PrintOption::None, jobs: Vec::new(), warnings: Vec::new() };
    let Some(printer) = printing::cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? else {
        let mut printed = none;
        if wanted {
            printed
                .warnings
                .push(format!("La caja {} no tiene impresora: no salió la devolución.", cycle.cashbox_name));
        }
        return Ok(printed);
    };
    // A document that stays has its paper already.
    let again = issued.again.filter(|_| issued.note.is_none());
    let mut printed = match again.and_then(|p| Some((p, p.billing.as_ref()?))) {
        Some((payment, billing)) => {
            print_receipt(work, cycle, payment, billing, Wanted { receipt: wanted, promotions: &[] }).await?
        }
        None => none,
    };
    if let Some(note) = issued.note.filter(|_| wanted) {
        printed.jobs.push(print_note(work, &printer, cycle, refund, note).await?);
    }
    let cash = refund.entries.iter().any(|e| e.is_cash && !e.amount.is_zero());
    let opens_drawer = printer.opens_drawer && cash;
    if !wanted && !opens_drawer {
        return Ok(printed);
    }
    let (kind, document, ticket) = match wanted {
        true => (Kind::Cash, "CASH", paper(work, refund, issued).await?),
        false => (Kind::Drawer, "DRAWER", Ticket::new(Kind::Drawer).drawer()),
    };
    let job = NewJob::new(printer.id, kind, format!("refund:{}", refund.row.id), ticket);
    let request = Some(refund.row.client_request_id);
    let job = NewJob { opens_drawer, client_request_id: request, cycle_id: Some(cycle.id), ..job };
    let id = printing::enqueue(work, job).await?;
    printed.jobs.push(PrintedJob {
        id,
        document: document.into(),
        printer_id: printer.id,
        printer: printer.name,
        state: JobState::Pending,
    });
    Ok(printed)
}

/// Prints the note of a refund whose other papers came out before.
pub(super) async fn note_alone(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    refund: &Refund,
    note: &CreditNote,
    wanted: bool,
) -> Result<Printed> {
    let mut printed = Printed { receipt: PrintOption::None, jobs: Vec::new(), warnings: Vec::new() };
    if !wanted {
        return Ok(printed);
    }
    match printing::cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? {
        Some(printer) => printed.jobs.push(print_note(work, &printer, cycle, refund, note).await?),
        None => printed
            .warnings
            .push(format!("La caja {} no tiene impresora: no salió la nota de crédito.", cycle.cashbox_name)),
    }
    Ok(printed)
}

async fn print_note(
    work: &mut Work<'_>,
    printer: &Printer,
    cycle: &CycleBox,
    refund: &Refund,
    note: &CreditNote,
) -> Result<PrintedJob> {
    let changed = document(work, refund).await?;
    let ticket = note::ticket(work.tx, &changed, note).await?;
    let job = NewJob::new(printer.id, Kind::Receipt, format!("credit_note:{}", note.id), ticket);
    let request = Some(refund.row.client_request_id);
    let job = NewJob { client_request_id: request, cycle_id: Some(cycle.id), ..job };
    Ok(PrintedJob {
        id: printing::enqueue(work, job).await?,
        document: "CREDIT_NOTE".into(),
        printer_id: printer.id,
        printer: printer.name.clone(),
        state: JobState::Pending,
    })
}

/// The document that it voided or took something off.
async fn document(work: &mut Work<'_>, refund: &Refund) -> Result<Billing> {
    let billing = billing::billings(work.tx, &[refund.row.billing_id]).await?.pop();
    Ok(billing.ok_or_else(|| anyhow!("a refund without its document"))?)
}

async fn paper(work: &mut Work<'_>, refund: &Refund, issued: Issued<'_>) -> Result<Ticket> {
    let company = CompanyInfo::load(work.tx).await?;
    let billing = document(work, refund).await?;
    let request = orders::request_view(work.tx, refund.row.client_request_id, work.now).await?;
    let settings = work.settings().await?;
    Ok(slip(&Slip {
        company: &company.commercial_name,
        refund,
        billing: &billing,
        again: issued.again.and_then(|p| p.billing.as_ref()).filter(|_| issued.note.is_none()),
        note: issued.note,
        at: &settings.local_text(refund.row.created_at),
        issued_at: &tax::issue_text(billing.row.issued_at),
        place: &place(&request, "Mesa: "),
    }))
}
