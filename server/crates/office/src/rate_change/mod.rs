//! The next change of the IGV of small restaurants, announced in advance: its effect on every dish, the prices that keep the net amount,
//! and the administrator's plan. This module only proposes; nothing changes by itself. The law comes from `law`, the rates from the
//! settings, planned prices from the catalogue; only the record of what the house was told is stored here.

mod coming_change;
mod email;
mod http;
mod margins;
mod month;
mod notices;
mod plan;
mod proposal;
mod store;

pub use email::start_rate_change_emails as send_emails;
pub use http::routes;
pub use notices::{LawNotice, load_rate_notice, load_sales_notice};
