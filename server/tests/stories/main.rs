//! Stories: what the server does, told through its real parts, on SQLite and PostgreSQL.
//!
//! One binary for all of them, because linking the server once is quicker than once per file.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails here")]

mod support;

mod accounting;
mod adjustments;
mod api;
mod architecture;
mod backups;
mod billing_setup;
mod bulk_deletion;
mod catalog;
mod clients;
mod close_of_day;
mod command_line;
mod companies;
mod compared_periods;
mod counts;
mod dashboard;
mod database_failures;
mod db;
mod demo;
mod documents;
mod evening;
mod figures;
mod floor;
mod form_errors;
mod inventory;
mod kitchen;
mod kitchen_times;
mod law;
mod licence;
mod money;
mod moves;
mod network;
mod now;
mod observability;
mod orders;
mod pasted_text;
mod people;
mod printing;
mod productions;
mod products;
mod purchases;
mod races;
mod reconciliation;
mod report_list;
mod reports;
mod sales_goal;
mod sending;
mod servers;
mod session;
mod settings;
mod stock;
mod supplies;
mod upgrade;
