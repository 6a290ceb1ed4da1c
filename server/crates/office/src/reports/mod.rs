//! The reports. This module reads the tables of all other modules by their indexed columns (business day, open, state) and writes nothing.
//! It is the one module whose SQL crosses borders, because sums cannot be requested row by row. Only `close_of_day` and `reconciliation`
//! call it.

mod accounting_dashboard;
mod accounting_dashboard_files;
mod accounting_dashboard_http;
mod action_labels;
mod action_log;
mod attention;
mod cancellations;
mod cash_monitor;
mod cash_monitor_files;
mod cash_monitor_http;
mod cash_report;
mod cashier_filter;
mod client_history;
mod daily;
mod daily_http;
mod daily_ticket;
mod dashboard;
mod day_figures;
mod figures;
mod file_http;
mod first_use;
mod http;
mod kitchen_times;
mod menu_engineering;
mod now;
mod payment_methods;
mod registry;
mod sales;
mod span;
mod store;
mod words;

pub use action_labels::ACTION_LABELS;
pub use cancellations::ActKind;
pub use cash_report::{DrawerCounts, MethodDifference, load_drawer_counts};
pub use day_figures::{DayActs, DayCash, DayFigures, DayMethod, DayProduct, DayReports, load_documents_table};
pub use http::routes;
pub use payment_methods::load_operations;
pub use registry::REPORTS;
pub use span::{DaySpan, ReportDays};
pub use store::{MoneyMove, MoneyOperation};
pub use words::days_text;
