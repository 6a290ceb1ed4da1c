//! The papers of a refund, at the printer of the cash box that the money left: the slip to be signed, and the document of the rest.

use super::slip::{Slip, slip};
use crate::ledger::Refund;
use crate::{
    billing,
    cash::CycleBox,
    error::Result,
    orders,
    payments::{
        model::{Payment, PrintedJob},
        print_receipt::{Printed, Wanted, print_receipt},
        quote::place,
    },
    printing::{self, JobState, NewJob, PrintOption},
    settings::CompanyInfo,
    use_case::Work,
};
use anyhow::anyhow;
use comanda_ticket::{Kind, Ticket};

/// Prints them, and opens the drawer where cash goes out.
pub(super) async fn papers(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    refund: &Refund,
    again: Option<&Payment>,
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
    let mut printed = match again.and_then(|p| Some((p, p.billing.as_ref()?))) {
        Some((payment, billing)) => {
            print_receipt(work, cycle, payment, billing, Wanted { receipt: wanted, promotions: &[] }).await?
        }
        None => none,
    };
    let cash = refund.entries.iter().any(|e| e.is_cash && !e.amount.is_zero());
    let opens_drawer = printer.opens_drawer && cash;
    if !wanted && !opens_drawer {
        return Ok(printed);
    }
    let (kind, document, ticket) = match wanted {
        true => (Kind::Cash, "CASH", paper(work, refund, again).await?),
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

async fn paper(work: &mut Work<'_>, refund: &Refund, again: Option<&Payment>) -> Result<Ticket> {
    let company = CompanyInfo::load(work.tx).await?;
    let billing = billing::billings_of(work.tx, &[refund.row.payment_id]).await?.pop();
    let billing = billing.ok_or_else(|| anyhow!("a payment without its document"))?;
    let request = orders::request_view(work.tx, refund.row.client_request_id).await?;
    let settings = work.settings().await?;
    Ok(slip(&Slip {
        company: &company.commercial_name,
        refund,
        billing: &billing,
        again: again.and_then(|p| p.billing.as_ref()),
        at: &settings.local_text(refund.row.created_at),
        issued_at: &settings.local_text(billing.row.issued_at),
        place: &place(&request, "Mesa: "),
    }))
}
