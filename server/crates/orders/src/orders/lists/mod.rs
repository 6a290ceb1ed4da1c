//! Lists of accounts: commands of a day, summaries, accounts to collect.

pub(in crate::orders) mod day_history;
pub(in crate::orders) mod summary;
pub(in crate::orders) mod to_collect;
