//! All SQL of the figures: it reads the tables of nearly all slices, and writes none.

mod action_log;
mod client_history;
pub(super) mod daily;
mod figures;

pub(super) use action_log::*;
pub(super) use client_history::*;
pub(super) use figures::*;
