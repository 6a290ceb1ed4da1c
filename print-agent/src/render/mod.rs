//! Renders lines as bytes for a printer: ESC/POS in the printer's own code page; and labels, in TSPL or in ESC/POS.
//!
//! This module does not use printers or the network. The differences between printers are data, in a [`Profile`].

mod codepage;
mod escpos;
mod graphics;
mod labels;
mod line_image;
mod qr;
mod substitutes;

use comanda_ticket::Bitmap;

pub use codepage::encode_text;
pub use comanda_ticket::profile::{Profile, Profiles};
pub use escpos::{RESTART, render_escpos};
pub use graphics::store_logo_command;
pub use labels::render_labels;

/// The source of the company's logo on a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logo<'a> {
    /// No logo: there is none, or it is not available.
    None,
    /// The logo is sent with the paper.
    Sent(&'a Bitmap),
    /// The logo is stored in the printer.
    Stored,
}
