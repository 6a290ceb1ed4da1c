//! The comanda: the dishes that one production area has to make, or no longer has to.

use crate::orders::{
    chosen::{ChosenOptions, added_toppings},
    model::Line,
};
use comanda_base::money::Quantity;
use comanda_ticket::{Kind, Ticket};

/// A dish as a paper of an area shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketDish {
    pub quantity: Quantity,
    pub name: String,
    /// The weight or volume of each piece: `0.850 kg`; `None` for what is sold by the unit.
    pub measure: Option<String>,
    pub variant: Option<String>,
    /// The options that were chosen, one text for each group: `Guarniciones: Papas fritas, Ensalada`.
    pub choices: Vec<String>,
    /// The quantity for one dish, and the name.
    pub toppings: Vec<(Quantity, String)>,
    pub comment: String,
    /// The dishes of a combo for this area: total quantity and name.
    pub parts: Vec<(Quantity, String)>,
    /// The name of its course; empty without one.
    pub course: String,
    /// Whether it waits for its course: it is only announced.
    pub later: bool,
}

impl TicketDish {
    /// Returns `quantity` units of a line, without the dishes of a combo.
    pub fn from_line(line: &Line, quantity: Quantity) -> Self {
        Self {
            quantity,
            name: line.name.clone(),
            measure: line.measure.describe(),
            variant: line.variant.as_ref().map(|v| v.name.clone()),
            choices: ChosenOptions::of_toppings(&line.toppings).iter().map(ChosenOptions::in_words).collect(),
            toppings: added_toppings(&line.toppings).map(|t| (t.quantity, t.name.clone())).collect(),
            comment: line.comment.clone(),
            parts: Vec::new(),
            course: line.course.as_ref().map(|course| course.name.clone()).unwrap_or_default(),
            later: false,
        }
    }
}

/// The head of a paper of an account.
#[derive(Debug, Clone)]
pub struct CommandHead {
    /// `MESA 12 - TERRAZA`, `LLEVAR #18`.
    pub place: String,
    pub commands: Vec<i64>,
    /// The local date and time.
    pub at: String,
    pub waiter: String,
    /// The number of persons, for tables.
    pub persons: Option<i64>,
    /// The name of the client, for take-away and delivery.
    pub client: String,
    /// The allergy of the account in Spanish words; empty without one.
    pub allergy: String,
}

/// The kind of a paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandTicketKind {
    Command,
    /// A course that waited and is fired now.
    Fired {
        course: String,
    },
    /// An allergy that was told or changed after these dishes were sent.
    AllergyNotice,
    /// A cancellation: these dishes are no longer wanted.
    Cancellation {
        reason: String,
    },
    /// A change of table: the guests of these dishes sit at another table now.
    TableChange {
        from: String,
        to: String,
    },
    /// A reprint from the history, with the local time of the first print.
    Reprint {
        first_printed: String,
    },
    /// A draft that is not sent, for a screen or a PDF only.
    Draft,
}

impl CommandTicketKind {
    /// Returns the kind of ticket.
    pub fn kind(&self) -> Kind {
        match self {
            CommandTicketKind::Command
            | CommandTicketKind::Fired { .. }
            | CommandTicketKind::AllergyNotice
            | CommandTicketKind::Draft => Kind::Command,
            CommandTicketKind::Cancellation { .. } => Kind::Cancellation,
            CommandTicketKind::TableChange { .. } => Kind::TableChange,
            CommandTicketKind::Reprint { .. } => Kind::Reprint,
        }
    }
    fn banner(&self) -> Option<String> {
        match self {
            CommandTicketKind::Command => None,
            CommandTicketKind::AllergyNotice => Some("AVISO, NO ES PEDIDO NUEVO".to_owned()),
            CommandTicketKind::Fired { course } => Some(format!("MARCHAR {}", course.to_uppercase())),
            CommandTicketKind::Cancellation { .. } => Some("ANULACIÓN".to_owned()),
            CommandTicketKind::TableChange { .. } => Some("CAMBIO DE MESA".to_owned()),
            CommandTicketKind::Reprint { .. } => Some("REIMPRESIÓN".to_owned()),
            CommandTicketKind::Draft => Some("BORRADOR – NO ENVIADO".to_owned()),
        }
    }
    /// Whether dishes stand under the names of their courses: the paper of a fired course says its name above.
    fn has_course_headings(&self) -> bool {
        matches!(self, CommandTicketKind::Command | CommandTicketKind::Reprint { .. } | CommandTicketKind::Draft)
    }
    /// Returns the mark of its labels.
    pub fn label_mark(&self) -> Option<&'static str> {
        match self {
            CommandTicketKind::Reprint { .. } => Some("REIMPRESIÓN"),
            CommandTicketKind::Cancellation { .. } => Some("ANULADO"),
            CommandTicketKind::Command
            | CommandTicketKind::Fired { .. }
            | CommandTicketKind::AllergyNotice
            | CommandTicketKind::TableChange { .. }
            | CommandTicketKind::Draft => None,
        }
    }
    fn notes(&self) -> Vec<String> {
        match self {
            CommandTicketKind::Command
            | CommandTicketKind::Fired { .. }
            | CommandTicketKind::Draft
            | CommandTicketKind::AllergyNotice => Vec::new(),
            CommandTicketKind::Cancellation { reason } => vec![format!("Motivo: {reason}")],
            CommandTicketKind::TableChange { from, to } => vec![format!("{from} -> {to}").to_uppercase()],
            CommandTicketKind::Reprint { first_printed } => vec![format!("Primera impresión: {first_printed}")],
        }
    }
}

