//! Turns ordered products into lines with the prices of the server. Prices sent by a client are not even read. Pure: the offer was loaded
//! before.

mod bag;
mod choices;
mod measured;
mod new_line;
mod ordered;
mod scheduled_price;

pub(in crate::orders) use new_line::PlainKey;
pub use ordered::{ComponentChoice, NestedChoice, OrderedChoice, OrderedProduct, OrderedTopping};

use crate::orders::{
    model::{LineTopping, LineVariant, RequestKind},
    store::{NewComponent, NewLine},
};
use chrono::NaiveDate;
use comanda_base::{
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{CourseId, ProductId, VariantId},
    measure::Measure,
    money::{Money, Quantity, SCALE},
};
use comanda_masterdata::catalog::selling::{
    Channel, ComboPart, LocalMoment, NotSoldReason, OrderOffer, SellableProduct,
};
use serde_json::json;

/// The largest quantity of one line.
pub const MAX_QUANTITY: i64 = 999;
const MAX_TOPPINGS: usize = 30;
const MAX_COMMENT_CHARS: usize = 200;
/// The largest line total: more is a typing error, and sums of such lines still fit.
const MAX_LINE_TOTAL: Money = Money::units(1_000_000);

/// The prices, the day and the moment that decide what a line costs and whether it can be sold.
#[derive(Debug, Clone, Copy)]
pub(in crate::orders) struct LinePricer<'o> {
    pub offer: &'o OrderOffer,
    pub kind: RequestKind,
    pub delivery_app: bool,
    pub today: NaiveDate,
    /// The moment whose schedules apply.
    pub moment: LocalMoment,
}

/// Checks a quantity of whole units; `field` is named in the refusal.
pub(in crate::orders) fn whole_quantity(quantity: Quantity, field: &str) -> Result<Quantity> {
    let whole = quantity.millionths() % SCALE == 0;
    if !whole || quantity < Quantity::units(1) || quantity > Quantity::units(MAX_QUANTITY) {
        return invalid(field, format!("La cantidad debe ser un número entero de 1 a {MAX_QUANTITY}.")).err();
    }
    Ok(quantity)
}

/// Returns a comment without outer spaces and line breaks.
pub(in crate::orders) fn clean_comment(comment: Option<&str>, field: &str) -> Result<String> {
    let comment = comment.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if comment.chars().count() > MAX_COMMENT_CHARS {
        return invalid(field, format!("El comentario puede tener hasta {MAX_COMMENT_CHARS} letras.")).err();
    }
    Ok(comment)
}

