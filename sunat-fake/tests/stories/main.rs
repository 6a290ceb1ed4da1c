//! Tests over real HTTP: recorded and invented documents are sent to a fake, and its answers are checked.

mod batches;
mod documents;
mod paper;
mod recorded;
mod sender;
mod trouble;
