//! What the house buys: the supplier's paper, what came in with it, what it cost, and when it is paid. A purchase moves stock and, where
//! it is paid out of a cash box, cash, in one transaction with itself. Nothing of it is deleted: a voided one leaves counter-moves.

mod change;
mod create;
mod form;
mod http;
mod list;
mod model;
mod pay;
mod prices;
mod read;
mod report;
mod void;
mod words;

pub use http::routes;
