//! Warns of ordered dishes that contain what somebody of the account must avoid. They are ordered all the same: the guest decides.

use crate::orders::{account::guest::Guest, store::NewLine};
use comanda_base::{allergens::Allergen, words::WordSet};
use comanda_masterdata::catalog::selling::OrderOffer;

/// Returns one warning for each dish of these lines, for each dish of their combos and for each topping, that contains an allergen of the
/// account.
pub(super) fn allergy_warnings(guest: &Guest, lines: &[NewLine], offer: &OrderOffer) -> Vec<String> {
    if guest.allergens.is_empty() {
        return Vec::new();
    }
    let mut warnings: Vec<String> = lines
        .iter()
        .flat_map(|line| dishes_of(line, offer))
        .filter_map(|(name, has)| {
            let avoided = has.intersection(&guest.allergens);
            (!avoided.is_empty()).then(|| {
                format!(
                    "{name} lleva {}, y en esta cuenta hay una alergia. Avisa al cliente y a cocina.",
                    avoided.in_words()
                )
            })
        })
        .collect();
    warnings.sort();
    warnings.dedup();
    warnings
}

/// Returns what a line consists of, with what each contains: the product, the dishes of its combo, and its toppings and chosen options.
fn dishes_of<'l>(line: &'l NewLine, offer: &'l OrderOffer) -> impl Iterator<Item = (&'l str, &'l WordSet<Allergen>)> {
    let product = offer.products.get(&line.product_id).map(|p| (p.name.as_str(), &p.allergens));
    let parts = offer.combo_parts.iter().filter(move |part| part.combo_id == line.product_id);
    let toppings = line.toppings.iter().filter_map(|topping| {
        let added = offer.toppings.get(&(line.product_id, topping.id)).map(|known| &known.allergens);
        Some((topping.name.as_str(), added.or_else(|| offer.choices.allergens_of(topping.id))?))
    });
    product.into_iter().chain(parts.map(|part| (part.name.as_str(), &part.allergens))).chain(toppings)
}
