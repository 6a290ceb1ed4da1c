//! The master data of a restaurant: salons and tables, products, clients, suppliers, promotions, payment methods.

pub mod catalog;
pub mod clients;
pub mod floor;
pub mod payment_options;
pub mod promotions;
pub mod providers;
