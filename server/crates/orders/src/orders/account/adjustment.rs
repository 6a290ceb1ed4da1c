//! The discounts and charges of an account.

use crate::orders::model::Line;
use comanda_base::{
    ids::{AdjustmentId, LineId},
    money::{Money, Quantity},
    words::text_enum,
};

/// The effect of an adjustment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdjustmentKind {
    /// Everything that it applies to is free of charge.
    Courtesy,
    Discount,
    /// A charge that is a taxed line of the document (DELIVERY, OTHER).
    Charge,
    /// Recargo al consumo: a percentage of the value without IGV, itself outside the IGV (DL 25988, art. 5).
    Service,
    /// Recargo al consumo that listed prices already include: the listed price is paid, and documents split it.
    ServiceIncluded,
    /// A tip, collected with the account, outside the document.
    Tip,
}

impl AdjustmentKind {
    /// Returns the kind of the recargo al consumo, within listed prices or on top of them.
    pub const fn service(is_included: bool) -> Self {
        if is_included { Self::ServiceIncluded } else { Self::Service }
    }
}

text_enum!(
    /// The kinds of charges, as the till names them.
    ChargeCode { Tip = "TIP", Other = "OTHER", Delivery = "DELIVERY", Service = "SERVICE" }
);

/// A fixed amount or a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rate {
    Fixed(Money),
    Percent(Quantity),
}

/// An enabled discount or charge.
#[derive(Debug, Clone)]
pub struct Adjustment {
    pub id: AdjustmentId,
    pub kind: AdjustmentKind,
    /// The code of a charge; `None` for discounts.
    pub code: Option<ChargeCode>,
    pub rate: Rate,
    pub is_discountable: bool,
    /// The lines that it applies to; empty: the whole account.
    pub line_ids: Vec<LineId>,
    pub description: String,
}

impl Adjustment {
    /// Whether it reduces the account.
    pub fn is_discount(&self) -> bool {
        matches!(self.kind, AdjustmentKind::Courtesy | AdjustmentKind::Discount)
    }
    /// Tells whether it applies to a line. No adjustment applies to plastic bags, which cost their listed price.
    pub fn applies_to(&self, line: &Line) -> bool {
        !line.is_plastic_bag && (self.line_ids.is_empty() || self.line_ids.contains(&line.id))
    }
}
