//! Handover: what waits for a printer that cannot print comes out at its stand-in, by itself.
//!
//! A stand-in at the same machine takes over by its agent, which also does it without the server. Everything else is the server's work, once
//! a second (`run`): a job that no agent ever got moves at once; a job at an agent that answers is asked back, and moves when the agent has
//! given it up; a job at an agent that is silent, or that does not give it back, moves with the mark POSIBLE DUPLICADO, since it may be on
//! paper. A job moves at most once, under its lock, and one step only: what waits at a stand-in does not go on to that one's own.
//! New papers are always written for their own printer, so that they come out there as soon as it prints again.

pub(super) mod http;
mod list;
mod list_store;
mod rules;
mod run;
mod store;

pub(super) use list::{Relief, list_reliefs};
pub(super) use run::{run, take_back};
