//! The receipt of an entry or an expense, signed by who gives and who receives.

use super::{
    http::visible_user,
    model::{Movement, MovementStatus, MovementType},
    movements_store,
    open_cycle::load_cycle_row,
};
use comanda_base::error::{OrNotFound, Result, not_found};
use comanda_platform::{settings::CompanyInfo, use_case::Work};
use comanda_printing::{self as printing, NewJob};
use comanda_ticket::{Kind, Text, Ticket, Total};
use serde::Serialize;
use utoipa::ToSchema;

/// The content of the receipt.
#[derive(Debug)]
pub(super) struct MovementReceipt<'a> {
    pub company: &'a str,
    pub movement: &'a Movement,
    /// The time of the movement, in the time zone of the company.
    pub moved_at: &'a str,
}

/// Composes the receipt.
pub(super) fn movement_ticket(r: &MovementReceipt<'_>) -> Ticket {
    let m = r.movement;
    let (heading, other) = match m.movement_type {
        MovementType::Entry => ("INGRESO A CAJA", "Recibido de"),
        MovementType::Expense => ("EGRESO DE CAJA", "Entregado a"),
    };
    let mut ticket = Ticket::new(Kind::Cash)
        .title(format!("Movimiento {}", m.id))
        .line(Text::new(r.company).center().bold())
        .heading(heading)
        .pair(format!("Caja: {}", m.cashbox_name), format!("N.° {}", m.id))
        .pair(format!("Cajero: {}", m.user_name), r.moved_at)
        .rule()
        .text(format!("Motivo: {}", m.motive));
    if !m.receipt_by.is_empty() {
        ticket = ticket.text(format!("{other}: {}", m.receipt_by));
    }
    ticket = ticket.total(Total::new("MONTO", m.amount.to_string()).currency("S/").tall().bold());
    if m.status == MovementStatus::Rejected {
        ticket = ticket.line(Text::new("RECHAZADO: NO CUENTA").center().bold());
    }
    ticket.rule().feed(2).fill_in("Entrega: ").fill_in("Recibe:  ").cut()
}

/// The result of printing the receipt.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovementPrinted {
    print_job_id: Option<String>,
    warnings: Vec<String>,
}

/// Prints the receipt at the cash desk of the user; a cashier only prints those of their own cycles.
pub(super) async fn print_movement(work: &mut Work<'_>, id: i64) -> Result<MovementPrinted> {
    let movement: Movement = movements_store::find_movement(work.tx, id).await.or_not_found("el movimiento")?;
    let cycle = load_cycle_row(work.tx, movement.cash_box_cycle_id).await?;
    if visible_user(work.actor).is_some_and(|user| user != cycle.user_id) {
        return not_found("el movimiento").err();
    }
    let cashbox = work.actor.cashbox_id.or(Some(movement.cash_box_id));
    let Some(printer) = printing::find_cash_printer(work.tx, cashbox, work.actor.user_id).await? else {
        let warnings = vec!["Tu caja no tiene impresora.".to_owned()];
        return Ok(MovementPrinted { print_job_id: None, warnings });
    };
    let company = CompanyInfo::load(work.tx).await?;
    let moved_at = work.settings().await?.local_text(movement.movement_date);
    let receipt = MovementReceipt { company: &company.commercial_name, movement: &movement, moved_at: &moved_at };
    let source = format!("movement:{id}:{}", uuid::Uuid::now_v7());
    let mut job = NewJob::new(printer.id, Kind::Cash, source, movement_ticket(&receipt));
    job.cycle_id = Some(cycle.id);
    Ok(MovementPrinted { print_job_id: Some(printing::enqueue(work, job).await?), warnings: Vec::new() })
}
