//! What people type at a terminal.

mod beside_a_server;
mod first_restaurant;
mod renewing;
mod restoring;
mod serving;
