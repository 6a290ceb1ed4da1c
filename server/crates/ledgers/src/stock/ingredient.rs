//! A supply as recipes need it, and how old what it costs is.

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
    /// What was typed, of its own unit.
    pub cost_amount: Option<Money>,
    pub measurement_id: MeasurementId,
    pub status: Status,
    /// What the ledger says that its base unit costs, of one that is counted; it goes before what was typed.
    pub average: Option<Money>,
    /// When what made that average was bought last.
    pub cost_at: Option<DateTime<Utc>>,
    /// Moves of it wait to be valued.
    pub cost_is_pending: bool,
}

impl Ingredient {
    /// How old what it costs is.
    pub fn freshness(&self) -> Freshness {
        Freshness { at: self.cost_at, is_pending: self.cost_is_pending }
    }
}

/// How old a cost is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Freshness {
    /// The last purchase of what was bought least recently: nothing in the cost is older. `None`: no average counts in it.
    pub at: Option<DateTime<Utc>>,
    /// Something in it waits to be valued.
    pub is_pending: bool,
}

impl Freshness {
    /// Of a cost that is made of two.
    pub fn and(self, other: Self) -> Self {
        let at = match (self.at, other.at) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { at, is_pending: self.is_pending || other.is_pending }
    }
}
