//! What an account prints: the kitchen's comanda with its variants, and the pre-bill. Pure: from facts to a `Ticket`.

pub mod command;
pub mod pre_bill;
