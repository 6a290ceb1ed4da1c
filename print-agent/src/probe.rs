//! Probes a printer for the person who sets it up: its own identification, and its level of confirmation.
//!
//! The agent's worker determines the level by itself at first contact and stores it in the spool. The results of this probe are stored in
//! a file beside the spool.

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
    device::{Contact, Device, Fault, PrinterInfo, SILENT_AFTER_CONTACTS},
    owner,
};

/// The answers of a printer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The state of the printer.
    pub state: PrinterState,
    /// Whether it answers `DLE EOT`, so that paper, cover and errors are known.
    pub live_status: bool,
    /// The level of confirmation. `None` if the printer was not ready: only a ready one can be asked.
    pub level: Option<Level>,
    /// The maker, by `GS I 66`.
    pub maker: Option<String>,
    /// The model, by `GS I 67`.
    pub model: Option<String>,
    /// The serial number, by `GS I 68`.
    pub serial: Option<String>,
    /// The profile that fits the reported maker and model, where there is one.
    pub profile: Option<String>,
    /// The address of the printer.
    pub address: String,
}

/// Probes the printer at `setup.address`: takes at most about ten times `timing.answer_ms`, and prints nothing. The probe needs the
/// printer's only connection, which a running agent releases when it is idle for `idle_close_ms`.
///
/// # Errors
/// Returns [`Fault::Offline`] if the printer cannot be reached.
pub async fn probe(setup: &PrinterSetup, timing: &Timing, profiles: &Profiles, id_seed: u32) -> Result<Probe, Fault> {
    let mut device = Device::new(setup, timing, None, None, id_seed);
    let Contact { state, capability, .. } = contact_until_known(&mut device).await?;
    let live_status = capability.is_none_or(|found| found.live_status);
    let (mut maker, mut model, mut serial) = (None, None, None);
    // The queries would only cost time at a printer that never answers; one without paper does not answer them.
    if live_status && matches!(state, PrinterState::Ready | PrinterState::PaperNearEnd) {
        maker = device.info(PrinterInfo::Maker).await?;
        model = device.info(PrinterInfo::Model).await?;
        serial = device.info(PrinterInfo::Serial).await?;
    }
    device.close();
    let reported = (maker.as_deref().unwrap_or_default(), model.as_deref().unwrap_or_default());
    let profile = profiles.guess(reported.0, reported.1, setup.size).map(|profile| profile.name.clone());
    let level = capability.map(|found| found.level);
    Ok(Probe { state, live_status, level, maker, model, serial, profile, address: setup.address.clone() })
}

/// Contacts the printer; one that does not answer is contacted until it is certain that it never does.
async fn contact_until_known(device: &mut Device) -> Result<Contact, Fault> {
    for _ in 1..SILENT_AFTER_CONTACTS {
        match device.contact().await {
            Err(Fault::Offline) if device.may_be_silent() => {}
            other => return other,
        }
    }
    device.contact().await
}

/// Loads the stored probes by printer, from `probes.json` in the agent's state folder.
///
/// # Errors
/// Returns an error if the file cannot be read. A file that is not there is empty.
pub fn load_probes(state_dir: &Path) -> io::Result<BTreeMap<PrinterId, Probe>> {
    match fs::read(file(state_dir)) {
        Ok(text) => serde_json::from_slice(&text).map_err(io::Error::other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(error),
    }
}

/// Stores a probe atomically.
///
/// # Errors
/// Returns an error if the folder cannot be written.
pub fn save_probe(state_dir: &Path, printer_id: PrinterId, probe: &Probe) -> io::Result<()> {
    // A file that cannot be read is useless and is replaced.
    let mut all = load_probes(state_dir).unwrap_or_default();
    all.insert(printer_id, probe.clone());
    let new = state_dir.join("probes.new");
    fs::create_dir_all(state_dir)?;
    owner::create_afresh(&new)?.write_all(&serde_json::to_vec_pretty(&all).map_err(io::Error::other)?)?;
    fs::rename(new, file(state_dir))
}

fn file(state_dir: &Path) -> PathBuf {
    state_dir.join("probes.json")
}
