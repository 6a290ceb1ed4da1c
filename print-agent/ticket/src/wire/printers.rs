//! Printers: how they are set up, and how they are.

use serde::{Deserialize, Serialize};

/// The server's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PrinterId(pub i64);

impl std::fmt::Display for PrinterId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A printer as an administrator set it up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrinterSetup {
    /// Which.
    pub id: PrinterId,
    /// Printed in `DESVIADO DE: …`.
    pub name: String,
    /// How it is reached.
    #[serde(rename = "type")]
    pub kind: PrinterType,
    /// As [`super::Address`] reads it.
    #[serde(default)]
    pub address: String,
    /// Of its paper.
    pub size: PaperSize,
    /// Name of a profile of the agent; empty or unknown: the generic one of this paper size.
    #[serde(default)]
    pub profile: String,
    /// Takes over what has not started 20 s after the agent got it.
    #[serde(default)]
    pub stand_in_id: Option<PrinterId>,
    /// ACTIVE or INACTIVE.
    #[serde(default = "active")]
    pub status: String,
}

impl PrinterSetup {
    /// Whether it is to print at all.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.status == "ACTIVE"
    }
}

fn active() -> String {
    "ACTIVE".to_owned()
}

/// How a printer is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PrinterType {
    /// Raw TCP.
    Network,
    /// USB printer class.
    Usb,
    /// A serial port.
    Serial,
    /// A queue of the operating system.
    Spooler,
    /// No hardware: its paper is shown in the browser.
    Virtual,
}

/// Width of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PaperSize {
    /// 80 mm: 48 columns.
    #[serde(rename = "80")]
    Mm80,
    /// 58 mm: 32 columns.
    #[serde(rename = "58")]
    Mm58,
}

impl PaperSize {
    /// Columns of font A.
    #[must_use]
    pub const fn columns(self) -> usize {
        match self {
            Self::Mm80 => 48,
            Self::Mm58 => 32,
        }
    }
}

/// Body of `printer_state`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrinterReport {
    /// Which.
    pub printer_id: PrinterId,
    /// How it is.
    pub state: PrinterState,
    /// What it can confirm, once that is known.
    #[serde(default)]
    pub level: Option<super::Level>,
    /// Its cash drawer, once it was seen to open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawer: Option<DrawerState>,
    /// Why it is OFFLINE, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// Agent time.
    pub at_ms: i64,
}

/// Why the agent has nothing to do with a printer, although something is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Trouble {
    /// It sends without being asked and without end.
    Babbling,
    /// A file or a folder lies at its address.
    NotAPrinter,
}

/// How a cash drawer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DrawerState {
    /// Somebody can reach in.
    Open,
    /// Shut.
    Closed,
}

/// How a printer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PrinterState {
    /// Prints.
    Ready,
    /// Prints, but the roll ends soon.
    PaperNearEnd,
    /// Waits for paper.
    PaperOut,
    /// Waits for its cover.
    CoverOpen,
    /// Does not answer.
    Offline,
    /// Cutter or head.
    Error,
}
