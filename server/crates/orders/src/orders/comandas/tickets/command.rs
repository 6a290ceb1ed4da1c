//! The comanda: what one production area has to make, or no longer has to.

use crate::orders::model::Line;
use comanda_base::money::Quantity;
use comanda_ticket::{Kind, Ticket};

/// A dish as an area reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dish {
    pub quantity: Quantity,
    pub name: String,
    pub variant: Option<String>,
    /// Own quantity (for one dish) and name.
    pub toppings: Vec<(Quantity, String)>,
    pub comment: String,
    /// A combo's dishes of this area: quantity in all, and name.
    pub parts: Vec<(Quantity, String)>,
}

impl Dish {
    /// `quantity` of a line, without the dishes of a combo.
    pub fn of(line: &Line, quantity: Quantity) -> Self {
        Self {
            quantity,
            name: line.name.clone(),
            variant: line.variant.as_ref().map(|v| v.name.clone()),
            toppings: line.toppings.iter().map(|t| (t.quantity, t.name.clone())).collect(),
            comment: line.comment.clone(),
            parts: Vec::new(),
        }
    }
}

/// What stands at the head of every paper of an account.
#[derive(Debug, Clone)]
pub struct Head {
    /// `MESA 12 - TERRAZA`, `LLEVAR #18`.
    pub place: String,
    pub commands: Vec<i64>,
    /// Local date and time.
    pub at: String,
    pub waiter: String,
    /// For tables.
    pub persons: Option<i64>,
    /// For take-away and delivery.
    pub client: String,
}

/// Why a paper prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Paper {
    Command,
    /// These dishes are no longer wanted.
    Cancellation {
        reason: String,
    },
    /// The guests of these dishes sit at another table now.
    TableChange {
        from: String,
        to: String,
    },
    /// From the history; with the local time of the first print.
    Reprint {
        first_printed: String,
    },
    /// Not sent: for a screen or a PDF only.
    Draft,
}

impl Paper {
    /// The document it is.
    pub fn kind(&self) -> Kind {
        match self {
            Paper::Command | Paper::Draft => Kind::Command,
            Paper::Cancellation { .. } => Kind::Cancellation,
            Paper::TableChange { .. } => Kind::TableChange,
            Paper::Reprint { .. } => Kind::Reprint,
        }
    }
    fn banner(&self) -> Option<&'static str> {
        match self {
            Paper::Command => None,
            Paper::Cancellation { .. } => Some("ANULACIÓN"),
            Paper::TableChange { .. } => Some("CAMBIO DE MESA"),
            Paper::Reprint { .. } => Some("REIMPRESIÓN"),
            Paper::Draft => Some("BORRADOR – NO ENVIADO"),
        }
    }
    fn notes(&self) -> Vec<String> {
        match self {
            Paper::Command | Paper::Draft => Vec::new(),
            Paper::Cancellation { reason } => vec![format!("Motivo: {reason}")],
            Paper::TableChange { from, to } => vec![format!("{from} -> {to}").to_uppercase()],
            Paper::Reprint { first_printed } => vec![format!("Primera impresión: {first_printed}")],
        }
    }
}

/// The paper of `area`, with its consecutive number; what is only shown on a screen has none.
pub fn ticket(paper: &Paper, area: &str, number: Option<i64>, head: &Head, dishes: &[Dish]) -> Ticket {
    let commands = head.commands.iter().map(|n| format!("{n:04}")).collect::<Vec<_>>().join(", ");
    let commands = if commands.is_empty() { "Sin número".to_owned() } else { format!("Comanda {commands}") };
    let area = area.to_uppercase();
    let mut ticket = Ticket::new(paper.kind()).title(format!("{commands} {area}"));
    if let Some(mark) = paper.banner() {
        ticket = ticket.banner(mark);
    }
    ticket = ticket.heading(area.as_str()).heading(head.place.to_uppercase());
    ticket = ticket.pair(commands, head.at.as_str());
    let waiter = format!("Mozo: {}", head.waiter);
    ticket = match head.persons {
        Some(persons) => ticket.pair(waiter, format!("Personas: {persons}")),
        None => ticket.text(waiter),
    };
    if !head.client.is_empty() {
        ticket = ticket.text(format!("Cliente: {}", head.client));
    }
    for note in paper.notes() {
        ticket = ticket.line(comanda_ticket::Text::new(note).bold());
    }
    ticket = dishes.iter().fold(ticket.rule(), add_dish);
    ticket = ticket.rule();
    if let Some(number) = number {
        ticket = ticket.text(format!("{area} #{number:06}"));
    }
    ticket.beep().cut()
}

fn add_dish(mut ticket: Ticket, dish: &Dish) -> Ticket {
    ticket = ticket.dish(dish.quantity.to_string(), dish.name.to_uppercase());
    for (quantity, name) in &dish.parts {
        ticket = ticket.detail(format!("{quantity} {name}"));
    }
    if let Some(variant) = &dish.variant {
        ticket = ticket.detail(format!("Variante: {variant}"));
    }
    for (quantity, name) in &dish.toppings {
        ticket = ticket.detail(topping(*quantity, name));
    }
    if dish.comment.is_empty() { ticket } else { ticket.comment(dish.comment.to_uppercase()) }
}

/// `+ Huevo frito`, `+ 2 Huevo frito`.
pub fn topping(quantity: Quantity, name: &str) -> String {
    if quantity == Quantity::units(1) { format!("+ {name}") } else { format!("+ {quantity} {name}") }
}

#[cfg(test)]
mod tests;
