//! Prints the papers of a refund at the printer of the cash box that the money left: the slip to be signed (DEVOLUCIÓN), and the document
//! of what stays sold or the credit note.
//!
//! The slip tells which document is void, what was returned and how, why, who asked and who allowed it, and has room for the signature of
//! the client.

use super::credit_note;
use crate::{
    cash::CycleBox,
    payments::{
        model::{Payment, PrintedJob},
        print_receipt::{PrintRequest, PrintedDocuments, print_receipt},
        quote::account_place,
    },
};
use anyhow::anyhow;
use comanda_base::{error::Result, money::Money};
use comanda_invoicing::billing::{self, Billing, notes::CreditNote};
use comanda_ledgers::ledger::{Refund, RefundOutcome};
use comanda_orders::orders;
use comanda_platform::{
    settings::{CompanyInfo, tax},
    use_case::Work,
};
use comanda_printing::{self as printing, JobState, NewJob, PrintOption, Printer};
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// The documents that a refund has issued.
#[derive(Debug, Clone, Copy)]
pub(super) struct IssuedDocuments<'a> {
    /// The payment that charges what stays sold.
    pub charged_again: Option<&'a Payment>,
    pub note: Option<&'a CreditNote>,
}

/// Prints the papers of a refund, and opens the drawer where cash leaves it.
pub(super) async fn print_documents(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    refund: &Refund,
    issued: IssuedDocuments<'_>,
    prints: bool,
) -> Result<PrintedDocuments> {
    let none = PrintedDocuments { receipt: PrintOption::None, jobs: Vec::new(), warnings: Vec::new() };
    let Some(printer) = printing::find_cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? else {
        let mut printed = none;
        if prints {
            printed
                .warnings
                .push(format!("La caja {} no tiene impresora: no salió la devolución.", cycle.cashbox_name));
        }
        return Ok(printed);
    };
    // A document that stays was printed before.
    let charged_again = issued.charged_again.filter(|_| issued.note.is_none());
    let mut printed = match charged_again.and_then(|p| Some((p, p.billing.as_ref()?))) {
        Some((payment, billing)) => {
            print_receipt(work, cycle, payment, billing, PrintRequest { receipt: prints, promotions: &[] }).await?
        }
        None => none,
    };
    if let Some(note) = issued.note.filter(|_| prints) {
        printed.jobs.push(print_note(work, &printer, cycle, refund, note).await?);
    }
    let cash = refund.entries.iter().any(|e| e.is_cash && !e.amount.is_zero());
    let opens_drawer = printer.opens_drawer && cash;
    if !prints && !opens_drawer {
        return Ok(printed);
    }
    let (kind, document, ticket) = match prints {
        true => (Kind::Cash, "CASH", load_slip(work, refund, issued).await?),
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

/// Prints the credit note of a refund whose other papers were printed before.
pub(super) async fn print_note_alone(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    refund: &Refund,
    note: &CreditNote,
    prints: bool,
) -> Result<PrintedDocuments> {
    let mut printed = PrintedDocuments { receipt: PrintOption::None, jobs: Vec::new(), warnings: Vec::new() };
    if !prints {
        return Ok(printed);
    }
    match printing::find_cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? {
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
    let changed = load_document(work, refund).await?;
    let ticket = credit_note::load_ticket(work.tx, &changed, note).await?;
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

/// Loads the document that a refund voided or took something off.
async fn load_document(work: &mut Work<'_>, refund: &Refund) -> Result<Billing> {
    let billing = billing::load_billings(work.tx, &[refund.row.billing_id]).await?.pop();
    Ok(billing.ok_or_else(|| anyhow!("a refund without its document"))?)
}

async fn load_slip(work: &mut Work<'_>, refund: &Refund, issued: IssuedDocuments<'_>) -> Result<Ticket> {
    let company = CompanyInfo::load(work.tx).await?;
    let billing = load_document(work, refund).await?;
    let request = orders::load_request_view(work.tx, refund.row.client_request_id, work.now).await?;
    let settings = work.settings().await?;
    Ok(slip_ticket(&Slip {
        company: &company.commercial_name,
        refund,
        billing: &billing,
        charged_again: issued.charged_again.and_then(|p| p.billing.as_ref()).filter(|_| issued.note.is_none()),
        note: issued.note,
        at: &settings.local_text(refund.row.created_at),
        issued_at: &tax::issue_text(billing.row.issued_at),
        place: &account_place(&request, "Mesa: "),
    }))
}

/// The content of a slip.
#[derive(Debug)]
struct Slip<'a> {
    pub company: &'a str,
    pub refund: &'a Refund,
    /// The document that was voided, or that a credit note took something off.
    pub billing: &'a Billing,
    /// The new document of what stays sold.
    pub charged_again: Option<&'a Billing>,
    /// The credit note, where the document stays.
    pub note: Option<&'a CreditNote>,
    /// The time of the refund, in the time zone of the company.
    pub at: &'a str,
    pub issued_at: &'a str,
    /// The place of the account: `Mesa: 12` or `LLEVAR #18`.
    pub place: &'a str,
}

/// Composes the slip.
fn slip_ticket(s: &Slip<'_>) -> Ticket {
    let (r, b) = (&s.refund.row, &s.billing.row);
    let correction_text = match s.note {
        Some(note) => format!("NOTA DE CRÉDITO {}", note.full_number),
        None => format!("ANULA {} {}", b.name.to_uppercase(), s.billing.full_number),
    };
    let ticket = Ticket::new(Kind::Cash)
        .title(format!("Devolución {}", s.billing.full_number))
        .line(Text::new(s.company).center().bold())
        .heading("DEVOLUCIÓN")
        .pair(s.at, format!("Caja: {}", r.cashbox_name))
        .rule()
        .line(Text::new(correction_text).bold())
        .text(match s.note {
            Some(_) => format!("De {} {} del {}", b.name, s.billing.full_number, s.issued_at),
            None => format!("Emitida: {}", s.issued_at),
        })
        .text(format!("Cliente: {}", b.client_name));
    let ticket = if s.place.is_empty() { ticket } else { ticket.text(s.place) };
    let ticket = add_lines(ticket.rule().item_header(), s).rule();
    let ticket = add_amounts(ticket, s).rule().text(format!("Motivo: {}", r.reason)).text(outcome_text(s));
    let ticket = ticket.text(format!("Pidió: {}", r.user_name)).text(match &r.approver_name {
        Some(name) => format!("Autorizó: {name}"),
        None => "Autorizó: PIN de seguridad".to_owned(),
    });
    ticket.feed(2).fill_in("Firma del cliente: ").feed(1).fill_in("DNI: ").cut()
}

/// Returns the credit note where it is a discount, after which everything stays sold.
fn discount_note<'s>(s: &Slip<'s>) -> Option<&'s CreditNote> {
    s.note.filter(|note| note.reason_code.is_discount())
}

fn add_lines(mut ticket: Ticket, s: &Slip<'_>) -> Ticket {
    if let Some(note) = discount_note(s) {
        for line in note.document_lines(s.billing) {
            ticket = ticket.item(Item::new(line.quantity.to_string(), line.description).amount(line.total.to_string()));
        }
        return ticket;
    }
    if s.refund.lines.is_empty() {
        for line in &s.billing.lines {
            let item = Item::new(line.quantity.to_string(), &line.description);
            ticket = ticket.item(item.unit_price(line.unit_price.to_string()).amount(line.total.to_string()));
        }
        return ticket;
    }
    for line in &s.refund.lines {
        ticket = ticket.item(Item::new(line.quantity.to_string(), &line.name).amount(line.amount.to_string()));
    }
    ticket
}

fn add_amounts(mut ticket: Ticket, s: &Slip<'_>) -> Ticket {
    let r = &s.refund.row;
    if !r.rounding.is_zero() {
        ticket = ticket.total(Total::new("Valor", r.total.to_string())).total(Total::new(
            if r.given_back().is_zero() { "Por otra vía" } else { "Redondeo" },
            r.rounding.to_string(),
        ));
    }
    ticket = ticket.total(Total::new("DEVUELTO", r.given_back().to_string()).currency("S/").tall().bold());
    for e in &s.refund.entries {
        let debt_note = if e.is_credit { " (baja de la deuda)" } else { "" };
        ticket = ticket.total(Total::new(format!("{}{debt_note}", e.name.to_uppercase()), e.amount.to_string()));
        if let Some(number) = e.operation_number.as_deref().filter(|n| !n.is_empty()) {
            ticket = ticket.text(format!("  Operación {number}"));
        }
    }
    let stays = s.note.map(|_| s.billing.remaining_total()).filter(|remaining| !remaining.is_zero());
    if let Some(remaining) = stays {
        return ticket.total(Total::new(format!("Queda de {}", s.billing.full_number), Money::to_string(&remaining)));
    }
    match s.charged_again {
        Some(charged_again) => ticket.total(Total::new(
            format!("Queda cobrado: {}", charged_again.full_number),
            Money::to_string(&charged_again.row.total),
        )),
        None => ticket,
    }
}

fn outcome_text(s: &Slip<'_>) -> &'static str {
    match (s.charged_again, s.refund.row.outcome) {
        _ if discount_note(s).is_some() => "Es un descuento: lo vendido sigue vendido.",
        (Some(_), _) => "El resto se cobró con un comprobante nuevo.",
        (None, RefundOutcome::Reopen) => "La cuenta se vuelve a cobrar.",
        (None, RefundOutcome::Close) => "Los pedidos quedan anulados.",
    }
}

#[cfg(test)]
#[path = "print_tests.rs"]
mod tests;
