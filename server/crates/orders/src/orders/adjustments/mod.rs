//! Discounts and charges of an account: added, switched on and off, removed, each under the account's lock. What they come to is
//! computed in `account`; who may do it, and from when on a PIN is asked, is weighed here.

mod change;
mod granted;
mod http;
mod label;
mod less;
mod model;
mod read;
mod rules;
#[cfg(test)]
mod tests;
mod weigh;

pub(super) use change::{add_to, with_opening_charges};
pub use granted::keep_discount;
pub(super) use http::{allowed, routes};
pub(super) use label::label;
pub(super) use less::{discounted, must_stay_small};
pub(super) use model::{ChargeAsked, DiscountAsked, OneOrMany};
