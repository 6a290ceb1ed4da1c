//! The ticket of a closing (arqueo): expected and counted amounts by method, the parts of the expected cash, movements, refunds, debts
//! collected, documents, signatures.

use super::{
    expected::{CashParts, MethodBalance},
    model::{ByMethod, CycleRow, Movement, MovementStatus, MovementType},
};
use comanda_base::money::Money;
use comanda_invoicing::billing::DocumentSum;
use comanda_ledgers::ledger::{Collection, Refund};
use comanda_ticket::{Kind, Text, Ticket, Total};

/// The content of the ticket.
#[derive(Debug)]
pub(super) struct ArqueoContent<'a> {
    pub company: &'a str,
    pub cycle: &'a CycleRow,
    /// The time of opening, in the time zone of the company, like `closed_at`.
    pub opened_at: &'a str,
    pub closed_at: &'a str,
    pub cash: &'a CashParts,
    pub counted: &'a ByMethod,
    pub expected: &'a ByMethod,
    pub methods: &'a [MethodBalance],
    pub movements: &'a [Movement],
    pub refunds: &'a [Refund],
    pub collections: &'a [Collection],
    /// The sales on credit, less what was taken back.
    pub sold_on_credit: Money,
    pub documents: &'a [DocumentSum],
    /// The tips collected beside the documents.
    pub tips: Money,
}

/// Composes the ticket.
pub(super) fn arqueo_ticket(a: &ArqueoContent<'_>) -> Ticket {
    let ticket = Ticket::new(Kind::Cash)
        .title(format!("Arqueo de {}", a.cycle.cashbox_name))
        .line(Text::new(a.company).center().bold())
        .heading("ARQUEO DE CAJA")
        .pair(format!("Caja: {}", a.cycle.cashbox_name), format!("Turno: {}", a.cycle.turn_name))
        .text(format!("Cajero: {}", a.cycle.user_name))
        .pair("Apertura:", a.opened_at)
        .pair("Cierre:", a.closed_at)
        .rule();
    let ticket = add_cash(ticket, a.cash);
    let ticket = add_methods(ticket, a);
    let ticket = add_movements(ticket, a.movements);
    let ticket = add_refunds(ticket, a.refunds);
    let ticket = add_collections(ticket, a.collections);
    add_documents(ticket, a).feed(2).fill_in("Cajero:     ").feed(1).fill_in("Supervisor: ").cut()
}

/// Formats an amount that is subtracted from a sum: `-12.00`.
fn negative(amount: Money) -> String {
    if amount.is_zero() { amount.to_string() } else { (-amount).to_string() }
}

/// Formats a difference with its sign: `+3.00`.
fn signed(amount: Money) -> String {
    if amount > Money::ZERO { format!("+{amount}") } else { amount.to_string() }
}

fn section(ticket: Ticket, title: &str) -> Ticket {
    ticket.line(Text::new(title).bold())
}

fn add_cash(ticket: Ticket, c: &CashParts) -> Ticket {
    let mut ticket = section(ticket, "EFECTIVO ESPERADO")
        .total(Total::new("Monto inicial", c.opening.to_string()))
        .total(Total::new("Cobrado", c.received.to_string()))
        .total(Total::new("Vueltos", negative(c.turned)))
        .total(Total::new("Devoluciones", negative(c.refunds)));
    if !c.collections.is_zero() {
        ticket = ticket.total(Total::new("Cobranzas", c.collections.to_string()));
    }
    ticket
        .total(Total::new("Ingresos", c.entries.to_string()))
        .total(Total::new("Gastos", negative(c.expenses)))
        .total(Total::new("Debe haber", c.expected.to_string()).currency("S/").bold())
        .rule()
}

fn add_methods(mut ticket: Ticket, a: &ArqueoContent<'_>) -> Ticket {
    let amount_of = |amounts: &ByMethod, name: &str| amounts.get(name).copied().unwrap_or_default();
    let mut sum = Money::ZERO;
    for method in a.methods {
        let (expected, counted) = (amount_of(a.expected, &method.name), amount_of(a.counted, &method.name));
        if expected.is_zero() && counted.is_zero() {
            continue;
        }
        sum += counted - expected;
        ticket = section(ticket, &method.name.to_uppercase())
            .total(Total::new("  Esperado", expected.to_string()))
            .total(Total::new("  Contado", counted.to_string()));
        if counted != expected {
            ticket = ticket.total(Total::new("  Diferencia", signed(counted - expected)).bold());
        }
    }
    let ticket = ticket.rule().total(Total::new("DIFERENCIA", signed(sum)).currency("S/").tall().bold());
    match &a.cycle.difference_reason {
        Some(reason) => ticket.text(format!("Motivo: {reason}")).rule(),
        None => ticket.rule(),
    }
}

fn add_movements(mut ticket: Ticket, movements: &[Movement]) -> Ticket {
    if movements.is_empty() {
        return ticket;
    }
    ticket = section(ticket, "MOVIMIENTOS");
    for m in movements {
        let amount = match m.movement_type {
            MovementType::Expense => negative(m.amount),
            MovementType::Entry => m.amount.to_string(),
        };
        ticket = match m.status {
            MovementStatus::Rejected => ticket.text(format!("{} {amount} (RECHAZADO)", m.motive)),
            MovementStatus::Approved => ticket.total(Total::new(&m.motive, amount)),
        };
    }
    ticket.rule()
}

fn add_refunds(mut ticket: Ticket, refunds: &[Refund]) -> Ticket {
    if refunds.is_empty() {
        return ticket;
    }
    ticket = section(ticket, "DEVOLUCIONES");
    for r in refunds {
        let methods: Vec<&str> = r.entries.iter().map(|e| e.name.as_str()).collect();
        let label = format!("{} {}", r.row.document, methods.join(", "));
        ticket =
            ticket.total(Total::new(label.trim(), negative(r.row.given_back()))).text(format!("  {}", r.row.reason));
    }
    ticket.rule()
}

/// Adds the debts collected, of sales of any day.
fn add_collections(mut ticket: Ticket, collections: &[Collection]) -> Ticket {
    if collections.is_empty() {
        return ticket;
    }
    ticket = section(ticket, "COBRANZAS (no son ventas)");
    for c in collections {
        let label = format!("{} {} {}", c.full_number, c.row.name, c.row.client_name);
        ticket = ticket.total(Total::new(label, c.row.received().to_string()));
    }
    ticket.rule()
}

fn add_documents(mut ticket: Ticket, a: &ArqueoContent<'_>) -> Ticket {
    let documents = a.documents;
    if documents.is_empty() {
        return ticket;
    }
    ticket = section(ticket, "VENTAS POR COMPROBANTE");
    for d in documents {
        ticket = ticket.total(Total::new(format!("{} ({})", d.name, d.count), d.total.to_string()));
    }
    let total: Money = documents.iter().map(|d| d.total).sum();
    ticket = ticket.total(Total::new("TOTAL VENTAS", total.to_string()).currency("S/").bold());
    for (name, amount) in [("Propinas", a.tips), ("Al crédito (no está en caja)", a.sold_on_credit)] {
        if !amount.is_zero() {
            ticket = ticket.total(Total::new(name, amount.to_string()));
        }
    }
    let voided: i64 = documents.iter().map(|d| d.voided_count).sum();
    if voided > 0 {
        let amount: Money = documents.iter().map(|d| d.voided_total).sum();
        ticket = ticket.total(Total::new(format!("Anulados ({voided})"), amount.to_string()));
    }
    ticket.rule()
}

#[cfg(test)]
#[path = "ticket_tests.rs"]
mod tests;
