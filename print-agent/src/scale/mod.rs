//! Scales on serial ports of this machine.
//!
//! [`Decoder`] turns the bytes of a scale into [`Reading`]s and knows nothing of ports and clocks; each protocol has its own module.
//! [`read_scale`] keeps a port open and reports what changes, and [`Watches`] runs it only while somebody looks at the weight.

mod cas;
mod decoder;
mod dibal;
mod epelsa;
mod line;
mod number;
mod reader;
mod reading;
mod toledo;
mod toledo_continuous;
mod watches;

pub use decoder::{Decoder, Event};
pub use reader::read_scale;
pub use reading::{Reading, State};
pub use watches::Watches;
