//! The architecture's rules, checked against the code: rooms and their layers, tables and their owners, and the documents that name them.

mod documents;
mod files;
mod rolling_upgrades;
mod rooms;
mod sealed;
mod source;
mod table_owners;
mod tables;
