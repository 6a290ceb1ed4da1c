//! Money: payments, documents, cash boxes.

mod again;
mod boxes;
mod cash;
mod cash_papers;
mod contingency;
pub mod credit;
mod debit_notes;
mod documents;
mod igv;
mod paying;
mod promotions;
mod refunds;
mod representations;
mod splitting;
mod taking_back;
pub mod till;
mod to_collect;
mod zones;
