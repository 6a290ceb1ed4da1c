//! The company's logo: where the printer can keep it, it is put there once, and each paper only names it.

use std::sync::Arc;

use comanda_ticket::{
    Bitmap,
    profile::{ImageMode, LogoPlace},
    wire::{JobId, Level},
};
use tokio::time::Instant;

use super::printing::Worker;
use crate::{
    config::ms,
    render::{Logo, store_logo},
};

/// What a ticket's logo is drawn from.
#[derive(Debug)]
pub(super) enum Picture {
    None,
    Sent(Arc<Bitmap>),
    Stored,
}

impl Picture {
    pub(super) fn logo(&self) -> Logo<'_> {
        match self {
            Self::None => Logo::None,
            Self::Sent(picture) => Logo::Sent(picture),
            Self::Stored => Logo::Stored,
        }
    }
}

impl Worker {
    /// The logo of a job that is about to be printed, put into the printer first where that has to be and can be done.
    /// None: that went wrong, and the printer has to be looked at again before anything is sent.
    pub(super) async fn picture(&mut self, id: JobId) -> Option<Picture> {
        let named = self.context.spool.logo_of(id).filter(|_| self.profile.image != ImageMode::None);
        let Some((name, picture)) = named.and_then(|name| self.context.spool.logos().get(&name).map(|it| (name, it)))
        else {
            return Some(Picture::None);
        };
        // Without an answer nobody knows whether it got there.
        let can_store = self.profile.logo == LogoPlace::Stored && self.device.level() > Level::L0;
        if !can_store || picture.width_dots() > self.profile.dots {
            return Some(Picture::Sent(picture));
        }
        // Tried once for each run: the memory wears out, and a printer that is exchanged gets its own.
        if self.logo_tried.as_ref().is_none_or(|(tried, _)| *tried != name) {
            let stored = self.store(&picture).await;
            tracing::info!(printer = %self.setup.name, stored, "the logo goes into the printer");
            self.logo_tried = Some((name, stored));
            if !stored {
                return None;
            }
        }
        let stored = self.logo_tried.as_ref().is_some_and(|(_, stored)| *stored);
        Some(if stored { Picture::Stored } else { Picture::Sent(picture) })
    }

    async fn store(&mut self, picture: &Bitmap) -> bool {
        let Some(bytes) = store_logo(picture) else {
            return false;
        };
        let until = Instant::now() + ms(self.context.timing.confirm_ms);
        let mut confirmed = self.device.send(bytes, false).await.map(|()| None);
        while let Ok(None) = confirmed
            && Instant::now() < until
            && !self.is_stopping()
        {
            confirmed = self.device.confirmed().await;
        }
        if matches!(confirmed, Ok(Some(_))) {
            return true;
        }
        // Half a picture may be waiting for its end, and would swallow the ticket.
        if let Err(error) = self.device.clear().await {
            tracing::warn!(%error, printer = %self.setup.name, "the logo was not taken");
        }
        false
    }
}
