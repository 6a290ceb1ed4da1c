//! The people of a house: its users, their way back in, guests and those it buys from.

mod mail;
mod parties;
mod postman;
mod profile;
mod recovery;
mod service;
mod users;
