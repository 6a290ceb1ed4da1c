//! The papers of an account: comandas for each area, their destinations, the pre-bill.

pub(in crate::orders) mod area_jobs;
pub(in crate::orders) mod destinations;
pub(in crate::orders) mod papers;
pub(in crate::orders) mod print_pre_bill;
pub(in crate::orders) mod tickets;
pub(in crate::orders) mod unassigned_dishes;
