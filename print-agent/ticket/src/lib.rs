//! The printed documents, and the messages that carry them from server to agent.
//!
//! A [`Ticket`] is a device-independent document that the server composes. [`layout`] turns it into [`Line`]s of
//! 48 or 32 columns, which every renderer consumes: ESC/POS in the agent, PDF in the server, the paper on a web
//! page. Therefore the PDF and the paper cannot differ. [`wire`] holds the messages between server and agent.
//!
//! [`profile`] describes printers.
//!
//! Amounts and quantities arrive as finished text. This crate does not handle money, rounding or a database.

mod bitmap;
mod build;
mod columns;
mod drawing;
mod glyphs;
mod label;
mod layout;
mod normalise;
mod parts;
pub mod profile;
mod style;
mod ticket;
pub mod wire;

pub use bitmap::{Bitmap, BitmapError};
pub use columns::{char_columns, width_of};
pub use drawing::{Canvas, text_height};
pub use glyphs::Glyph;
pub use label::draw_labels;
pub use layout::{Line, Run, layout, plain_text};
pub use normalise::normalise;
pub use style::{Align, Size, Style};
pub use ticket::{Block, Item, Kind, Text, Ticket, Total};
