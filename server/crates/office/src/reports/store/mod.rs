//! All SQL of the reports: it reads the tables of nearly all modules, and writes none.

mod action_log;
mod cancellations;
mod client_history;
mod closes;
mod cycles;
pub(super) mod daily;
mod figures;
mod kitchen_times;
mod money_operations;
mod names;
mod now;
mod sold;

pub(super) use action_log::*;
pub(super) use cancellations::*;
pub(super) use client_history::*;
pub(super) use closes::*;
pub(super) use cycles::*;
pub(super) use figures::*;
pub(super) use kitchen_times::*;
pub(super) use money_operations::*;
pub(super) use names::*;
pub(super) use now::*;
pub(super) use sold::*;

pub use money_operations::{MoneyMove, MoneyOperation};
