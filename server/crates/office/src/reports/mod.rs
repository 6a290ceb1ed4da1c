//! What the figures say. Reads the tables of all slices by their indexed columns (business day, open, state), writes nothing, and is
//! called by `close_of_day` and `reconciliation` alone: the one slice whose SQL crosses borders, because sums cannot be asked for row by row.

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
mod client_history;
mod daily;
mod daily_http;
mod daily_ticket;
mod dashboard;
mod figures;
mod first_use;
mod http;
mod kitchen_times;
mod menu_engineering;
mod now;
mod of_day;
mod of_person;
mod payment_methods;
mod sales;
mod span;
mod store;
mod words;

pub use accounting_dashboard_http::accounting_file_paths;
pub use action_labels::ACTION_LABELS;
pub use cancellations::ActKind;
pub use cash_report::{CashStanding, MethodDifference, cash_standing};
pub use http::routes;
pub use of_day::{DayActs, DayCash, DayFigures, DayMethod, DayProduct, DayReports, documents_of_day};
pub use payment_methods::operations_of;
pub use span::{ReportDays, Span};
pub use store::{MoneyMove, MoneyOperation};
pub use words::days_text;
