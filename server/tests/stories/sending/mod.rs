//! Documents on their way to the tax authority: a SUNAT of our own over HTTP, and the worker beside the server.

mod alone;
mod batches;
mod calls;
mod chaos;
mod clocks;
mod deadlines;
mod debit_notes;
mod late_voids;
mod listed_prices;
mod new_year;
pub mod office;
mod papers;
mod plastic_bags;
mod provider;
mod regime;
mod reissue;
mod trouble;
mod zones;
