//! What a product costs while schedules run. Pure. Of several the lowest price counts; a price of its own beats a percentage within
//! one schedule, and a variant's beats its product's. Percentages are of the price of the channel with its variant, rounded to the
//! céntimo; toppings, and what is chosen of a combo's dishes, are not touched.

use comanda_base::{
    ids::VariantId,
    money::{Money, Quantity},
};
use std::collections::HashMap;

const WHOLE: Quantity = Quantity::units(100);

/// What one schedule says of a product's price.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms<'r> {
    pub name: &'r str,
    pub percent: Option<Quantity>,
    pub own: Option<&'r OwnPrices>,
}

/// Prices that a schedule names for a product.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnPrices {
    pub price: Option<Money>,
    /// Of the product with this variant.
    pub variants: HashMap<VariantId, Money>,
}

/// A variant, and what it adds.
pub type WithVariant = Option<(VariantId, Money)>;

/// A price that schedules made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Priced {
    /// Of one, without variant.
    pub base: Money,
    /// What the variant adds to it.
    pub extra: Money,
    /// Whose it is.
    pub schedule: String,
}

impl Priced {
    /// Of one with its variant.
    pub fn total(&self) -> Money {
        self.base + self.extra
    }
}

impl Terms<'_> {
    fn of(&self, list: Money, variant: WithVariant) -> Option<Money> {
        let extra = variant.map_or(Money::ZERO, |v| v.1);
        let own = self.own.and_then(|own| {
            let of_variant = variant.and_then(|(id, _)| own.variants.get(&id).copied());
            of_variant.or_else(|| own.price.map(|price| price + extra))
        });
        own.or_else(|| self.percent.and_then(|percent| (list + extra).percent(WHOLE + percent)))
    }
}

/// The price while these run, of what costs `regular` otherwise; absent: none of them says anything of it. A minimum price binds those
/// who give discounts, not the office that makes schedules.
pub(super) fn price(terms: &[Terms], regular: Money, variant: WithVariant) -> Option<Priced> {
    let (total, schedule) = lowest(terms, regular, variant)?;
    let schedule = schedule.to_owned();
    if variant.is_none() {
        return Some(Priced { base: total, extra: Money::ZERO, schedule });
    }
    let own = terms.iter().filter_map(|t| t.own).flat_map(|own| own.variants.values().copied()).min();
    let alone = lowest(terms, regular, None).map_or(regular, |(price, _)| price);
    // No variant takes off what the product alone costs.
    let base = own.map_or(alone, |own| alone.min(own)).min(total);
    Some(Priced { base, extra: total - base, schedule })
}

fn lowest<'t>(terms: &[Terms<'t>], regular: Money, variant: WithVariant) -> Option<(Money, &'t str)> {
    let priced = terms.iter().filter_map(|t| Some((t.of(regular, variant)?, t.name)));
    priced.min_by_key(|(price, _)| *price)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn m(text: &str) -> Money {
        text.parse().unwrap()
    }
    fn percent(name: &'static str, of: &str) -> Terms<'static> {
        Terms { name, percent: Some(of.parse().unwrap()), own: None }
    }
    fn sour() -> Money {
        m("25.50")
    }
    fn told(terms: &[Terms], regular: Money, variant: WithVariant) -> Option<(String, String, String)> {
        let p = price(terms, regular, variant)?;
        Some((p.base.to_string(), p.total().to_string(), p.schedule))
    }
    fn expect(base: &str, total: &str, name: &str) -> Option<(String, String, String)> {
        Some((base.into(), total.into(), name.into()))
    }

    #[test]
    fn the_lowest_price_of_those_that_run_counts() {
        let (half, night, third) = (percent("Happy hour", "-50"), percent("Noche", "10"), percent("Tercio", "-33.333"));
        assert_eq!(told(&[], sour(), None), None);
        assert_eq!(told(&[night], sour(), None), expect("28.05", "28.05", "Noche"));
        assert_eq!(told(&[night, half, third], sour(), None), expect("12.75", "12.75", "Happy hour"));
        // 25.50 × 0.66667 = 17.000085
        assert_eq!(told(&[third], sour(), None), expect("17.00", "17.00", "Tercio"));
    }

    #[test]
    fn a_price_of_its_own_beats_a_percentage_and_a_variants_its_products() {
        let large = VariantId(7);
        let own = OwnPrices { price: Some(m("20.125")), variants: HashMap::from([(large, m("18"))]) };
        let all = Terms { name: "Jueves", percent: Some("-90".parse().unwrap()), own: Some(&own) };
        let small = (VariantId(8), m("4.50"));
        assert_eq!(told(&[all], sour(), None), expect("20.125", "20.125", "Jueves"));
        assert_eq!(told(&[all], sour(), Some(small)), expect("18.00", "24.625", "Jueves"));
        assert_eq!(told(&[all], sour(), Some((large, m("9")))), expect("18.00", "18.00", "Jueves"));
        // A schedule that names one variant says nothing of the others.
        let one = OwnPrices { price: None, variants: HashMap::from([(large, m("18"))]) };
        let only = Terms { name: "Jarra", percent: None, own: Some(&one) };
        assert_eq!(told(&[only], sour(), Some(small)), None);
        assert_eq!(told(&[only], sour(), Some((large, m("9")))), expect("18.00", "18.00", "Jarra"));
    }

    #[test]
    fn a_percentage_is_of_the_price_with_its_variant_and_rounded_once() {
        // (25.50 + 4.55) / 2 = 15.025; the parts by themselves would come to 15.03 too, from 12.75 and 2.28.
        let half = percent("Happy hour", "-50");
        let p = price(&[half], sour(), Some((VariantId(8), m("4.55")))).unwrap();
        assert_eq!((p.base, p.total()), (m("12.75"), m("15.03")));
        // 0.335 + 0.335 each halved and rounded would be 0.34.
        let p = price(&[half], m("0.335"), Some((VariantId(8), m("0.335")))).unwrap();
        assert_eq!(p.total(), m("0.34"));
        let p = price(&[half], m("0.33"), Some((VariantId(8), m("0.33")))).unwrap();
        assert_eq!((p.base + p.extra, p.total()), (m("0.33"), m("0.33")));
    }
}
