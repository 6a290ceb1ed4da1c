//! A supply as recipes need it, and the age of its cost.

use chrono::{DateTime, Utc};
use comanda_base::{
    ids::{MeasurementId, SupplyId},
    money::Money,
    words::Status,
};

/// A supply as recipes need it.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Ingredient {
    pub id: SupplyId,
    pub name: String,
    /// The cost entered in the form, for one of its own unit.
    pub cost_amount: Option<Money>,
    pub measurement_id: MeasurementId,
    pub status: Status,
    /// The average cost of one base unit by the ledger, for a counted supply; it overrides `cost_amount`.
    pub average: Option<Money>,
    /// The moment of the last purchase behind that average.
    pub cost_at: Option<DateTime<Utc>>,
    /// Whether moves of the supply still wait to be valued.
    pub cost_is_pending: bool,
}

impl Ingredient {
    /// Returns how old the cost is.
    pub fn cost_age(&self) -> CostAge {
        CostAge { at: self.cost_at, is_pending: self.cost_is_pending }
    }
}

/// The age of a cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CostAge {
    /// The earliest of the last purchases of all ingredients: nothing in the cost is older. `None`: no average is part of the cost.
    pub at: Option<DateTime<Utc>>,
    /// Whether moves of an ingredient still wait to be valued.
    pub is_pending: bool,
}

impl CostAge {
    /// Returns the age of a cost that is the sum of two.
    pub fn oldest_with(self, other: Self) -> Self {
        let at = match (self.at, other.at) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { at, is_pending: self.is_pending || other.is_pending }
    }
}
