//! The company's logo: a picture for screens and A4 sheets, and its dots for receipt printers.

mod dots;
mod http;
mod store;

pub(super) use http::routes;

use crate::pictures;
use comanda_base::{db::Tx, error::Result};
use comanda_ticket::{Bitmap, Ticket};

/// The owner of the picture.
const OWNER: &str = "logo";

/// The logo for papers, loaded once for all papers of an answer.
#[derive(Debug, Clone, Default)]
pub struct Logo(Option<Bitmap>);

impl Logo {
    /// Loads the logo.
    pub async fn load(tx: &mut Tx) -> Result<Self> {
        Ok(Self(store::find_bitmap(tx).await?.and_then(store::StoredBitmap::bitmap)))
    }
    /// Loads the logo for `tickets`, if any of them uses it.
    pub async fn load_for_tickets<'t>(tx: &mut Tx, tickets: impl IntoIterator<Item = &'t Ticket>) -> Result<Self> {
        if tickets.into_iter().any(Ticket::names_logo) { Self::load(tx).await } else { Ok(Self(None)) }
    }
    /// Returns the dots, if there is a logo.
    pub fn picture(&self) -> Option<&Bitmap> {
        self.0.as_ref()
    }
    /// Replaces the reference to the logo on a paper by its picture, or removes it where there is none.
    pub fn draw_on(&self, ticket: Ticket) -> Ticket {
        ticket.with_logo(self.0.as_ref())
    }
}

/// A picture in RGB, drawn on white.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    /// Three bytes per pixel, rows from top to bottom.
    pub rgb: Vec<u8>,
}

/// Loads the logo in colour, for a sheet; `None` without one.
pub async fn load_pixels(tx: &mut Tx) -> Result<Option<Pixels>> {
    Ok(pictures::find_picture(tx, OWNER).await?.and_then(|picture| dots::decode_pixels(&picture.bytes)))
}
