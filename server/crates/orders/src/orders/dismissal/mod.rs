//! Takes lines off an account, unpaid or refunded.

pub(in crate::orders) mod dismiss;
pub(in crate::orders) mod refunded;
