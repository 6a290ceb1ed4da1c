//! A line of a document.

use super::{Affectation, Centimos, Millionths, Unit};

/// Something that was sold or given away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The description, 1 to 500 characters (rule 2027).
    pub description: String,
    /// The restaurant's own code of the product, up to 30 characters.
    pub code: Option<String>,
    pub unit: Unit,
    /// The quantity, above zero (rule 2024).
    pub quantity: Millionths,
    /// The price of one unit with IGV and the tax on plastic bags, before the line's discount; for a free line the price that it would
    /// have had.
    pub unit_price: Millionths,
    pub affectation: Affectation,
    /// The value of the line without IGV, after its discount; for a free line the value that it would have had.
    pub base: Centimos,
    /// The IGV: 0.00 where the affectation bears none; for a free line the IGV that it would have borne (rule 3111).
    pub igv: Centimos,
    /// The tax on plastic bags: the line's quantity by the law's amount of the day (rule 4318). Where there is any, the line has no
    /// discount and is not free.
    pub bag_tax: Centimos,
    /// The amount due: base + IGV + tax on plastic bags, or 0.00 for a free line.
    pub total: Centimos,
    /// The discount of code 00, which lowers the base.
    pub discount: Option<Discount>,
}

impl Line {
    /// The tax on one plastic bag, with at least 2 decimals: `0.50`; `None` for no quantity.
    pub(crate) fn unit_bag_tax(&self) -> Option<String> {
        (self.quantity.0 > 0).then(|| Millionths::share_per_unit(self.bag_tax, self.quantity).price())
    }
}

/// A discount of a line, without IGV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discount {
    pub amount: Centimos,
    /// The value from which the discount was taken.
    pub base: Centimos,
}
