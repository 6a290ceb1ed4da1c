//! The price of a line that is to be inserted, and what makes two of them the same.

use crate::orders::store::NewLine;
use comanda_base::{
    ids::{CourseId, ProductId, VariantId},
    money::{Money, Quantity},
};

impl NewLine {
    /// Returns the unit price with variant and toppings.
    pub(in crate::orders) fn unit_total(&self) -> Money {
        let variant = self.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum);
        self.base_sale_amount + variant + self.toppings.iter().map(|t| t.amount(Quantity::units(1))).sum()
    }
    /// Returns the total: the line and each topping rounded on its own.
    pub(in crate::orders) fn total(&self) -> Money {
        let unit_amount = self.base_sale_amount + self.variant.as_ref().map_or(Money::ZERO, |v| v.total_sum);
        let toppings: Money = self.toppings.iter().map(|t| t.amount(self.quantity)).sum();
        unit_amount.times(self.quantity).unwrap_or_default() + toppings
    }
    /// Returns the key by which equal lines are merged: product, variant and price. `None` for a line with a comment or toppings and for
    /// what was weighed, which stay lines of their own.
    pub(in crate::orders) fn plain_key(&self) -> Option<PlainKey> {
        let chosen = self.components.iter().any(|c| c.variant.is_some());
        let plain = !self.measure.is_measured() && self.comment.is_empty() && self.toppings.is_empty() && !chosen;
        plain.then(|| PlainKey {
            product_id: self.product_id,
            variant_id: self.variant.as_ref().map(|v| v.variant_id),
            unit: self.unit_total(),
            course_id: self.course_id,
            hold: self.hold,
        })
    }
}

/// The properties by which two lines without comment and toppings are one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, comanda_from_row::FromRow)]
pub(in crate::orders) struct PlainKey {
    pub product_id: ProductId,
    pub variant_id: Option<VariantId>,
    pub unit: Money,
    pub course_id: Option<CourseId>,
    pub hold: Option<bool>,
}
