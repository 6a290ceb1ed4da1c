//! From what was asked for to lines with the server's prices. Pure: the offer was read before. What a client sends as a price is
//! not even read.

use super::{
    model::{LineTopping, LineVariant, RequestKind},
    store::{NewComponent, NewLine},
};
use crate::{
    catalog::selling::{Offer, SellableProduct},
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{ProductId, ToppingId, VariantId},
    money::{Money, Quantity, SCALE},
};
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// The most of one thing in one line.
pub const MOST_QUANTITY: i64 = 999;
const MOST_TOPPINGS: usize = 30;
const MOST_COMMENT_CHARS: usize = 200;
/// A line above this is a slip of the finger, and sums of such lines still fit.
const MOST_LINE_TOTAL: Money = Money::units(1_000_000);

/// A product asked for.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OrderedProduct {
    pub product: ProductRef,
    pub qty: Quantity,
    pub variant_id: Option<VariantId>,
    #[serde(default)]
    pub comment: Option<String>,
    #[serde(default)]
    pub toppings: Option<Vec<OrderedTopping>>,
}

/// A product by its id.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ProductRef {
    pub id: ProductId,
}

/// A topping asked for, so many for one unit of the line.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OrderedTopping {
    pub id: ToppingId,
    #[serde(default = "one")]
    pub quantity: Quantity,
}

fn one() -> Quantity {
    Quantity::units(1)
}

/// Prices and days that decide what a line costs and whether it can be had.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counter<'o> {
    pub offer: &'o Offer,
    pub kind: RequestKind,
    pub delivery_app: bool,
    pub today: NaiveDate,
}

/// Reads a quantity of whole units; `field` is named in the refusal.
pub(super) fn whole_quantity(quantity: Quantity, field: &str) -> Result<Quantity> {
    let whole = quantity.millionths() % SCALE == 0;
    if !whole || quantity < Quantity::units(1) || quantity > Quantity::units(MOST_QUANTITY) {
        return invalid(field, format!("La cantidad debe ser un número entero de 1 a {MOST_QUANTITY}.")).err();
    }
    Ok(quantity)
}

/// A comment without its outer spaces and line breaks.
pub(super) fn clean_comment(comment: Option<&str>, field: &str) -> Result<String> {
    let comment = comment.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if comment.chars().count() > MOST_COMMENT_CHARS {
        return invalid(field, format!("El comentario puede tener hasta {MOST_COMMENT_CHARS} letras.")).err();
    }
    Ok(comment)
}