impl LinePricer<'_> {
    /// Builds the line of an ordered product; `at` is its path in the body, for refusals: `products[0]`.
    pub(in crate::orders) fn line(&self, ordered: &OrderedProduct, at: &str) -> Result<NewLine> {
        let product = self.product(ordered.product.id, at)?;
        let field = format!("{at}.qty");
        let measured = measured::measured_quantity(product, ordered.qty, &field)?;
        let quantity = if measured.is_some() { Quantity::units(1) } else { whole_quantity(ordered.qty, &field)? };
        let comment = clean_comment(ordered.comment.as_deref(), &format!("{at}.comment"))?;
        let components = self.components(product, ordered.components.as_deref().unwrap_or_default(), at)?;
        let priced = self.scheduled_price(product, self.chosen_variant(product, ordered.variant_id, at)?);
        // A discount may not go below the minimum price; where the price itself is lower, that is the minimum, since what is not discounted
        // is no reason to refuse.
        let minimum_sale_price = product.minimum_sale_price.map(|minimum| minimum.min(priced.total()));
        let priced = priced.with_dishes(components.iter().map(NewComponent::extra).sum());
        let (priced, measure, minimum_sale_price) = match measured {
            None => (priced, Measure::default(), minimum_sale_price),
            Some(much) => {
                let minimum = minimum_sale_price.and_then(|minimum| minimum.times(much));
                let (priced, measure) = priced.for_measure(product.sale_unit, much, &field)?;
                (priced, measure, minimum)
            }
        };
        let line = NewLine {
            product_id: product.id,
            production_area_id: product.production_area_id,
            name: product.name.clone(),
            variant: priced.variant,
            comment,
            is_combo: product.is_combo,
            is_plastic_bag: product.is_plastic_bag,
            quantity,
            measure,
            base_sale_amount: priced.base,
            schedule: priced.schedule,
            minimum_sale_price,
            course_id: self.course(product, ordered),
            hold: ordered.hold.filter(|_| self.kind == RequestKind::Table),
            toppings: self.ordered_toppings(product.id, ordered, at)?,
            components,
        };
        check_total(line.unit_total(), quantity, at)?;
        bag::check_price_covers_tax(&line, self.moment, at)?;
        Ok(line)
    }

    /// Returns the course of an ordered product. Only guests at a table eat in courses.
    fn course(&self, product: &SellableProduct, ordered: &OrderedProduct) -> Option<CourseId> {
        ordered.course_id.unwrap_or(product.course_id).filter(|_| self.kind == RequestKind::Table)
    }

    fn product(&self, id: ProductId, at: &str) -> Result<&SellableProduct> {
        let field = format!("{at}.product.id");
        let Some(product) = self.offer.products.get(&id) else {
            return invalid(&field, "Este producto ya no existe. Actualiza la carta.").err();
        };
        if !product.status.is_active() {
            return invalid(&field, format!("{} ya no está a la venta.", product.name)).err();
        }
        if !product.category_status.is_active() {
            let text = format!("{} no está a la venta: su categoría {} está inactiva.", product.name, product.category);
            return invalid(&field, text).err();
        }
        self.check_sold_on_channel(product, &field)?;
        if product.sold_out_on == Some(self.today) {
            return sold_out_refusal(&product.name).with_current(json!({"product_id": id, "name": product.name})).err();
        }
        self.check_is_on_sale(product)?;
        Ok(product)
    }

    /// Refuses to deliver a product that is only served in the house, and to sell one without an app price to a delivery app.
    fn check_sold_on_channel(&self, product: &SellableProduct, field: &str) -> Result<()> {
        let name = &product.name;
        let text = match product.not_sold(self.channel()) {
            None => return Ok(()),
            Some(NotSoldReason::NotDelivered) => format!("{name} no se vende por delivery. Elige otro producto."),
            Some(NotSoldReason::NoAppPrice) => {
                format!("{name} no tiene precio para apps y no se vende por ellas. Elige otro.")
            }
        };
        invalid(field, text).err()
    }

    /// Returns the channel that the lines are sold in.
    fn channel(&self) -> Channel {
        match (self.delivery_app, self.kind) {
            (true, _) => Channel::App,
            (false, RequestKind::Table) => Channel::Table,
            (false, RequestKind::Order) => Channel::Order,
            (false, RequestKind::Delivery) => Channel::Delivery,
        }
    }

    /// Returns the variant of a new line; a product with variants is not sold without one.
    fn chosen_variant(
        &self,
        product: &SellableProduct,
        requested: Option<VariantId>,
        at: &str,
    ) -> Result<Option<LineVariant>> {
        if product.has_variants && requested.is_none() {
            let text = format!("{} se pide con una de sus variantes. Elige cuál.", product.name);
            return invalid(&format!("{at}.variant_id"), text).err();
        }
        self.variant(product.id, requested, at)
    }

    pub(in crate::orders) fn variant(
        &self,
        product: ProductId,
        requested: Option<VariantId>,
        at: &str,
    ) -> Result<Option<LineVariant>> {
        let Some(id) = requested else { return Ok(None) };
        match self.offer.variants.get(&id).filter(|v| v.product_id == product) {
            Some(v) => Ok(Some(LineVariant { variant_id: id, name: v.name.clone(), total_sum: v.additional_amount })),
            None => invalid(&format!("{at}.variant_id"), "Esa variante no es de este producto. Elige otra.").err(),
        }
    }

    pub(in crate::orders) fn toppings(
        &self,
        product: ProductId,
        ordered: &[OrderedTopping],
        at: &str,
    ) -> Result<Vec<LineTopping>> {
        if ordered.len() > MAX_TOPPINGS {
            return invalid(&format!("{at}.toppings"), format!("Hasta {MAX_TOPPINGS} adicionales por plato.")).err();
        }
        let read = |(i, t): (usize, &OrderedTopping)| {
            let quantity = whole_quantity(t.quantity, &format!("{at}.toppings[{i}].quantity"))?;
            let Some(topping) = self.offer.toppings.get(&(product, t.id)) else {
                return invalid(&format!("{at}.toppings[{i}].id"), "Ese adicional no va con este producto.").err();
            };
            if topping.sold_out_on == Some(self.today) {
                return sold_out_refusal(&topping.name)
                    .with_current(json!({"topping_id": t.id, "name": topping.name}))
                    .err();
            }
            Ok(LineTopping { id: t.id, name: topping.name.clone(), price: topping.sale_amount, quantity, choice: None })
        };
        ordered.iter().enumerate().map(read).collect()
    }

    fn components(
        &self,
        product: &SellableProduct,
        choices: &[ComponentChoice],
        at: &str,
    ) -> Result<Vec<NewComponent>> {
        let parts: Vec<&ComboPart> = self.offer.combo_parts.iter().filter(|p| p.combo_id == product.id).collect();
        if let Some(i) = choices.iter().position(|c| parts.iter().all(|p| p.product_id != c.product_id)) {
            let field = format!("{at}.components[{i}].product_id");
            return invalid(&field, format!("Ese plato no es de {}. Elige otra vez.", product.name)).err();
        }
        let mut new_components = Vec::with_capacity(parts.len());
        for part in parts {
            if part.sold_out_on == Some(self.today) {
                let text = format!("{} ({})", part.name, product.name);
                return sold_out_refusal(&text)
                    .with_current(json!({"product_id": part.product_id, "name": part.name}))
                    .err();
            }
            for (variant, quantity) in self.chosen_components(part, choices, at)? {
                new_components.push(NewComponent {
                    product_id: part.product_id,
                    // A dish without an area goes with the combo: the cook who makes the rest serves it too.
                    production_area_id: part.production_area_id.or(product.production_area_id),
                    name: part.name.clone(),
                    variant,
                    quantity,
                });
            }
        }
        Ok(new_components)
    }

    /// Returns the chosen variants of a dish of a combo, with the quantity of each.
    fn chosen_components(&self, part: &ComboPart, choices: &[ComponentChoice], at: &str) -> Result<Vec<Chosen>> {
        let mut chosen: Vec<Chosen> = Vec::new();
        let mut count = 0;
        for (i, choice) in choices.iter().enumerate().filter(|(_, c)| c.product_id == part.product_id) {
            let variant = self.variant(part.product_id, Some(choice.variant_id), &format!("{at}.components[{i}]"))?;
            let known = chosen.iter_mut().find(|(v, _)| v.as_ref().map(|v| v.variant_id) == Some(choice.variant_id));
            match known {
                Some((_, quantity)) => *quantity += Quantity::units(1),
                None => chosen.push((variant, Quantity::units(1))),
            }
            count += 1;
        }
        match chosen.as_mut_slice() {
            [] => Ok(vec![(None, part.quantity)]),
            [(_, quantity)] if count == 1 => {
                *quantity = part.quantity;
                Ok(chosen)
            }
            _ if Quantity::units(count) == part.quantity => Ok(chosen),
            _ => {
                let text = format!("Elige una vez para {}, o una vez para cada uno: son {}.", part.name, part.quantity);
                invalid(&format!("{at}.components"), text).err()
            }
        }
    }
}

/// A chosen variant of a dish of a combo, and its quantity in one combo.
type Chosen = (Option<LineVariant>, Quantity);

impl NewComponent {
    /// Returns the amount that its variant adds to the price of one combo.
    fn extra(&self) -> Money {
        self.variant.as_ref().and_then(|v| v.total_sum.times(self.quantity)).unwrap_or_default()
    }
}

/// Refuses a line total that no restaurant sells.
pub(in crate::orders) fn check_total(unit: Money, quantity: Quantity, at: &str) -> Result<()> {
    match unit.times(quantity) {
        Some(total) if total <= MAX_LINE_TOTAL => Ok(()),
        _ => invalid(&format!("{at}.qty"), "El importe es demasiado grande. Revisa la cantidad.").err(),
    }
}

fn sold_out_refusal(name: &str) -> Refusal {
    refuse(Code::SoldOut, format!("{name} está agotado hoy. Elige otro."))
}

#[cfg(test)]
pub(super) mod tests;
