//! Prints the pre-bill at the printer of the user's cash box, else at that of CAJA. The table counts as billed until a line is added.

use super::tickets::pre_bill::{self, PreBillHead};
use crate::orders::{
    account::{
        request::{lock_to_serve, set_billed},
        view::{LoadedAccount, load_request_view},
    },
    model::{Request, RequestKind},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    counters,
    db::Tx,
    error::{Code, Result, refuse},
    ids::RequestId,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    settings::{CompanyInfo, Settings},
    use_case::Work,
};
use comanda_printing::{self as printing, NewJob, PrintOption, Printer};
use comanda_ticket::{Kind, Ticket};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of `POST /orders/{request}/pre-order-print`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PrintPreBill {
    /// For a screen that can show a PDF. `false`: where the pre-bill is not printed, the answer only says so (`pdf`), and the table stays
    /// as it is; the screen shows the PDF and asks again with `true`, which bills the table and prints nothing. Absent: the table is
    /// billed, printed or not.
    pub pdf_shown: Option<bool>,
}

/// The result of printing a pre-bill.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreBillPrinted {
    pub print_job_id: Option<String>,
    /// Whether it is shown as a PDF, because its printer is set to that or there is none.
    pub pdf: bool,
    pub warnings: Vec<String>,
    pub client_request: Request,
}

/// Prints the pre-bill, and bills the table once it is on its way to the printer or was shown.
pub async fn print_pre_bill(work: &mut Work<'_>, id: RequestId, form: &PrintPreBill) -> Result<PreBillPrinted> {
    let request = lock_to_serve(work, id).await?;
    let whole = LoadedAccount::load(work.tx, id, work.now).await?;
    if whole.account.live_lines().next().is_none() {
        return refuse(Code::NotSendable, "La cuenta está vacía: agrega productos antes de la precuenta.").err();
    }
    let mut warnings = Vec::new();
    let unsent = whole.account.live_lines().filter(|l| !l.is_sent() && !l.waits()).count();
    if unsent > 0 {
        warnings.push(format!("Hay {unsent} por enviar a cocina que ya están en la precuenta."));
    }
    let now = work.now;
    let printer = printing::find_cash_printer(work.tx, work.actor.cashbox_id, work.actor.user_id).await?;
    let pdf = printer.as_ref().is_none_or(|p| p.pre_bills() == PrintOption::Pdf);
    if pdf && form.pdf_shown == Some(false) {
        let client_request = load_request_view(work.tx, id, work.now).await?;
        return Ok(PreBillPrinted { print_job_id: None, pdf, warnings, client_request });
    }
    if printer.is_none() && form.pdf_shown.is_none() {
        warnings.push("Ni tu caja ni el área CAJA tienen impresora: muestra la precuenta en pantalla.".into());
    }
    let paper = printer.filter(|p| p.pre_bills() == PrintOption::Print && form.pdf_shown != Some(true));
    let print_job_id = match paper {
        Some(printer) => Some(enqueue_pre_bill(work, &whole, &printer).await?),
        None => None,
    };
    set_billed(work, &request, true).await?;
    let entry = AuditEntry::new("PRE_BILL_PRINTED").entity("client_request", id.0).request(id).table(request.table_id);
    audit::log(work.tx, work.actor, now, entry.amount(whole.account.totals.total)).await?;
    Ok(PreBillPrinted { print_job_id, pdf, warnings, client_request: load_request_view(work.tx, id, work.now).await? })
}

async fn enqueue_pre_bill(work: &mut Work<'_>, whole: &LoadedAccount, printer: &Printer) -> Result<String> {
    let (id, now) = (whole.header.request.id, work.now);
    let settings = work.settings().await?.clone();
    let ticket = load_ticket(work.tx, whole, &settings, now).await?;
    // Each request prints another paper.
    let n = counters::next_number(work.tx, &format!("pre_bill:{id}"), "").await?;
    let mut job = NewJob::new(printer.id, Kind::Prebill, format!("pre_bill:{id}:{n}"), ticket);
    job.client_request_id = Some(id);
    printing::enqueue(work, job).await
}

async fn load_ticket(tx: &mut Tx, whole: &LoadedAccount, settings: &Settings, now: DateTime<Utc>) -> Result<Ticket> {
    let info = CompanyInfo::load(tx).await?;
    let header = &whole.header;
    let is_table = header.request.kind == RequestKind::Table;
    let place = match (&header.table_name, is_table) {
        (Some(table), true) => format!("Mesa: {table} - {}", header.salon.as_deref().unwrap_or_default()),
        _ => header.request.number_label(),
    };
    let head = PreBillHead {
        place,
        waiter: header.attendant_name.clone(),
        at: settings.local_text(now),
        persons: header.request.persons,
        is_table,
    };
    Ok(pre_bill::compose_pre_bill(&info, &head, &whole.account))
}

/// Loads the pre-bill of an account as it is now, for a screen or a PDF; changes nothing.
pub(in crate::orders) async fn pre_bill_ticket(tx: &mut Tx, id: RequestId, now: DateTime<Utc>) -> Result<Ticket> {
    let whole = LoadedAccount::load(tx, id, now).await?;
    let settings = Settings::load(tx).await?;
    load_ticket(tx, &whole, &settings, now).await
}
