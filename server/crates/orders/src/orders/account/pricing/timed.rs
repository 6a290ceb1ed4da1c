//! What schedules make of a line: whether its product is sold now, and for how much.

use super::Counter;
use crate::orders::model::{Line, LineSchedule, LineVariant, RequestKind};
use comanda_base::{
    error::{Code, Result, refuse},
    money::Money,
};
use comanda_masterdata::catalog::selling::{Asked, Channel, SellableProduct};
use serde_json::json;

/// The price of one, and whose it is.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Timed {
    pub base: Money,
    pub variant: Option<LineVariant>,
    pub schedule: Option<LineSchedule>,
}

impl Timed {
    /// Of one, with its variant.
    pub fn total(&self) -> Money {
        self.base + self.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum)
    }
    /// With what the choices of a combo's dishes add; no schedule touches that.
    pub fn with_dishes(mut self, extra: Money) -> Self {
        self.base += extra;
        if let Some(schedule) = &mut self.schedule {
            schedule.regular_amount += extra;
        }
        self
    }
}

impl Counter<'_> {
    /// Refuses what is sold at other hours, and names them.
    pub(super) fn must_be_open(&self, product: &SellableProduct) -> Result<()> {
        let Some(closed) = self.offer.schedules.at(self.moment).closed(self.asked(product)) else { return Ok(()) };
        let text = format!("{} no se vende ahora. {}", product.name, closed.text);
        refuse(Code::NotSoldNow, text).current(json!({"product_id": product.id, "name": product.name})).err()
    }

    /// What one costs at this moment, with this variant at the price of the catalogue.
    pub(super) fn timed(&self, product: &SellableProduct, variant: Option<LineVariant>) -> Timed {
        let regular = self.price_of(product);
        let with = variant.as_ref().map(|v| (v.variant_id, v.total_sum));
        match self.offer.schedules.at(self.moment).price(self.asked(product), with) {
            None => Timed { base: regular, variant, schedule: None },
            Some(priced) => {
                let regular_amount = regular + with.map_or(Money::ZERO, |v| v.1);
                let variant = variant.map(|v| LineVariant { total_sum: priced.extra, ..v });
                let schedule = Some(LineSchedule { name: priced.schedule, regular_amount });
                Timed { base: priced.base, variant, schedule }
            }
        }
    }

    /// Gives a line another variant, at the price of the moment at which it was added: this counter's.
    pub(in crate::orders) fn choose(&self, line: &mut Line, variant: Option<LineVariant>) {
        let timed = self.offer.products.get(&line.product_id).map(|p| self.timed(p, variant.clone()));
        match timed.filter(|timed| timed.schedule.is_some() || line.schedule.is_some()) {
            None => line.variant = variant,
            Some(timed) => {
                let timed = timed.with_dishes(dishes_of(line));
                (line.base_sale_amount, line.variant, line.schedule) = (timed.base, timed.variant, timed.schedule);
            }
        }
    }

    /// A line that grows would sell more of what is not sold any more, or at a price that has ended or is yet to begin: refused.
    pub(in crate::orders) fn may_grow(&self, line: &Line) -> Result<()> {
        let Some(product) = self.offer.products.get(&line.product_id) else { return Ok(()) };
        self.must_be_open(product)?;
        let as_listed = |v: &LineVariant| {
            let listed = self.offer.variants.get(&v.variant_id).map_or(v.total_sum, |v| v.additional_amount);
            LineVariant { total_sum: listed, ..v.clone() }
        };
        let now = self.timed(product, line.variant.as_ref().map(as_listed)).with_dishes(dishes_of(line));
        let is = line.base_sale_amount + line.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum);
        if now.total() == is || (line.schedule.is_none() && now.schedule.is_none()) {
            return Ok(());
        }
        let text = format!("{} cuesta ahora S/ {}. Agrega los que faltan como pedido nuevo.", line.name, now.total());
        refuse(Code::PriceChanged, text).current(line).err()
    }

    fn asked(&self, product: &SellableProduct) -> Asked {
        let channel = match (self.delivery_app, self.kind) {
            (true, _) => Channel::App,
            (false, RequestKind::Table) => Channel::Table,
            (false, RequestKind::Order) => Channel::Order,
            (false, RequestKind::Delivery) => Channel::Delivery,
        };
        Asked { channel, product: product.id, category: product.category_id, price: self.price_of(product) }
    }
}

/// What was chosen of a combo's dishes adds this to its price.
fn dishes_of(line: &Line) -> Money {
    let chosen = line.combo_has_product.iter().filter_map(|c| c.variant.as_ref()?.total_sum.times(c.quantity));
    chosen.sum()
}
