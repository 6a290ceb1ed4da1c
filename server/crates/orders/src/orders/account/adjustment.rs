//! A discount or charge of an account, as it is asked for.

use crate::orders::model::Line;
use comanda_base::{
    ids::{AdjustmentId, LineId},
    money::{Money, Quantity},
    words::words,
};

/// What an adjustment does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdjustmentKind {
    /// Everything it names for nothing.
    Courtesy,
    Discount,
    /// A charge that is a taxed line of the document (DELIVERY, OTHER).
    Charge,
    /// Recargo al consumo: a percentage of the value without IGV, itself outside the IGV (DL 25988, art. 5).
    Service,
    /// The same where listed prices hold it already: what is listed is what is paid, and documents split it.
    ServiceIncluded,
    /// Collected with the account, off the document.
    Tip,
}

impl AdjustmentKind {
    /// The recargo al consumo, within listed prices or on top of them.
    pub const fn service(is_included: bool) -> Self {
        if is_included { Self::ServiceIncluded } else { Self::Service }
    }
}

words!(
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
    /// Of a charge; none for discounts.
    pub code: Option<ChargeCode>,
    pub rate: Rate,
    pub is_discountable: bool,
    /// Only these lines; empty: the whole account.
    pub line_ids: Vec<LineId>,
    pub description: String,
}

impl Adjustment {
    /// Whether it makes the account less.
    pub fn is_discount(&self) -> bool {
        matches!(self.kind, AdjustmentKind::Courtesy | AdjustmentKind::Discount)
    }
    /// Tells whether it applies to a line. None applies to plastic bags, which cost what they are listed at.
    pub fn names(&self, line: &Line) -> bool {
        !line.is_plastic_bag && (self.line_ids.is_empty() || self.line_ids.contains(&line.id))
    }
}
