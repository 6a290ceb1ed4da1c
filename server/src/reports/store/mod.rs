//! All SQL of the figures: it reads the tables of nearly all slices, and writes none.

mod action_log;
mod client_history;
pub(super) mod daily;
mod figures;
mod names;
mod sold;

pub(super) use action_log::*;
pub(super) use client_history::*;
pub(super) use figures::*;
pub(super) use names::*;
pub(super) use sold::*;
