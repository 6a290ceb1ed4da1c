//! The price of a product while schedules run. Pure. The lowest price of several schedules counts; within one schedule a price of the
//! product beats the percentage, and a variant's price beats its product's. Percentages apply to the channel's price with the variant,
//! rounded to the céntimo; toppings and choices of a combo's dishes stay as they are.

use comanda_base::{
    ids::VariantId,
    money::{Money, Quantity},
};
use std::collections::HashMap;

const WHOLE: Quantity = Quantity::units(100);

/// The price rule that one schedule sets for a product.
#[derive(Debug, Clone, Copy)]
pub(super) struct PriceTerms<'r> {
    pub name: &'r str,
    pub percent: Option<Quantity>,
    pub own_prices: Option<&'r OwnPrices>,
}

/// The prices that a schedule names for a product.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnPrices {
    pub price: Option<Money>,
    /// The price of the product with each variant.
    pub variants: HashMap<VariantId, Money>,
}

/// A variant and the amount that it adds.
pub type VariantExtra = Option<(VariantId, Money)>;

/// The price of a product at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalePrice {
    /// The price of one, without variant.
    pub base: Money,
    /// The amount that the variant adds to it.
    pub extra: Money,
    /// The price of one with its variant, without schedules.
    pub regular: Money,
    /// The name of the schedule that set it.
    pub schedule: Option<String>,
}

impl SalePrice {
    /// Returns the price of one with its variant.
    pub fn total(&self) -> Money {
        self.base + self.extra
    }
}

impl PriceTerms<'_> {
    fn price_for(&self, list: Money, variant: VariantExtra) -> Option<Money> {
        let extra = variant.map_or(Money::ZERO, |v| v.1);
        let named = self.own_prices.and_then(|prices| {
            let variant_price = variant.and_then(|(id, _)| prices.variants.get(&id).copied());
            variant_price.or_else(|| prices.price.map(|price| price + extra))
        });
        named.or_else(|| self.percent.and_then(|percent| (list + extra).percent(WHOLE + percent)))
    }
}

/// Returns the lowest price while these schedules run, for what costs `regular` without variant where none of them sets a price. A minimum
/// price limits those who give discounts, not the office that makes schedules.
pub(super) fn lowest_price(terms: &[PriceTerms], regular: Money, variant: VariantExtra) -> SalePrice {
    let extra = variant.map_or(Money::ZERO, |v| v.1);
    let listed = SalePrice { base: regular, extra, regular: regular + extra, schedule: None };
    let Some((total, schedule)) = lowest_terms(terms, regular, variant) else { return listed };
    let set = SalePrice { schedule: Some(schedule.to_owned()), ..listed };
    if variant.is_none() {
        return SalePrice { base: total, ..set };
    }
    let lowest = terms.iter().filter_map(|t| t.own_prices).flat_map(|prices| prices.variants.values().copied()).min();
    let base_price = lowest_terms(terms, regular, None).map_or(regular, |(price, _)| price);
    // No variant reduces the price of the product alone.
    let base = lowest.map_or(base_price, |price| base_price.min(price)).min(total);
    SalePrice { base, extra: total - base, ..set }
}

fn lowest_terms<'t>(terms: &[PriceTerms<'t>], regular: Money, variant: VariantExtra) -> Option<(Money, &'t str)> {
    let priced = terms.iter().filter_map(|t| Some((t.price_for(regular, variant)?, t.name)));
    priced.min_by_key(|(price, _)| *price)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn m(text: &str) -> Money {
        text.parse().unwrap()
    }
    fn percent(name: &'static str, percent_text: &str) -> PriceTerms<'static> {
        PriceTerms { name, percent: Some(percent_text.parse().unwrap()), own_prices: None }
    }
    fn sour() -> Money {
        m("25.50")
    }
    fn price_texts(terms: &[PriceTerms], regular: Money, variant: VariantExtra) -> Option<(String, String, String)> {
        let p = lowest_price(terms, regular, variant);
        assert_eq!(p.regular, regular + variant.map_or(Money::ZERO, |v| v.1));
        Some((p.base.to_string(), p.total().to_string(), p.schedule?))
    }
    fn expect(base: &str, total: &str, name: &str) -> Option<(String, String, String)> {
        Some((base.into(), total.into(), name.into()))
    }

    #[test]
    fn the_lowest_price_of_running_schedules_counts() {
        let (half, night, third) = (percent("Happy hour", "-50"), percent("Noche", "10"), percent("Tercio", "-33.333"));
        assert_eq!(price_texts(&[], sour(), None), None);
        assert_eq!(price_texts(&[night], sour(), None), expect("28.05", "28.05", "Noche"));
        assert_eq!(price_texts(&[night, half, third], sour(), None), expect("12.75", "12.75", "Happy hour"));
        // 25.50 × 0.66667 = 17.000085
        assert_eq!(price_texts(&[third], sour(), None), expect("17.00", "17.00", "Tercio"));
    }

    #[test]
    fn a_products_price_beats_the_percentage_and_a_variants_price_the_products() {
        let large = VariantId(7);
        let prices = OwnPrices { price: Some(m("20.125")), variants: HashMap::from([(large, m("18"))]) };
        let all = PriceTerms { name: "Jueves", percent: Some("-90".parse().unwrap()), own_prices: Some(&prices) };
        let small = (VariantId(8), m("4.50"));
        assert_eq!(price_texts(&[all], sour(), None), expect("20.125", "20.125", "Jueves"));
        assert_eq!(price_texts(&[all], sour(), Some(small)), expect("18.00", "24.625", "Jueves"));
        assert_eq!(price_texts(&[all], sour(), Some((large, m("9")))), expect("18.00", "18.00", "Jueves"));
        // A schedule that names one variant leaves the others unchanged.
        let one = OwnPrices { price: None, variants: HashMap::from([(large, m("18"))]) };
        let terms = PriceTerms { name: "Jarra", percent: None, own_prices: Some(&one) };
        assert_eq!(price_texts(&[terms], sour(), Some(small)), None);
        assert_eq!(price_texts(&[terms], sour(), Some((large, m("9")))), expect("18.00", "18.00", "Jarra"));
    }

    #[test]
    fn a_percentage_is_of_the_price_with_its_variant_and_rounded_once() {
        // (25.50 + 4.55) / 2 = 15.025; the parts by themselves would come to 15.03 too, from 12.75 and 2.28.
        let half = percent("Happy hour", "-50");
        let p = lowest_price(&[half], sour(), Some((VariantId(8), m("4.55"))));
        assert_eq!((p.base, p.total()), (m("12.75"), m("15.03")));
        // 0.335 + 0.335 each halved and rounded would be 0.34.
        let p = lowest_price(&[half], m("0.335"), Some((VariantId(8), m("0.335"))));
        assert_eq!(p.total(), m("0.34"));
        let p = lowest_price(&[half], m("0.33"), Some((VariantId(8), m("0.33"))));
        assert_eq!((p.base + p.extra, p.total()), (m("0.33"), m("0.33")));
    }
}
