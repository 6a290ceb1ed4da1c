//! Scales on serial ports of this machine.
//!
//! [`Decoder`] turns the bytes of a scale into [`Reading`]s and knows nothing of ports and clocks; each protocol has its own module.

mod cas;
mod decoder;
mod dibal;
mod epelsa;
mod line;
mod number;
mod reading;
mod toledo;
mod toledo_continuous;

pub use decoder::{Decoder, Event};
pub use reading::{Reading, State};
