//! What an agent asks over HTTP with its own token: how it is set up, its printers, its jobs. Made for the technician at its machine,
//! who has no log-in. Everything of other agents is not there; the rules are those of the office's calls.

mod calling_agent_http;
mod http;
mod view;

pub(crate) use http::routes;
