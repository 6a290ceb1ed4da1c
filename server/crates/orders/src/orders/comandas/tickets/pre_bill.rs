//! The pre-bill: the total of an account, for guests to look at; it is no document.

use super::command::topping_text;
use crate::orders::{
    account::{Account, AdjustmentKind},
    chosen::is_priced_apart,
};
use comanda_base::money::{Money, div_round};
use comanda_platform::settings::CompanyInfo;
use comanda_ticket::{Item, Kind, Text, Ticket, Total};

/// The head of a pre-bill.
#[derive(Debug, Clone)]
pub struct PreBillHead {
    /// `Mesa: 12 - Terraza`, `Pedido: LLEVAR #18`.
    pub place: String,
    pub waiter: String,
    /// The local date and time.
    pub at: String,
    pub persons: i64,
    pub is_table: bool,
}

/// Composes the pre-bill of an account, without dismissed lines.
pub fn compose_pre_bill(info: &CompanyInfo, head: &PreBillHead, account: &Account) -> Ticket {
    let mut ticket = Ticket::new(Kind::Prebill).title(format!("Pre-cuenta {}", head.place));
    if info.logo.is_some() {
        ticket = ticket.logo();
    }
    ticket = ticket.line(Text::new(info.commercial_name.to_uppercase()).center().bold());
    if !info.commercial_address.is_empty() {
        ticket = ticket.centered(info.commercial_address.as_str());
    }
    ticket = ticket.heading("PRE-CUENTA").pair(head.place.as_str(), format!("Mozo: {}", head.waiter));
    ticket = match head.is_table {
        true => ticket.pair(head.at.as_str(), format!("Personas: {}", head.persons)),
        false => ticket.text(head.at.as_str()),
    };
    ticket = add_lines(ticket.rule().item_header(), account).rule();
    ticket = add_totals(ticket, account);
    if head.is_table && head.persons > 1 {
        let share = per_person(account.totals.total, head.persons);
        let label = format!("Por persona ({}), aprox.", head.persons);
        ticket = ticket.total(Total::new(label, share.to_string()).currency("S/"));
    }
    ticket.rule().fill_in("DNI/RUC: ").fill_in("Nombre:  ").centered("No es un comprobante de pago").cut()
}

fn add_lines(mut ticket: Ticket, account: &Account) -> Ticket {
    for line in account.live_lines() {
        let quantity = line.qty_original;
        let name = match &line.variant {
            Some(v) if !v.name.is_empty() => format!("{} ({})", line.name, v.name),
            _ => line.name.clone(),
        };
        let line_amount = line.own_amount(quantity).to_string();
        let item = Item::new(quantity.to_string(), name).amount(line_amount);
        ticket = match line.measure.describe_with_price() {
            None => ticket.item(item.unit_price(line.sale_amount.to_string())),
            Some(measure) => ticket.item(item).item(Item::new("", measure)),
        };
        for t in line.toppings.iter().filter(|t| is_priced_apart(t)) {
            let amount = t.amount(quantity).to_string();
            ticket = ticket
                .item(Item::new("", topping_text(t.quantity, &t.name)).unit_price(t.price.to_string()).amount(amount));
        }
    }
    ticket
}

fn add_totals(mut ticket: Ticket, account: &Account) -> Ticket {
    let t = &account.totals;
    ticket = ticket.total(Total::new("Subtotal", t.subtotal.to_string()));
    for d in &t.discounts {
        let label = match (&d.description, d.is_courtesy) {
            (text, _) if !text.is_empty() => text.clone(),
            (_, true) => "Cortesía".into(),
            (_, false) => "Descuento".into(),
        };
        ticket = ticket.total(Total::new(label, (-d.amount).to_string()));
    }
    for c in t.charges.iter().filter(|c| !c.amount.is_zero()) {
        let label = match c.kind {
            _ if !c.description.is_empty() => c.description.as_str(),
            Some(AdjustmentKind::Service) => "Recargo al consumo",
            Some(AdjustmentKind::Tip) => "Propina",
            _ => "Cargo",
        };
        ticket = ticket.total(Total::new(label, c.amount.to_string()));
    }
    ticket = ticket.total(Total::new("TOTAL", t.total.to_string()).currency("S/").double());
    if let Some(service) = account.included_service().filter(|_| !t.service_included.is_zero()) {
        ticket = ticket.total(Total::new(
            format!("Incluye {}", lower_first(&service.description)),
            t.service_included.to_string(),
        ));
    }
    if t.paid.is_zero() {
        return ticket;
    }
    ticket
        .total(Total::new("Pagado", (-t.paid).to_string()))
        .total(Total::new("Por pagar", t.due.to_string()).currency("S/").tall())
}

/// Lowers the first letter of a name within a sentence: `Recargo al consumo 10%`.
fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn per_person(total: Money, persons: i64) -> Money {
    let centimos =
        div_round(i128::from(total.millionths()), i128::from(persons) * i128::from(comanda_base::money::CENTIMO));
    Money::centimos(i64::try_from(centimos).unwrap_or_default())
}

#[cfg(test)]
mod tests;