/// Composes the paper of `area`, with its consecutive number; a paper that is only shown on a screen has none.
pub fn compose_command_ticket(
    paper: &CommandTicketKind,
    area: &str,
    number: Option<i64>,
    head: &CommandHead,
    dishes: &[TicketDish],
) -> Ticket {
    let commands = head.commands.iter().map(|n| format!("{n:04}")).collect::<Vec<_>>().join(", ");
    let commands = if commands.is_empty() { "Sin número".to_owned() } else { format!("Comanda {commands}") };
    let area = area.to_uppercase();
    let mut ticket = Ticket::new(paper.kind()).title(format!("{commands} {area}"));
    if let Some(mark) = paper.banner() {
        ticket = ticket.banner(mark);
    }
    if !head.allergy.is_empty() {
        ticket = ticket.banner(format!("ALERGIA: {}", head.allergy.to_uppercase()));
    } else if *paper == CommandTicketKind::AllergyNotice {
        ticket = ticket.banner("YA NO HAY ALERGIA");
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
    ticket = add_dishes(ticket.rule(), dishes, paper.has_course_headings());
    ticket = ticket.rule();
    if let Some(number) = number {
        ticket = ticket.text(format!("{area} #{number:06}"));
    }
    ticket.beep().cut()
}

/// Adds dishes, each course under its name where they have courses.
fn add_dishes(mut ticket: Ticket, dishes: &[TicketDish], with_headings: bool) -> Ticket {
    let mut heading = "";
    let (later, now): (Vec<&TicketDish>, Vec<&TicketDish>) = dishes.iter().partition(|dish| dish.later);
    for dish in now {
        if with_headings && dish.course != heading {
            heading = &dish.course;
            let text = if heading.is_empty() { "SIN TIEMPO".to_owned() } else { heading.to_uppercase() };
            ticket = ticket.line(comanda_ticket::Text::new(format!("- {text} -")).bold());
        }
        ticket = add_dish(ticket, dish);
    }
    add_later(ticket, &later)
}

/// Announces what comes later, a line for each dish: `FONDOS: 1 Lomo saltado`.
fn add_later(mut ticket: Ticket, later: &[&TicketDish]) -> Ticket {
    if later.is_empty() {
        return ticket;
    }
    ticket = ticket.rule().line(comanda_ticket::Text::new("DESPUÉS, TODAVÍA NO:").bold());
    for dish in later {
        let measure = dish.measure.as_ref().map(|measure| format!(" {measure}")).unwrap_or_default();
        let course = if dish.course.is_empty() { String::new() } else { format!("{}: ", dish.course.to_uppercase()) };
        ticket = ticket.text(format!("{course}{} {}{measure}", dish.quantity, dish.name));
    }
    ticket
}

fn add_dish(mut ticket: Ticket, dish: &TicketDish) -> Ticket {
    let name = dish.name.to_uppercase();
    let name = dish.measure.as_ref().map_or_else(|| name.clone(), |measure| format!("{name} {measure}"));
    ticket = ticket.dish(dish.quantity.to_string(), name);
    for (quantity, name) in &dish.parts {
        ticket = ticket.detail(format!("{quantity} {name}"));
    }
    if let Some(variant) = &dish.variant {
        ticket = ticket.detail(format!("Variante: {variant}"));
    }
    for choices in &dish.choices {
        ticket = ticket.detail(choices.clone());
    }
    for (quantity, name) in &dish.toppings {
        ticket = ticket.detail(topping_text(*quantity, name));
    }
    if dish.comment.is_empty() { ticket } else { ticket.comment(dish.comment.to_uppercase()) }
}

/// Formats a topping: `+ Huevo frito`, `+ 2 Huevo frito`.
pub fn topping_text(quantity: Quantity, name: &str) -> String {
    if quantity == Quantity::units(1) { format!("+ {name}") } else { format!("+ {quantity} {name}") }
}

#[cfg(test)]
mod tests;