impl Counter<'_> {
    /// The line of a product asked for; `at` is its place in the body, for refusals: `products[0]`.
    pub(super) fn line(&self, asked: &OrderedProduct, at: &str) -> Result<NewLine> {
        let quantity = whole_quantity(asked.qty, &format!("{at}.qty"))?;
        let product = self.product(asked.product.id, at)?;
        let comment = clean_comment(asked.comment.as_deref(), &format!("{at}.comment"))?;
        let line = NewLine {
            product_id: product.id,
            production_area_id: product.production_area_id,
            name: product.name.clone(),
            variant: self.variant(product.id, asked.variant_id, at)?,
            comment,
            is_combo: product.is_combo,
            quantity,
            base_sale_amount: self.price_of(product),
            minimum_sale_price: product.minimum_sale_price,
            toppings: self.toppings(product.id, asked.toppings.as_deref().unwrap_or_default(), at)?,
            components: self.components(product)?,
        };
        check_total(line.unit_total(), quantity, at)?;
        Ok(line)
    }

    fn product(&self, id: ProductId, at: &str) -> Result<&SellableProduct> {
        let field = format!("{at}.product.id");
        let Some(product) = self.offer.products.get(&id) else {
            return invalid(&field, "Este producto ya no existe. Actualiza la carta.").err();
        };
        if product.status != "ACTIVE" {
            return invalid(&field, format!("{} ya no está a la venta.", product.name)).err();
        }
        if product.sold_out_on == Some(self.today) {
            return sold_out(&product.name).current(json!({"product_id": id, "name": product.name})).err();
        }
        Ok(product)
    }

    /// Sale, delivery or delivery-app price; a product without a price of its own for a channel has the next nearest.
    fn price_of(&self, product: &SellableProduct) -> Money {
        let delivery = product.delivery_price.unwrap_or(product.sale_amount);
        match (self.delivery_app, self.kind) {
            (true, _) => product.delivery_app_price.unwrap_or(delivery),
            (false, RequestKind::Delivery) => delivery,
            (false, _) => product.sale_amount,
        }
    }

    pub(super) fn variant(&self, of: ProductId, asked: Option<VariantId>, at: &str) -> Result<Option<LineVariant>> {
        let Some(id) = asked else { return Ok(None) };
        match self.offer.variants.get(&id).filter(|v| v.product_id == of) {
            Some(v) => Ok(Some(LineVariant { variant_id: id, name: v.name.clone(), total_sum: v.additional_amount })),
            None => invalid(&format!("{at}.variant_id"), "Esa variante no es de este producto. Elige otra.").err(),
        }
    }

    pub(super) fn toppings(&self, of: ProductId, asked: &[OrderedTopping], at: &str) -> Result<Vec<LineTopping>> {
        if asked.len() > MOST_TOPPINGS {
            return invalid(&format!("{at}.toppings"), format!("Hasta {MOST_TOPPINGS} adicionales por plato.")).err();
        }
        let read = |(i, t): (usize, &OrderedTopping)| {
            let quantity = whole_quantity(t.quantity, &format!("{at}.toppings[{i}].quantity"))?;
            let Some(topping) = self.offer.toppings.get(&(of, t.id)) else {
                return invalid(&format!("{at}.toppings[{i}].id"), "Ese adicional no va con este producto.").err();
            };
            if topping.sold_out_on == Some(self.today) {
                return sold_out(&topping.name).current(json!({"topping_id": t.id, "name": topping.name})).err();
            }
            Ok(LineTopping { id: t.id, name: topping.name.clone(), price: topping.sale_amount, quantity })
        };
        asked.iter().enumerate().map(read).collect()
    }

    fn components(&self, product: &SellableProduct) -> Result<Vec<NewComponent>> {
        let parts = self.offer.combo_parts.iter().filter(|p| p.combo_id == product.id);
        parts
            .map(|p| {
                if p.sold_out_on == Some(self.today) {
                    let text = format!("{} ({})", p.name, product.name);
                    return sold_out(&text).current(json!({"product_id": p.product_id, "name": p.name})).err();
                }
                Ok(NewComponent {
                    product_id: p.product_id,
                    // What has no area of its own is made where the combo is.
                    production_area_id: p.production_area_id.or(product.production_area_id),
                    name: p.name.clone(),
                    quantity: p.quantity,
                })
            })
            .collect()
    }
}

/// Refuses what no restaurant sells in one line.
pub(super) fn check_total(unit: Money, quantity: Quantity, at: &str) -> Result<()> {
    match unit.times(quantity) {
        Some(total) if total <= MOST_LINE_TOTAL => Ok(()),
        _ => invalid(&format!("{at}.qty"), "El importe es demasiado grande. Revisa la cantidad.").err(),
    }
}

fn sold_out(name: &str) -> Refusal {
    refuse(Code::SoldOut, format!("{name} está agotado hoy. Elige otro."))
}

impl NewLine {
    /// Price of one with variant and toppings.
    pub(super) fn unit_total(&self) -> Money {
        let variant = self.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum);
        self.base_sale_amount + variant + self.toppings.iter().map(|t| t.amount(Quantity::units(1))).sum()
    }
    /// What all of it costs: itself and each topping rounded on its own, as lines are.
    pub(super) fn total(&self) -> Money {
        let own = self.base_sale_amount + self.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum);
        let toppings: Money = self.toppings.iter().map(|t| t.amount(self.quantity)).sum();
        own.times(self.quantity).unwrap_or_default() + toppings
    }
    /// What makes two lines one: nothing but product, variant and price. `None`: it stays a line of its own.
    pub(super) fn plain_key(&self) -> Option<PlainKey> {
        let plain = self.comment.is_empty() && self.toppings.is_empty();
        plain.then(|| (self.product_id, self.variant.as_ref().map(|v| v.variant_id), self.unit_total()))
    }
}

/// Product, variant and unit price of a line without comment and toppings.
pub(super) type PlainKey = (ProductId, Option<VariantId>, Money);

#[cfg(test)]
mod tests;
