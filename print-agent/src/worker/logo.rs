//! The company's logo: a printer that can store it gets it once, and each paper then only refers to it.

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
    render::{Logo, store_logo_command},
};

/// The source of the logo on a ticket.
#[derive(Debug)]
pub(super) enum LogoSource {
    None,
    Sent(Arc<Bitmap>),
    Stored,
}

impl LogoSource {
    pub(super) fn logo(&self) -> Logo<'_> {
        match self {
            Self::None => Logo::None,
            Self::Sent(picture) => Logo::Sent(picture),
            Self::Stored => Logo::Stored,
        }
    }
}

impl Worker {
    /// Prepares the logo of a job that is about to be printed, storing it in the printer first where necessary and possible. `None` when
    /// storing failed: the printer must be checked again before anything is sent.
    pub(super) async fn prepare_logo(&mut self, id: JobId) -> Option<LogoSource> {
        let named = self.context.spool.logo_of(id).filter(|_| self.profile.image != ImageMode::None);
        let Some((name, picture)) = named.and_then(|name| self.context.spool.logos().get(&name).map(|it| (name, it)))
        else {
            return Some(LogoSource::None);
        };
        // Without confirmation it is unknown whether the logo arrived in the printer.
        let can_store = self.profile.logo == LogoPlace::Stored && self.device.level() > Level::L0;
        if !can_store || picture.width_dots() > self.profile.dots {
            return Some(LogoSource::Sent(picture));
        }
        // Storing is tried once per run: the printer's memory wears out, and a printer that was exchanged needs the logo again.
        if self.logo_tried.as_ref().is_none_or(|(tried, _)| *tried != name) {
            let stored = self.store(&picture).await;
            tracing::info!(printer = %self.setup.name, stored, "the logo goes into the printer");
            self.logo_tried = Some((name, stored));
            if !stored {
                return None;
            }
        }
        let stored = self.logo_tried.as_ref().is_some_and(|(_, stored)| *stored);
        Some(if stored { LogoSource::Stored } else { LogoSource::Sent(picture) })
    }

    async fn store(&mut self, picture: &Bitmap) -> bool {
        let Some(bytes) = store_logo_command(picture) else {
            return false;
        };
        let until = Instant::now() + ms(self.context.timing.confirm_ms);
        let mut confirmed = self.device.send(bytes, false).await.map(|()| None);
        while let Ok(None) = confirmed
            && Instant::now() < until
            && !self.is_stopping()
        {
            confirmed = self.device.poll_confirmation().await;
        }
        if matches!(confirmed, Ok(Some(_))) {
            return true;
        }
        // The printer may be waiting for the rest of the picture, and would take the ticket for it.
        if let Err(error) = self.device.clear().await {
            tracing::warn!(%error, printer = %self.setup.name, "the logo was not taken");
        }
        false
    }
}
