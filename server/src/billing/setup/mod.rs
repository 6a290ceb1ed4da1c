//! How documents are numbered and taxed: the kinds of document, their series, the rates of IGV by date.

mod establishment;
pub(super) mod http;
mod rates_http;
mod regimes_http;
mod series;
mod series_http;
mod series_rules;
mod store;
mod types;
mod types_http;
