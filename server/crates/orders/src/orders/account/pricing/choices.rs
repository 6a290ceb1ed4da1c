//! Turns what was chosen in the groups of options of a product into toppings of its line: each group's rule is checked, and the first free
//! ones in the order of choosing cost nothing.

use super::{
    LinePricer, NestedChoice, OrderedChoice, OrderedProduct, OrderedTopping, sold_out_refusal, whole_quantity,
};
use crate::orders::model::{Line, LineChoice, LineTopping};
use comanda_base::{
    error::{Result, invalid},
    ids::{ChoiceGroupId, ChoiceOptionId, ProductId},
    money::{Money, Quantity, SCALE},
};
use comanda_masterdata::catalog::selling::{ChoiceGroup, ChoiceOption};
use serde_json::json;

/// More is a mistake of a client.
const MAX_CHOICES: usize = 60;

/// A chosen option, wherever it was chosen.
struct Choice<'c> {
    group_id: ChoiceGroupId,
    option_id: ChoiceOptionId,
    quantity: Quantity,
    /// The options chosen in the group that it opens; `None`: the default ones.
    nested: Option<&'c [NestedChoice]>,
    /// Its path in the body, for refusals: `products[0].choices[1]`.
    at: String,
}

impl LinePricer<'_> {
    /// Returns the toppings of an ordered product: what was chosen in its groups of options, then what was added by itself.
    pub(super) fn ordered_toppings(
        &self,
        product: ProductId,
        ordered: &OrderedProduct,
        at: &str,
    ) -> Result<Vec<LineTopping>> {
        let mut toppings = self.choices(product, ordered.choices.as_deref(), at)?;
        toppings.extend(self.toppings(product, ordered.toppings.as_deref().unwrap_or_default(), at)?);
        Ok(toppings)
    }

    /// Returns the toppings that these choices put on a line of the product, group by group and in the order of choosing. Without choices
    /// the ones by default are taken.
    fn choices(&self, product: ProductId, ordered: Option<&[OrderedChoice]>, at: &str) -> Result<Vec<LineTopping>> {
        let field = format!("{at}.choices");
        let groups: Vec<&ChoiceGroup> = self.offer.choices.of_product(product).collect();
        let choices = ordered.unwrap_or_default();
        if choices.len() > MAX_CHOICES {
            return invalid(&field, format!("Hasta {MAX_CHOICES} opciones por plato.")).err();
        }
        if let Some(n) = choices.iter().position(|c| groups.iter().all(|g| g.id != c.group_id)) {
            let text = "Esa opción ya no va con este producto. Actualiza la carta y elige otra vez.";
            return invalid(&format!("{field}[{n}].group_id"), text).err();
        }
        let mut toppings = Vec::new();
        let mut number = 0;
        for group in groups {
            let chosen: Vec<Choice> = match ordered {
                None => default_choices(group, &field),
                Some(all) => all.iter().enumerate().filter_map(|(n, c)| chosen_in(group, n, c, &field)).collect(),
            };
            for (choice, option, parts) in self.price_group(group, &chosen, &field)? {
                number += 1;
                let in_line = |part: &PricedPart| topping(group, option, *part, number, false);
                toppings.extend(parts.iter().map(in_line));
                self.add_nested(choice, option, number, &mut toppings)?;
            }
        }
        Ok(toppings)
    }

    /// Adds what is chosen in the group that an option opens, for all units of the option.
    fn add_nested(
        &self,
        choice: &Choice,
        option: &ChoiceOption,
        number: i64,
        toppings: &mut Vec<LineTopping>,
    ) -> Result<()> {
        let field = format!("{}.choices", choice.at);
        let nested = choice.nested.unwrap_or_default();
        let Some(group) = option.group_id.and_then(|id| self.offer.choices.group(id)) else {
            return if nested.is_empty() { Ok(()) } else { invalid(&field, no_longer_opens(option)).err() };
        };
        if nested.len() > MAX_CHOICES || nested.iter().any(|c| c.group_id != group.id) {
            return invalid(&field, no_longer_opens(option)).err();
        }
        let chosen = match choice.nested {
            None => default_choices(group, &field),
            Some(all) => all.iter().enumerate().map(|(n, c)| nested_choice(n, c, &field)).collect(),
        };
        for (_, nested, parts) in self.price_group(group, &chosen, &field)? {
            for (price, quantity) in parts {
                let of_all = Quantity::from_millionths(quantity.millionths() / SCALE * choice.quantity.millionths());
                toppings.push(topping(group, nested, (price, of_all), number, true));
            }
        }
        Ok(())
    }

    /// Checks what was chosen in one group, and returns each choice with its price: a choice of which only a part is free has two.
    fn price_group<'g, 'c>(
        &self,
        group: &'g ChoiceGroup,
        chosen: &'c [Choice<'c>],
        field: &str,
    ) -> Result<Vec<(&'c Choice<'c>, &'g ChoiceOption, Vec<PricedPart>)>> {
        let mut priced = Vec::with_capacity(chosen.len());
        let mut free = Quantity::units(group.free);
        let mut count = Quantity::ZERO;
        for choice in chosen {
            let quantity = whole_quantity(choice.quantity, &format!("{}.quantity", choice.at))?;
            let Some(option) = group.active_option(choice.option_id) else {
                let text = format!("Esa opción ya no está en {}. Actualiza la carta y elige otra.", group.name);
                return invalid(&format!("{}.option_id", choice.at), text).err();
            };
            if option.sold_out {
                let current = json!({"topping_id": option.topping_id, "name": option.name});
                return sold_out_refusal(&option.name).with_current(current).err();
            }
            let included = quantity.min(free);
            free -= included;
            count += quantity;
            let parts = [(Money::ZERO, included), (option.amount, quantity - included)];
            priced.push((choice, option, parts.into_iter().filter(|(_, quantity)| !quantity.is_zero()).collect()));
        }
        if count < Quantity::units(group.required_count()) {
            return invalid(field, missing_text(group, count)).err();
        }
        if count > Quantity::units(group.maximum) {
            let text = format!("En {} se eligen hasta {}, y van {count}.", group.name, group.maximum);
            return invalid(field, text).err();
        }
        Ok(priced)
    }

    /// Replaces the toppings of a line that were added by themselves, the chosen ones, or both.
    pub(in crate::orders) fn change_toppings(
        &self,
        line: &mut Line,
        added: Option<&[OrderedTopping]>,
        choices: Option<&[OrderedChoice]>,
    ) -> Result<()> {
        let (was_chosen, was_added): (Vec<_>, Vec<_>) = line.toppings.drain(..).partition(|t| t.choice.is_some());
        let chosen = match choices {
            None => was_chosen,
            Some(choices) => self.choices(line.product_id, Some(choices), "product")?,
        };
        let added = match added {
            None => was_added,
            Some(added) => self.toppings(line.product_id, added, "product")?,
        };
        line.toppings = chosen.into_iter().chain(added).collect();
        Ok(())
    }
}

