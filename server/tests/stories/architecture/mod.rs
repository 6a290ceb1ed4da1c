//! The order of the house, held against the code: rooms and their layers, tables and their owners.

mod files;
mod rooms;
mod sealed;
mod source;
mod tables;
