//! Documents on their way to the tax authority: a fake SUNAT over HTTP, and the worker that sends.

mod batches;
mod by_weight;
mod chaos;
mod choices;
mod clocks;
mod contingency_papers;
mod deadlines;
mod debit_notes;
mod failures;
mod late_voids;
mod listed_prices;
mod manual_actions;
mod new_year;
pub mod office;
mod plastic_bags;
mod provider;
mod regime;
mod reissue;
mod single_documents;
mod zones;
