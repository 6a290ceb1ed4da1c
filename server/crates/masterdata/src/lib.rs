//! What a house has: salons and tables, products, clients, suppliers, promotions, ways to pay.

pub mod catalog;
pub mod clients;
pub mod floor;
pub mod payment_options;
pub mod promotions;
pub mod providers;
