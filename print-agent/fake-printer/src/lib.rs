//! A simulated receipt printer, with the faults of real printers. It can be reached by TCP, by a serial port or by USB.
//!
//! It answers `DLE EOT`, `GS r`, `GS I`, `GS a`, `GS ( H` and `DLE DC4`, stores pictures (`GS ( L`) and prints on
//! [`Sheet`]s. It can run out of paper at a given byte, open its cover, refuse connections, stall, drop the connection
//! at a given byte and answer late.
//!
//! Beside it there is a simulated scale on a serial port ([`FakeScale`]), which speaks the protocols that the agent reads.
//!
//! Its ESC/POS parser was written from the manuals and shares no code with the agent's renderer.

mod charset;
mod command;
mod connection;
mod machine;
mod paper;
mod picture;
#[cfg(unix)]
mod port;
mod printer;
#[cfg(unix)]
mod scale;
mod scale_kind;

pub use command::{Command, split};
pub use machine::Abilities;
pub use paper::{PaperLine, Piece, Sheet, read_paper};
pub use picture::Picture;
pub use printer::FakePrinter;
#[cfg(unix)]
pub use scale::FakeScale;
pub use scale_kind::{Load, ScaleKind};
