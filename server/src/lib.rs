//! Comanda's server. `router` composes its parts, which are crates under `crates/`. They are re-exported here for the commands (`cli`) and
//! for the stories, which test all of them together.

pub use comanda_backups as backups;
pub use comanda_base::{
    args, attempt, clock, config, counters, db, email, error, file_kind, form, identity, ids, listing, measure,
    metrics, money, one_line, outbound, pasted, private_files, seal, search, source, transact, words,
};
pub use comanda_invoicing::{billing, sending};
pub use comanda_ledgers::{figures, ledger, stock};
pub use comanda_masterdata::{catalog, clients, floor, payment_options, promotions, providers};
pub use comanda_office::{
    accounting, close_of_day, documents, new_company, rate_change, reconciliation, reports, sales_goal, setup,
};
pub use comanda_orders::{kitchen, orders};
pub use comanda_platform::{
    audit, clock_check, companies, downloads, http, idempotent_write, law, licence, limits, mail, only_server, people,
    pictures, realtime, report_table, restored, secrets, servers, settings, sheet, state, time_sources, ubigeo,
    use_case,
};
pub use comanda_printing as printing;
pub use comanda_purchases as purchases;
pub use comanda_storeroom::{counts, inventory, productions, stock_files};
pub use comanda_till::{cash, payments, removal};

pub mod demo;
pub mod doctor;
pub mod housekeeping;
pub mod observability;
pub mod router;
mod sockets;
