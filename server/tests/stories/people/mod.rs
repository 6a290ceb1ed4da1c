//! The people of a house: its users, their way back in, guests and those it buys from.

pub mod devices;
mod guesses;
pub mod mail;
mod parties;
mod postman;
mod profile;
mod recovery;
pub mod second_factor;
mod service;
mod super_admin;
mod users;