/// A price and the quantity for which it counts.
type PricedPart = (Money, Quantity);

fn topping(
    group: &ChoiceGroup,
    option: &ChoiceOption,
    (price, quantity): PricedPart,
    number: i64,
    is_nested: bool,
) -> LineTopping {
    let choice = LineChoice { number, group_id: group.id, group: group.name.clone(), option_id: option.id, is_nested };
    LineTopping { id: option.topping_id, name: option.name.clone(), price, quantity, choice: Some(choice) }
}

/// Returns the choices that count where nobody chose: the marked ones that can be had.
fn default_choices<'c>(group: &ChoiceGroup, at: &str) -> Vec<Choice<'c>> {
    let marked = group.options.iter().filter(|o| o.is_default && o.status.is_active() && !o.sold_out);
    let choice = |option: &ChoiceOption| Choice {
        group_id: group.id,
        option_id: option.id,
        quantity: Quantity::units(1),
        nested: None,
        at: at.to_owned(),
    };
    marked.map(choice).collect()
}

/// Returns an ordered choice if it is of this group.
fn chosen_in<'c>(group: &ChoiceGroup, n: usize, ordered: &'c OrderedChoice, field: &str) -> Option<Choice<'c>> {
    let choice = Choice {
        group_id: ordered.group_id,
        option_id: ordered.option_id,
        quantity: ordered.quantity,
        nested: ordered.choices.as_deref(),
        at: format!("{field}[{n}]"),
    };
    (choice.group_id == group.id).then_some(choice)
}

fn nested_choice<'c>(n: usize, ordered: &NestedChoice, field: &str) -> Choice<'c> {
    Choice {
        group_id: ordered.group_id,
        option_id: ordered.option_id,
        quantity: ordered.quantity,
        nested: None,
        at: format!("{field}[{n}]"),
    }
}

fn no_longer_opens(option: &ChoiceOption) -> String {
    format!("Con {} ya no se elige eso. Actualiza la carta y elige otra vez.", option.name)
}

fn missing_text(group: &ChoiceGroup, count: Quantity) -> String {
    match (group.required_count(), count.is_zero()) {
        (1, true) => format!("Falta elegir {}.", group.name),
        (required, true) => format!("Falta elegir {}: son {required}.", group.name),
        (required, false) => format!("En {} se eligen {required}, y van {count}.", group.name),
    }
}

#[cfg(test)]
mod tests;
