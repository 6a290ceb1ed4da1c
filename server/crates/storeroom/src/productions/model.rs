//! The statuses, request bodies and figures of productions.

use comanda_base::{
    ids::{MeasurementId, SupplyId, UserId},
    money::{Quantity, div_round},
    words::text_enum,
};
use comanda_ledgers::stock::recipe::RecipeItem;
use comanda_platform::people::pin::PinGiven;
use serde::Deserialize;
use utoipa::ToSchema;

text_enum!(
    /// The status of a production; only an approved one moves stock.
    ProductionStatus { Approved = "APPROVED", Rejected = "REJECTED" }
);

/// `PR-00000012`
pub(super) fn full_number(number: i64) -> String {
    format!("PR-{number:08}")
}

/// Body of `POST /productions`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewProduction {
    /// The supply to produce, which must have a recipe.
    pub supply_id: SupplyId,
    /// The planned quantity.
    pub quantity: Quantity,
    /// The unit of both quantities; the supply's own unit when absent.
    pub measurement_id: Option<MeasurementId>,
    /// The produced quantity; the planned one when absent.
    pub produced: Option<Quantity>,
    /// The ingredients actually taken; those of the recipe when absent.
    pub items: Option<Vec<RecipeItem>>,
    /// The moment of the production: a day (`2026-11-21`) or a timestamp; now when absent.
    pub date: Option<String>,
    pub responsible: Option<String>,
    pub note: Option<String>,
    /// The PIN that a cook needs to take out more than the free value.
    pub pin: Option<String>,
    /// The user whose personal PIN is given; the company's security PIN when absent.
    pub approver_id: Option<UserId>,
}

impl NewProduction {
    pub(super) fn pin_given(&self) -> PinGiven {
        PinGiven { pin: self.pin.clone(), approver_id: self.approver_id }
    }
}

/// Body of `PATCH /productions/{id}`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct SetProductionStatus {
    pub status: ProductionStatus,
    /// The reason for a reversal.
    pub reason: Option<String>,
}

/// Returns the produced share of the planned quantity, in per cent with one decimal.
pub(super) fn yield_percent(produced: Quantity, planned: Quantity) -> Quantity {
    let tenths = div_round(i128::from(produced.millionths()) * 1_000, i128::from(planned.millionths().max(1)));
    Quantity::from_millionths(i64::try_from(tenths * 100_000).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::money::Money;

    #[test]
    fn a_yield_below_the_recipe_raises_the_unit_cost() {
        let q = |text: &str| -> Quantity { text.parse().unwrap() };
        for (total, planned, produced, percent, one) in [
            ("80.00", "10", "10", "100", "8"),
            ("80.00", "10", "9.2", "92", "8.695652"),
            ("80.00", "10", "10.5", "105", "7.619048"),
            ("1", "3", "2", "66.7", "0.5"),
        ] {
            assert_eq!(yield_percent(q(produced), q(planned)), q(percent));
            let total: Money = total.parse().unwrap();
            assert_eq!(total.per_unit(q(produced)), Some(one.parse().unwrap()), "{produced}");
        }
    }
}
