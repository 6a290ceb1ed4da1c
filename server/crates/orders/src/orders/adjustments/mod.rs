//! Discounts and charges of an account: added, switched on and off, removed, each under the lock of the account. Their amounts are computed
//! in `account`; who may do it, and when a PIN is needed, is decided here.

mod change;
mod discount_permission;
mod fewer_lines;
mod http;
mod label;
mod model;
mod post_sale_discount;
mod read;
mod refunded_share;
mod rules;
#[cfg(test)]
mod tests;

pub(super) use change::{add_opening_charges, add_to_locked_account};
pub(super) use fewer_lines::{check_discounts_stay_small, load_if_discounted};
pub(super) use http::{check_given_pin, routes};
pub(super) use label::adjustment_label;
pub(super) use model::{ChargeAsked, DiscountAsked, OneOrMany};
pub use post_sale_discount::add_post_sale_discount;
pub use refunded_share::reduce_fixed_discounts;
