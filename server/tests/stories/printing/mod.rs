//! From a pairing code to paper: agents, the jobs they are offered, what they report, and what people decide.

mod agents;
mod alarms;
mod downloads;
mod jobs;
mod notices;
mod own_calls;
mod printers;
pub mod shop;
