//! Accounts: opening them, their totals, their lock, closing them by hand, their history.

mod adjustment;
pub(in crate::orders) mod advance_request;
mod allergy_notice;
pub(in crate::orders) mod close_by_hand;
pub(in crate::orders) mod edit_request;
pub(in crate::orders) mod guest;
pub(in crate::orders) mod history;
mod igv;
pub(in crate::orders) mod open_request;
pub(in crate::orders) mod pricing;
pub(in crate::orders) mod request;
pub(in crate::orders) mod separate_charge;
mod totals;
pub(in crate::orders) mod view;

pub use adjustment::{Adjustment, AdjustmentKind, ChargeCode, Rate};
pub use igv::{AmountByTreatment, split_included_service, with_service, without_service};
pub use totals::{Account, AppliedCharge, AppliedDiscount, Totals};
