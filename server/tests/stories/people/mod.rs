//! The people of a restaurant: its users, their recovery of access, clients and providers.

mod clients_and_providers;
pub mod devices;
mod lookup_service;
pub mod mail;
mod pin_guesses;
mod profile;
mod recovery;
pub mod second_factor;
mod smtp_server;
mod super_admin;
mod users;
