//! The HTTP interface of an agent with its own token: its configuration, its printers, its jobs. It is for the technician at the machine,
//! who has no log-in. Everything of other agents is treated as missing; the rules are the same as in the office. What is done here is in
//! the action log under the agent's name.

mod calling_agent_http;
mod http;
mod view;

pub(crate) use http::routes;
