//! The company's logo: a picture for screens and A4 sheets, and its dots for receipt printers.

mod dots;
mod http;
mod store;

pub(super) use http::routes;

use crate::pictures;
use comanda_base::{db::Tx, error::Result};
use comanda_ticket::{Bitmap, Ticket};

/// Whose picture it is.
const OWNER: &str = "logo";

/// The logo of a company as papers draw it, loaded once for all papers of an answer.
#[derive(Debug, Clone, Default)]
pub struct Logo(Option<Bitmap>);

impl Logo {
    /// As this transaction sees it.
    pub async fn load(tx: &mut Tx) -> Result<Self> {
        Ok(Self(store::dots(tx).await?.and_then(store::Dots::bitmap)))
    }
    /// For papers that are `tickets`; not asked for where none of them names it.
    pub async fn for_papers<'t>(tx: &mut Tx, tickets: impl IntoIterator<Item = &'t Ticket>) -> Result<Self> {
        if tickets.into_iter().any(Ticket::names_logo) { Self::load(tx).await } else { Ok(Self(None)) }
    }
    /// Its dots, where there is one.
    pub fn picture(&self) -> Option<&Bitmap> {
        self.0.as_ref()
    }
    /// The paper with the picture where it only named it, or without where there is none.
    pub fn on(&self, ticket: Ticket) -> Ticket {
        ticket.with_logo(self.0.as_ref())
    }
}

/// A picture on white.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    /// Three bytes a point, rows from top to bottom.
    pub rgb: Vec<u8>,
}

/// The picture in colour, for a sheet; `None` without one.
pub async fn on_white(tx: &mut Tx) -> Result<Option<Pixels>> {
    Ok(pictures::of(tx, OWNER).await?.and_then(|picture| dots::pixels(&picture.bytes)))
}
