//! The price of a piece that was weighed or measured: the price of one unit × its measure, rounded once. Pure.

use super::{LinePricer, scheduled_price::ScheduledPrice};
use crate::orders::model::{Line, LineVariant};
use comanda_base::{
    error::{Result, invalid},
    measure::{Measure, SaleUnit},
    money::{Money, Quantity},
};
use comanda_masterdata::catalog::selling::SellableProduct;

/// Checks the measure of one piece of a product; `None` for a product that is sold by the unit. `field` is named in the refusal.
pub(super) fn measured_quantity(
    product: &SellableProduct,
    quantity: Quantity,
    field: &str,
) -> Result<Option<Quantity>> {
    let unit = product.sale_unit;
    if !unit.is_measured() {
        return Ok(None);
    }
    let name = &product.name;
    if quantity <= Quantity::ZERO || quantity > unit.largest() {
        let text = format!("{name} se pide por medida: de más de 0 a {}.", unit.describe(unit.largest()));
        return invalid(field, text).err();
    }
    if !Measure::is_exact(quantity) {
        return invalid(field, format!("{name} se pide con hasta 3 decimales.")).err();
    }
    if let Some(least) = product.min_quantity.filter(|least| quantity < *least) {
        return invalid(field, format!("De {name} se vende desde {}.", unit.describe(least))).err();
    }
    if let Some(step) = product.quantity_step.filter(|step| quantity.millionths() % step.millionths().max(1) != 0) {
        return invalid(field, format!("{name} se vende de {} en {}.", unit.describe(step), unit.describe(step))).err();
    }
    Ok(Some(quantity))
}

impl ScheduledPrice {
    /// Turns the price of one unit into that of a piece of this measure: their product is rounded once, and the variant's part of it is
    /// rounded on its own.
    pub(super) fn for_measure(self, unit: SaleUnit, quantity: Quantity, field: &str) -> Result<(Self, Measure)> {
        let price = self.total();
        let too_much = || invalid(field, "El importe es demasiado grande. Revisa el peso.");
        let of_measure = |price: Money| price.times(quantity).ok_or_else(too_much);
        let amount = of_measure(price)?;
        if amount.is_zero() && !price.is_zero() {
            return invalid(field, "Con ese peso no llega a un céntimo. Pésalo otra vez.").err();
        }
        let variant = match self.variant {
            None => None,
            Some(variant) => Some(LineVariant { total_sum: of_measure(variant.total_sum)?, ..variant }),
        };
        let base = amount - variant.as_ref().map_or(Money::ZERO, |v| v.total_sum);
        let schedule = match self.schedule {
            None => None,
            Some(mut schedule) => {
                schedule.regular_amount = of_measure(schedule.regular_amount)?;
                Some(schedule)
            }
        };
        Ok((Self { base, variant, schedule }, Measure { unit, quantity, price: Some(price) }))
    }
}

impl LinePricer<'_> {
    /// Weighs a line again: `quantity`, or what it weighed before, with this variant. Its price of one unit stays that of the moment when
    /// it was added, which is the moment of this pricer.
    pub(in crate::orders) fn weigh_again(
        &self,
        line: &mut Line,
        variant: Option<LineVariant>,
        quantity: Quantity,
    ) -> Result<()> {
        let Some(product) = self.offer.products.get(&line.product_id) else {
            return invalid("qty", "Este producto ya no existe. Quita el pedido y elige otro.").err();
        };
        if product.sale_unit != line.measure.unit {
            let text = format!("{} se vende ahora de otra manera. Quita el pedido y agrégalo otra vez.", line.name);
            return invalid("qty", text).err();
        }
        measured_quantity(product, quantity, "qty")?;
        let priced = self.scheduled_price(product, variant.clone());
        let priced = match priced.schedule.is_some() || line.schedule.is_some() {
            true => priced,
            false => ScheduledPrice { base: self.unit_price_without_variant(line), variant, schedule: None },
        };
        let minimum = product.minimum_sale_price.map(|minimum| minimum.min(priced.total()));
        let (priced, measure) = priced.for_measure(line.measure.unit, quantity, "qty")?;
        line.measure = measure;
        line.minimum_sale_price = minimum.and_then(|minimum| minimum.times(quantity));
        (line.base_sale_amount, line.variant, line.schedule) = (priced.base, priced.variant, priced.schedule);
        line.sale_amount = line.base_sale_amount + line.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum);
        Ok(())
    }

    /// Returns the price at which one unit of a line was added, without its variant.
    fn unit_price_without_variant(&self, line: &Line) -> Money {
        let listed = line.variant.as_ref().and_then(|v| self.offer.variants.get(&v.variant_id));
        line.measure.price.unwrap_or_default() - listed.map_or(Money::ZERO, |v| v.additional_amount)
    }

    /// Returns a variant of a line at its catalogue price of one unit.
    pub(in crate::orders) fn listed_variant(&self, line: &Line) -> Option<LineVariant> {
        let variant = line.variant.as_ref()?;
        let listed = self.offer.variants.get(&variant.variant_id);
        Some(LineVariant { total_sum: listed.map_or(variant.total_sum, |v| v.additional_amount), ..variant.clone() })
    }
}
