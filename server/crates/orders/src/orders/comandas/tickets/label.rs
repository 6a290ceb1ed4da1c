//! Labels: a sticker for each unit of a dish, for the bags and boxes of what is taken away.

use super::command::{CommandHead, CommandTicketKind, TicketDish, topping_text};
use comanda_base::money::{Quantity, SCALE};
use comanda_ticket::{Style, Text, Ticket};

/// Returns the number of stickers of a dish: one for each unit, and one for what is weighed; what is only announced has none.
pub fn count_labels(dish: &TicketDish) -> i64 {
    if dish.later {
        return 0;
    }
    let millionths = dish.quantity.millionths();
    if dish.measure.is_some() || millionths % SCALE != 0 { 1 } else { (millionths / SCALE).max(1) }
}

/// The place of an area's stickers among those of the command.
#[derive(Debug, Clone, Copy)]
pub struct LabelNumbers {
    pub first: i64,
    pub total: i64,
}

/// Composes the stickers of an area's dishes; `time` is the local hour of printing.
pub fn compose_labels(
    paper: &CommandTicketKind,
    area: &str,
    head: &CommandHead,
    dishes: &[TicketDish],
    numbers: LabelNumbers,
    time: &str,
) -> Ticket {
    let ticket = Ticket::new(paper.kind()).title(format!("Etiquetas {}", area.to_uppercase()));
    let units = dishes.iter().flat_map(|dish| (0..count_labels(dish)).map(move |_| dish));
    units.zip(numbers.first..).fold(ticket, |ticket, (dish, nth)| {
        let order = [head.place.to_uppercase(), format!("{nth} de {}", numbers.total)];
        let ticket = ticket.spread_in(Style::NORMAL.bold().tall(), order).pair(head.client.as_str(), time);
        add_dish(add_marks(ticket, paper, head), dish).cut()
    })
}

fn add_marks(ticket: Ticket, paper: &CommandTicketKind, head: &CommandHead) -> Ticket {
    let allergy = (!head.allergy.is_empty()).then(|| format!("ALERGIA: {}", head.allergy.to_uppercase()));
    let marks = paper.label_mark().map(str::to_owned).into_iter().chain(allergy);
    marks.fold(ticket, |ticket, mark| ticket.line(Text::new(mark).center().bold().reverse()))
}

fn add_dish(ticket: Ticket, dish: &TicketDish) -> Ticket {
    let ticket = ticket.line(Text::new(describe_unit(dish)).bold().double());
    describe_details(dish).into_iter().fold(ticket, Ticket::text)
}

/// Returns the name of one unit, with the weight of what is weighed.
fn describe_unit(dish: &TicketDish) -> String {
    match &dish.measure {
        Some(measure) => format!("{} {measure}", dish.name),
        None => dish.name.clone(),
    }
}

/// Describes what is special about the dish, the note first: it is what would be missed most.
fn describe_details(dish: &TicketDish) -> Vec<String> {
    let units = count_labels(dish);
    let part =
        |(all, name): &(Quantity, String)| format!("{} {name}", Quantity::from_millionths(all.millionths() / units));
    let topping = |(quantity, name): &(Quantity, String)| topping_text(*quantity, name);
    let comment = (!dish.comment.is_empty()).then(|| dish.comment.to_uppercase());
    let special = comment.into_iter().chain(dish.variant.clone()).chain(dish.choices.iter().cloned());
    special.chain(dish.parts.iter().map(part)).chain(dish.toppings.iter().map(topping)).collect()
}

#[cfg(test)]
mod tests;
