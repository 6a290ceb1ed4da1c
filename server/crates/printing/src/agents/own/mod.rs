//! The HTTP interface of an agent with its own token: its configuration, its printers, its jobs. It is for the technician at the machine,
//! who has no log-in. Everything of other agents is treated as missing; the rules are the same as in the office.

mod calling_agent_http;
mod http;
mod view;

pub(crate) use http::routes;
