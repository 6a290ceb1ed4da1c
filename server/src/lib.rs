//! Comanda's server: API, socket.io and the embedded web app. `app` is where the parts meet.

pub mod app;
pub mod audit;
pub mod billing;
pub mod cash;
pub mod catalog;
pub mod clients;
pub mod clock;
pub mod companies;
pub mod config;
pub mod counters;
pub mod db;
pub mod demo;
pub mod error;
pub mod floor;
#[cfg(test)]
mod golden;
pub mod housekeeping;
pub mod http;
pub mod identity;
pub mod ids;
pub mod kitchen;
mod limits;
pub mod money;
pub mod orders;
pub mod payments;
pub mod people;
pub mod pictures;
pub mod printing;
pub mod promotions;
pub mod realtime;
pub mod reports;
pub mod settings;
pub mod setup;
pub mod stock;
pub mod ubigeo;
