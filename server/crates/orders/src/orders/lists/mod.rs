//! Accounts in lists: of the day, summaries, those to collect.

pub(in crate::orders) mod day_history;
pub(in crate::orders) mod summary;
pub(in crate::orders) mod to_collect;
