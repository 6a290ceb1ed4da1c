//! The receipt of a collection (RECIBO DE COBRANZA): the amounts paid by document, how they were paid, and what is left to pay. It is a
//! paper of the house, not a tax document.

use super::model::NewCollection;
use crate::{cash::CycleBox, payments::model::PrintedJob};
use comanda_base::{db::Tx, error::Result};
use comanda_ledgers::ledger::Collection;
use comanda_pdf as pdf;
use comanda_platform::{
    settings::{CompanyInfo, Logo, Settings},
    use_case::Work,
};
use comanda_printing::{self as printing, JobState, NewJob, PaperSize, PrintOption};
use comanda_ticket::{Kind, Text, Ticket, Total};

/// The content of the receipt.
#[derive(Debug)]
struct ReceiptData<'a> {
    company: &'a CompanyInfo,
    collection: &'a Collection,
    /// The time of the collection, in the time zone of the company.
    at: &'a str,
}

fn ticket(p: &ReceiptData<'_>) -> Ticket {
    let (c, row) = (p.company, &p.collection.row);
    let mut ticket = Ticket::new(Kind::Cash)
        .title(format!("Recibo de cobranza {}", p.collection.full_number))
        .logo()
        .line(Text::new(&c.commercial_name).center().bold());
    if !c.legal_name.is_empty() {
        ticket = ticket.centered(&c.legal_name);
    }
    if !c.document_number.is_empty() {
        ticket = ticket.centered(format!("{} {}", c.document_type, c.document_number));
    }
    ticket = ticket
        .line(Text::new("RECIBO DE COBRANZA").center().tall().bold())
        .line(Text::new(&p.collection.full_number).center().tall().bold())
        .rule()
        .pair(format!("Fecha: {}", p.at), format!("Caja: {}", row.cashbox_name))
        .text(format!("Cliente: {}", row.client_name));
    if !row.client_document.is_empty() {
        ticket = ticket.text(&row.client_document);
    }
    ticket = ticket.rule().line(Text::new("A CUENTA DE").bold());
    for part in &p.collection.parts {
        ticket = ticket.total(Total::new(&part.document, part.amount.to_string()));
    }
    ticket = ticket.rule().total(Total::new("COBRADO", row.amount.to_string()).currency("S/").tall().bold());
    if !row.rounding.is_zero() {
        ticket = ticket.total(Total::new("REDONDEO", (-row.rounding).to_string()));
    }
    ticket = ticket.total(Total::new(row.name.to_uppercase(), row.received().to_string()));
    if let Some(number) = row.operation_number.as_deref() {
        ticket = ticket.text(format!("  Operación {number}"));
    }
    ticket
        .total(Total::new("QUEDA POR PAGAR", row.left_due.to_string()).currency("S/").bold())
        .rule()
        .text(format!("Cobró: {}", row.user_name))
        .centered("No es un comprobante de pago tributario")
        .cut()
}

async fn load_ticket(tx: &mut Tx, collection: &Collection) -> Result<Ticket> {
    let company = CompanyInfo::load(tx).await?;
    let at = Settings::load(tx).await?.local_text(collection.row.created_at);
    Ok(ticket(&ReceiptData { company: &company, collection, at: &at }))
}

/// Renders the receipt as a PDF with the logo of the company.
pub(super) async fn render_receipt_pdf(tx: &mut Tx, collection: &Collection) -> Result<Vec<u8>> {
    let ticket = load_ticket(tx, collection).await?;
    pdf::render_ticket(&Logo::load(tx).await?.draw_on(ticket), PaperSize::Mm80.columns())
}

/// Prints the receipt at the printer of the cash box, and opens the drawer for cash.
pub(super) async fn print_receipt(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    collection: Collection,
    wanted: bool,
) -> Result<NewCollection> {
    let mut new_collection = NewCollection { collection, print_jobs: Vec::new(), warnings: Vec::new() };
    let Some(printer) = printing::find_cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? else {
        if wanted {
            new_collection.warnings.push(format!("La caja {} no tiene impresora: usa el PDF.", cycle.cashbox_name));
        }
        return Ok(new_collection);
    };
    let prints = wanted && printer.receipts() == PrintOption::Print;
    let opens_drawer = printer.opens_drawer && new_collection.collection.row.is_cash;
    let (kind, document, ticket) = match (prints, opens_drawer) {
        (true, _) => (Kind::Cash, "CASH", load_ticket(work.tx, &new_collection.collection).await?),
        (false, true) => (Kind::Drawer, "DRAWER", Ticket::new(Kind::Drawer).drawer()),
        (false, false) => return Ok(new_collection),
    };
    let job = NewJob::new(printer.id, kind, format!("collection:{}", new_collection.collection.row.id), ticket);
    let id = printing::enqueue(work, NewJob { opens_drawer, cycle_id: Some(cycle.id), ..job }).await?;
    new_collection.print_jobs.push(PrintedJob {
        id,
        document: document.into(),
        printer_id: printer.id,
        printer: printer.name,
        state: JobState::Pending,
    });
    Ok(new_collection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{TimeZone, Utc};
    use comanda_base::{
        ids::{ClientId, CollectionId, CycleId, PaymentOptionId, ReceivableId, UserId},
        money::Money,
    };
    use comanda_ledgers::ledger::{CollectionPart, CollectionRow};
    use comanda_test_support::golden;

    #[test]
    fn receipt_shows_the_payment_and_the_balance() {
        let company = CompanyInfo {
            document_number: "20601234567".into(),
            legal_name: "TERRAZA GASTRONÓMICA S.A.C.".into(),
            commercial_name: "LA TERRAZA DE MIRAFLORES".into(),
            ..CompanyInfo::default()
        };
        let money = |text: &str| text.parse::<Money>().unwrap();
        let part = |id: i64, document: &str, amount: &str| CollectionPart {
            collection_id: CollectionId(1),
            receivable_id: ReceivableId(id),
            document: document.into(),
            amount: money(amount),
        };
        let row = CollectionRow {
            id: CollectionId(1),
            number: 12,
            client_id: ClientId(1),
            client_name: "CORPORACIÓN MINERA DEL CENTRO S.A.C.".into(),
            client_document: "RUC: 20131312955".into(),
            cycle_id: CycleId(7),
            cashbox_name: "Principal".into(),
            user_id: UserId(3),
            user_name: "Luis Cárdenas".into(),
            payment_option_id: PaymentOptionId(5),
            name: "Transferencia".into(),
            is_cash: false,
            operation_number: Some("00482915".into()),
            amount: money("350.00"),
            rounding: Money::ZERO,
            left_due: money("128.50"),
            created_at: Utc.with_ymd_and_hms(2026, 12, 23, 17, 5, 0).unwrap(),
        };
        let parts = vec![part(1, "F001-00000347", "238.00"), part(2, "F001-00000351", "112.00")];
        let collection = Collection { full_number: "RC-00000012".into(), row, parts };
        let ticket = ticket(&ReceiptData { company: &company, collection: &collection, at: "23/12/2026 12:05" });
        golden::assert_ticket("server/crates/till/src/payments/credit/golden/collection", &ticket);
    }
}
