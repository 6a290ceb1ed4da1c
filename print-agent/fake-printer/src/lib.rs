//! A receipt printer that exists only as a TCP port, a serial port or what a USB plug leads to, with everything that
//! goes wrong with real ones.
//!
//! It answers `DLE EOT`, `GS r`, `GS I`, `GS a`, `GS ( H` and `DLE DC4`, keeps pictures (`GS ( L`), prints what it
//! consumes onto [`Sheet`]s, and can run out of
//! paper at a given byte, open its cover, refuse, stall, drop the connection at a given byte and answer late. Its
//! reading of ESC/POS is its own, written from the manuals: it shares nothing with the agent's renderer.

mod charset;
mod command;
mod connection;
mod machine;
mod paper;
mod picture;
#[cfg(unix)]
mod port;
mod printer;

pub use command::{Command, split};
pub use machine::Abilities;
pub use paper::{PaperLine, Piece, Sheet, read_paper};
pub use picture::Picture;
pub use printer::FakePrinter;
