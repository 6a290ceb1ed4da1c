//! Stories over real HTTP: recorded and made-up documents are sent to a fake, and its answers read.

mod batches;
mod documents;
mod paper;
mod recorded;
mod sender;
mod trouble;
