//! Money: payments, documents, cash boxes.

mod boxes;
mod cash;
mod cash_papers;
mod contingency;
pub mod credit;
mod debit_notes;
mod dismissals;
mod documents;
mod igv;
mod paying;
mod promotions;
mod refunds;
mod repeated_payments;
mod representations;
mod splitting;
pub mod till;
mod to_collect;
mod zones;
