//! Lines become bytes for a printer: ESC/POS in the printer's own code page.
//!
//! Knows no printer and no network; what differs between printers is data, a [`Profile`].

mod codepage;
mod drawn;
mod escpos;
mod graphics;
mod plain;
mod qr;

use comanda_ticket::Bitmap;

pub use codepage::encode;
pub use comanda_ticket::profile::{Profile, Profiles};
pub use escpos::{RESTART, render};
pub use graphics::store_logo;

/// What is drawn where a ticket names the company's logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logo<'a> {
    /// Nothing: there is none, or it cannot be had.
    None,
    /// It goes with the paper.
    Sent(&'a Bitmap),
    /// The printer has it.
    Stored,
}
