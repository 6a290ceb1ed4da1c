//! Probing a printer: its own identification, and what it can confirm.
//!
//! The agent's worker finds the level out by itself at first contact and remembers it in the spool; this is for the
//! person who sets a printer up, and keeps what the person saw beside it.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use comanda_ticket::{
    profile::Profiles,
    wire::{Level, PrinterId, PrinterSetup, PrinterState},
};
use serde::{Deserialize, Serialize};

use crate::{
    config::Timing,
    device::{Contact, Device, Fault, Info, SILENT_AFTER_VISITS},
    owner,
};

/// What a printer answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// How it is.
    pub state: PrinterState,
    /// It answers `DLE EOT`: paper, cover and errors are known.
    pub live_status: bool,
    /// What it confirms. None: only a printer that is ready can be asked.
    pub level: Option<Level>,
    /// `GS I 66`.
    pub maker: Option<String>,
    /// `GS I 67`.
    pub model: Option<String>,
    /// `GS I 68`.
    pub serial: Option<String>,
    /// The profile that fits what it says of itself, where there is one.
    pub profile: Option<String>,
    /// Where it was asked.
    pub address: String,
}

/// Asks the printer at `setup.address` everything: takes at most some ten times `timing.answer_ms`, and prints nothing.
/// It needs the printer's only connection, which a running agent gives free when it is idle for `idle_close_ms`.
///
/// # Errors
/// [`Fault::Offline`]: it cannot be reached.
pub async fn probe(setup: &PrinterSetup, timing: &Timing, profiles: &Profiles, id_seed: u32) -> Result<Probe, Fault> {
    let mut device = Device::new(setup, timing, None, None, id_seed);
    let Contact { state, capability, .. } = contact_until_known(&mut device).await?;
    let live_status = capability.is_none_or(|found| found.live_status);
    let (mut maker, mut model, mut serial) = (None, None, None);
    // A printer that never answers would only be kept waiting; one without paper does not answer this.
    if live_status && matches!(state, PrinterState::Ready | PrinterState::PaperNearEnd) {
        maker = device.info(Info::Maker).await?;
        model = device.info(Info::Model).await?;
        serial = device.info(Info::Serial).await?;
    }
    device.close();
    let said = (maker.as_deref().unwrap_or_default(), model.as_deref().unwrap_or_default());
    let profile = profiles.guess(said.0, said.1, setup.size).map(|profile| profile.name.clone());
    let level = capability.map(|found| found.level);
    Ok(Probe { state, live_status, level, maker, model, serial, profile, address: setup.address.clone() })
}

/// One that does not answer is contacted until it is sure that it never does.
async fn contact_until_known(device: &mut Device) -> Result<Contact, Fault> {
    for _ in 1..SILENT_AFTER_VISITS {
        match device.contact().await {
            Err(Fault::Offline) if device.may_be_silent() => {}
            other => return other,
        }
    }
    device.contact().await
}

/// What was found out, by printer: `probes.json` in the agent's state folder.
///
/// # Errors
/// When the file cannot be read. A file that is not there is empty.
pub fn remembered(state_dir: &Path) -> io::Result<BTreeMap<PrinterId, Probe>> {
    match fs::read(file(state_dir)) {
        Ok(text) => serde_json::from_slice(&text).map_err(io::Error::other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(error),
    }
}

/// Keeps it, whole or not at all.
///
/// # Errors
/// When the folder cannot be written.
pub fn remember(state_dir: &Path, printer_id: PrinterId, probe: &Probe) -> io::Result<()> {
    // What cannot be read is of no use to anybody, and is written anew.
    let mut all = remembered(state_dir).unwrap_or_default();
    all.insert(printer_id, probe.clone());
    let new = state_dir.join("probes.new");
    fs::create_dir_all(state_dir)?;
    owner::create_afresh(&new)?.write_all(&serde_json::to_vec_pretty(&all).map_err(io::Error::other)?)?;
    fs::rename(new, file(state_dir))
}

fn file(state_dir: &Path) -> PathBuf {
    state_dir.join("probes.json")
}
