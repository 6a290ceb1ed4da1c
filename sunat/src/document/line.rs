//! A line.

use super::{Affectation, Centimos, Millionths, Unit};

/// Something sold or given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// 1 to 500 characters (rule 2027).
    pub description: String,
    /// The house's own code, up to 30 characters.
    pub code: Option<String>,
    pub unit: Unit,
    /// More than nothing (rule 2024).
    pub quantity: Millionths,
    /// With IGV and the tax on plastic bags, before the line's discount; of what is free, what it would have cost.
    pub unit_price: Millionths,
    pub affectation: Affectation,
    /// The value without IGV, after the line's discount; of what is free, the value that it would have had.
    pub base: Centimos,
    /// 0.00 where the affectation bears none; of what is free, what it would have been (rule 3111).
    pub igv: Centimos,
    /// The tax on plastic bags: the line's quantity by the law's amount of the day (rule 4318). Where there is any, the line has no
    /// discount and is not free.
    pub bag_tax: Centimos,
    /// What is paid: base + IGV + tax on plastic bags, or 0.00 for what is free.
    pub total: Centimos,
    /// Code 00: lowers the base.
    pub discount: Option<Discount>,
}

impl Line {
    /// The tax on one of its plastic bags, of at least 2 decimals: `0.50`.
    pub(crate) fn bag_tax_each(&self) -> Option<String> {
        (self.quantity.0 > 0).then(|| Millionths::of_each(self.bag_tax, self.quantity).price())
    }
}

/// A discount of a line, without IGV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discount {
    pub amount: Centimos,
    /// What it was taken from.
    pub base: Centimos,
}
