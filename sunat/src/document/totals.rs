//! The totals of a whole document.

use super::Centimos;

/// The stored sums of the lines. Free lines count only in `free` and `free_igv`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// The value of taxed sales after discounts 02.
    pub taxed: Centimos,
    pub igv: Centimos,
    /// The tax on plastic bags (rule 3306).
    pub bag_tax: Centimos,
    pub exonerated: Centimos,
    pub unaffected: Centimos,
    /// The value that the free lines would have had.
    pub free: Centimos,
    /// The IGV that the free lines would have borne.
    pub free_igv: Centimos,
    /// The amount due: sales, IGV and charges less discounts 03. Never rounded to coins.
    pub payable: Centimos,
}

impl Totals {
    /// The value of all sales without IGV (rule 3278).
    #[must_use]
    pub fn value(&self) -> Centimos {
        self.taxed + self.exonerated + self.unaffected
    }

    /// The sum of the taxes that are paid (rule 3294).
    #[must_use]
    pub fn taxes(&self) -> Centimos {
        self.igv + self.bag_tax
    }

    /// The price of all sales with their taxes (rule 3279).
    #[must_use]
    pub fn price(&self) -> Centimos {
        self.value() + self.taxes()
    }
}

/// A discount on the whole document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GlobalDiscount {
    /// 02: lowers the base of taxed sales (rule 3277). It cannot be used for exonerated or unaffected sales, whose totals remain the
    /// sums of their lines (rules 3275, 3274): those take 03, or a discount of the line.
    OnBase { amount: Centimos, base: Centimos },
    /// 03: lowers the amount due, not the base (rule 3300). The amount includes IGV.
    OffBase { amount: Centimos, base: Centimos },
}

impl GlobalDiscount {
    /// The code in catalogue 53.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OnBase { .. } => "02",
            Self::OffBase { .. } => "03",
        }
    }

    /// The amount of the discount, and the base from which it is taken.
    #[must_use]
    pub const fn amounts(&self) -> (Centimos, Centimos) {
        match self {
            Self::OnBase { amount, base } | Self::OffBase { amount, base } => (*amount, *base),
        }
    }
}

/// The recargo al consumo or a tip on the document (code 46), outside the base of the IGV, up to 13 %.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceCharge {
    pub amount: Centimos,
    pub base: Centimos,
}
