//! The options that were chosen for a line, in the words that cooks, waiters and guests read.

use super::model::LineTopping;
use comanda_base::money::Quantity;
use serde::Serialize;
use utoipa::ToSchema;

/// The options that were chosen in one group: `Carnes`, `Bife ancho (Inglés), 2 Picaña`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChosenOptions {
    pub group: String,
    pub options: String,
}

impl ChosenOptions {
    /// Returns what was chosen, group by group in the order of the line. Toppings that were added by themselves are left out.
    pub fn of_toppings(toppings: &[LineTopping]) -> Vec<Self> {
        let mut chosen: Vec<Self> = Vec::new();
        for group in groups(toppings) {
            let options: Vec<String> = group.numbers.iter().map(|number| option_text(toppings, *number)).collect();
            chosen.push(Self { group: group.name.to_owned(), options: options.join(", ") });
        }
        chosen
    }
    /// Returns it as one text: `Carnes: Bife ancho (Inglés), 2 Picaña`.
    pub fn in_words(&self) -> String {
        format!("{}: {}", self.group, self.options)
    }
}

/// A group with the numbers of the choices that were made in it.
struct Group<'t> {
    name: &'t str,
    numbers: Vec<i64>,
}

fn groups(toppings: &[LineTopping]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for choice in toppings.iter().filter_map(|t| t.choice.as_ref()).filter(|c| !c.is_nested) {
        match groups.last_mut().filter(|group| group.name == choice.group) {
            Some(group) if group.numbers.last() == Some(&choice.number) => {}
            Some(group) => group.numbers.push(choice.number),
            None => groups.push(Group { name: &choice.group, numbers: vec![choice.number] }),
        }
    }
    groups
}

/// Returns one choice with what was chosen in the group that it opens: `2 Picaña`, `Bife ancho (Inglés)`.
fn option_text(toppings: &[LineTopping], number: i64) -> String {
    let parts = |nested: bool| {
        toppings.iter().filter(move |t| t.choice.as_ref().is_some_and(|c| c.number == number && c.is_nested == nested))
    };
    let quantity: Quantity = parts(false).map(|t| t.quantity).fold(Quantity::ZERO, |sum, quantity| sum + quantity);
    let name = parts(false).next().map_or("", |t| t.name.as_str());
    let mut nested: Vec<&str> = parts(true).map(|t| t.name.as_str()).collect();
    nested.dedup();
    let nested = if nested.is_empty() { String::new() } else { format!(" ({})", nested.join(", ")) };
    if quantity == Quantity::units(1) { format!("{name}{nested}") } else { format!("{quantity} {name}{nested}") }
}

/// Returns the toppings that were added by themselves.
pub fn added_toppings(toppings: &[LineTopping]) -> impl Iterator<Item = &LineTopping> {
    toppings.iter().filter(|topping| topping.choice.is_none())
}

/// Whether a topping is stated with its price on bills and documents: an option that is included in the price is part of the dish.
pub fn is_priced_apart(topping: &LineTopping) -> bool {
    topping.choice.is_none() || !topping.price.is_zero()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::model::LineChoice;
    use comanda_base::{
        ids::{ChoiceGroupId, ChoiceOptionId, ToppingId},
        money::Money,
    };

    fn chosen(group: &str, number: i64, name: &str, price: i64, quantity: i64, is_nested: bool) -> LineTopping {
        let choice = LineChoice {
            number,
            group_id: ChoiceGroupId(1),
            group: group.into(),
            option_id: ChoiceOptionId(number),
            is_nested,
        };
        LineTopping {
            id: ToppingId(number),
            name: name.into(),
            price: Money::units(price),
            quantity: Quantity::units(quantity),
            choice: Some(choice),
        }
    }

    #[test]
    fn choices_are_told_by_group_with_what_they_open() {
        let egg = LineTopping { choice: None, ..chosen("", 0, "Huevo frito", 4, 1, false) };
        let toppings = [
            chosen("Carnes", 1, "Bife ancho", 0, 1, false),
            chosen("Término", 1, "Inglés", 0, 1, true),
            chosen("Carnes", 2, "Picaña", 0, 1, false),
            chosen("Carnes", 2, "Picaña", 8, 1, false),
            chosen("Guarniciones", 3, "Papas fritas", 0, 1, false),
            egg,
        ];
        let words: Vec<String> = ChosenOptions::of_toppings(&toppings).iter().map(ChosenOptions::in_words).collect();
        assert_eq!(words, ["Carnes: Bife ancho (Inglés), 2 Picaña", "Guarniciones: Papas fritas"]);
        assert_eq!(added_toppings(&toppings).map(|t| t.name.as_str()).collect::<Vec<_>>(), ["Huevo frito"]);
        let priced: Vec<i64> =
            toppings.iter().filter(|t| is_priced_apart(t)).map(|t| t.price.millionths() / 1_000_000).collect();
        assert_eq!(priced, [8, 4]);
    }
}
