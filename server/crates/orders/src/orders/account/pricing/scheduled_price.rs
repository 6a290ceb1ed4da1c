//! The effect of schedules on a line: whether its product is sold now, and at which price.

use super::LinePricer;
use crate::orders::model::{Line, LineSchedule, LineVariant};
use comanda_base::{
    error::{Code, Result, refuse},
    money::Money,
};
use comanda_masterdata::catalog::selling::SellableProduct;
use serde_json::json;

/// The unit price, and the schedule that determined it.
#[derive(Debug, Clone)]
pub(in crate::orders) struct ScheduledPrice {
    pub base: Money,
    pub variant: Option<LineVariant>,
    pub schedule: Option<LineSchedule>,
}

impl ScheduledPrice {
    /// Returns the unit price with its variant.
    pub fn total(&self) -> Money {
        self.base + self.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum)
    }
    /// Adds the surcharges of the chosen dishes of a combo, which no schedule changes.
    pub fn with_dishes(mut self, extra: Money) -> Self {
        self.base += extra;
        if let Some(schedule) = &mut self.schedule {
            schedule.regular_amount += extra;
        }
        self
    }
}

impl LinePricer<'_> {
    /// Refuses a product that is sold at other hours, and names them.
    pub(super) fn check_is_on_sale(&self, product: &SellableProduct) -> Result<()> {
        let Some(closed) =
            self.offer.schedules.schedules_at(self.moment).closed_now(product.for_channel(self.channel()))
        else {
            return Ok(());
        };
        let text = format!("{} no se vende ahora. {}", product.name, closed.text);
        refuse(Code::NotSoldNow, text).with_current(json!({"product_id": product.id, "name": product.name})).err()
    }

    /// Returns the unit price at this moment, with this variant at its catalogue price.
    pub(super) fn scheduled_price(&self, product: &SellableProduct, variant: Option<LineVariant>) -> ScheduledPrice {
        let variant_price = variant.as_ref().map(|v| (v.variant_id, v.total_sum));
        let priced =
            self.offer.schedules.schedules_at(self.moment).price(product.for_channel(self.channel()), variant_price);
        ScheduledPrice {
            base: priced.base,
            variant: variant.map(|v| LineVariant { total_sum: priced.extra, ..v }),
            schedule: priced.schedule.map(|name| LineSchedule { name, regular_amount: priced.regular }),
        }
    }

    /// Sets another variant on a line, at the price of the moment when the line was added, which is the moment of this pricer.
    pub(in crate::orders) fn set_variant(&self, line: &mut Line, variant: Option<LineVariant>) {
        let priced = self.offer.products.get(&line.product_id).map(|p| self.scheduled_price(p, variant.clone()));
        match priced.filter(|priced| priced.schedule.is_some() || line.schedule.is_some()) {
            None => line.variant = variant,
            Some(priced) => {
                let priced = priced.with_dishes(component_extras(line));
                (line.base_sale_amount, line.variant, line.schedule) = (priced.base, priced.variant, priced.schedule);
            }
        }
    }

    /// Refuses to increase a line whose product is no longer sold, or whose price has ended or not yet begun.
    pub(in crate::orders) fn check_may_grow(&self, line: &Line) -> Result<()> {
        let Some(product) = self.offer.products.get(&line.product_id) else { return Ok(()) };
        self.check_is_on_sale(product)?;
        let as_listed = |v: &LineVariant| {
            let listed = self.offer.variants.get(&v.variant_id).map_or(v.total_sum, |v| v.additional_amount);
            LineVariant { total_sum: listed, ..v.clone() }
        };
        let now =
            self.scheduled_price(product, line.variant.as_ref().map(as_listed)).with_dishes(component_extras(line));
        let current = line.base_sale_amount + line.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum);
        if now.total() == current || (line.schedule.is_none() && now.schedule.is_none()) {
            return Ok(());
        }
        let text = format!("{} cuesta ahora S/ {:#}. Agrega los que faltan como pedido nuevo.", line.name, now.total());
        refuse(Code::PriceChanged, text).with_current(line).err()
    }
}

/// Returns the surcharges of the chosen dishes of a combo.
fn component_extras(line: &Line) -> Money {
    let chosen = line.combo_has_product.iter().filter_map(|c| c.variant.as_ref()?.total_sum.times(c.quantity));
    chosen.sum()
}
