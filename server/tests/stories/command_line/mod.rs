//! Commands that people type at a terminal.

mod first_restaurant;
mod renewing;
mod restoring;
mod serving;
mod with_running_server;
