//! The next change of the IGV of small restaurants, told before it comes: what it takes from every dish, the prices that keep what is
//! left, and the plan that an administrator makes of it. It proposes; nothing changes on its own word. The law is `law`'s, the rates are
//! the settings', planned prices the catalogue's; its own is only what the house was told.

mod coming;
mod email;
mod http;
mod margins;
mod month;
mod notices;
mod plan;
mod proposal;
mod store;

pub use email::start as send_emails;
pub use http::routes;
pub use notices::{LawNotice, rate_notice, sales_notice};
