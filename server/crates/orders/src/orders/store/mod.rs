//! All SQL of `client_requests`, `order_lines` with toppings and components, `commands` and `billing_adjustments`.

mod adjustments;
mod commands;
mod dismissed;
mod floor;
pub mod kitchen;
mod line_changes;
mod lines;
mod lists;
mod moves;
mod products;
mod request_changes;
mod requests;
mod reservations;
mod split;
mod steps;
mod to_collect;
mod unsent;

pub use requests::{RequestRow, count_accounts_of_client};

pub(super) use adjustments::*;
pub(super) use commands::*;
pub(super) use dismissed::*;
pub(super) use floor::*;
pub(super) use line_changes::*;
pub(super) use lines::*;
pub(super) use lists::*;
pub(super) use moves::*;
pub(super) use products::*;
pub(super) use request_changes::*;
pub(super) use requests::*;
pub(super) use reservations::*;
pub(super) use split::*;
pub(super) use steps::*;
pub(super) use to_collect::*;
pub(super) use unsent::*;
