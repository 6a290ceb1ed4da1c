//! The tickets of an account: the comanda of the kitchen with its variants, labels, and the pre-bill. Pure: from facts to a `Ticket`.

pub mod command;
pub mod label;
pub mod pre_bill;
