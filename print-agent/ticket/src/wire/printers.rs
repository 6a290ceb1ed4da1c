//! Printers: their set-up and their state.

use serde::{Deserialize, Serialize};

/// The id of a printer: its row at the server.
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
    /// The printer.
    pub id: PrinterId,
    /// The name, printed in `PARA …` where a stand-in prints.
    pub name: String,
    /// The kind of connection to the printer.
    #[serde(rename = "type")]
    pub kind: PrinterType,
    /// The address, in the form that [`super::Address`] reads.
    #[serde(default)]
    pub address: String,
    /// The width of its paper.
    pub size: PaperSize,
    /// The name of a profile of the agent; empty or unknown for the generic one of this paper size.
    #[serde(default)]
    pub profile: String,
    /// The printer of the same agent that takes over jobs which have not started in time.
    #[serde(default)]
    pub stand_in_id: Option<PrinterId>,
    /// The seconds that a job has for that, from when the agent got it. Servers of earlier versions do not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in_after_s: Option<u32>,
    /// The size of its labels, if it prints labels. Servers of earlier versions do not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<LabelSize>,
    /// ACTIVE or INACTIVE.
    #[serde(default = "active")]
    pub status: String,
}

impl PrinterSetup {
    /// Whether the printer is switched on in the set-up.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.status == "ACTIVE"
    }
}

fn active() -> String {
    "ACTIVE".to_owned()
}

/// The way in which a printer is reached.
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
    /// The columns of font A.
    #[must_use]
    pub const fn columns(self) -> usize {
        match self {
            Self::Mm80 => 48,
            Self::Mm58 => 32,
        }
    }
}

/// The size of a label, width by height in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LabelSize {
    /// 40 mm by 30 mm.
    #[serde(rename = "40x30")]
    Mm40x30,
    /// 50 mm by 30 mm.
    #[serde(rename = "50x30")]
    Mm50x30,
}

impl LabelSize {
    /// The dots of a millimetre at 203 to the inch.
    const DOTS_PER_MM: u16 = 8;

    /// Width and height in millimetres.
    #[must_use]
    pub const fn millimetres(self) -> (u16, u16) {
        match self {
            Self::Mm40x30 => (40, 30),
            Self::Mm50x30 => (50, 30),
        }
    }

    /// The columns of font A, with a margin at both sides.
    #[must_use]
    pub const fn columns(self) -> usize {
        match self {
            Self::Mm40x30 => 25,
            Self::Mm50x30 => 32,
        }
    }

    /// Width in dots.
    #[must_use]
    pub const fn width_dots(self) -> u16 {
        self.millimetres().0 * Self::DOTS_PER_MM
    }

    /// Height in dots.
    #[must_use]
    pub const fn height_dots(self) -> u16 {
        self.millimetres().1 * Self::DOTS_PER_MM
    }
}

/// Body of `printer_state`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrinterReport {
    /// The printer.
    pub printer_id: PrinterId,
    /// The state of the printer.
    pub state: PrinterState,
    /// The level of confirmation, once it is known.
    #[serde(default)]
    pub level: Option<super::Level>,
    /// The state of its cash drawer, once the drawer was seen to open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawer: Option<DrawerState>,
    /// The reason for OFFLINE, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// The time of the report by the agent's clock.
    pub at_ms: i64,
}

/// The reason why the agent does not use a printer although something is at its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Trouble {
    /// The device sends data without end and without being asked.
    Babbling,
    /// A file or a folder lies at its address.
    NotAPrinter,
}

/// The state of a cash drawer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DrawerState {
    /// Open, so that somebody can reach in.
    Open,
    /// Shut.
    Closed,
}

/// The state of a printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PrinterState {
    /// The printer prints.
    Ready,
    /// The printer prints, but the roll ends soon.
    PaperNearEnd,
    /// There is no paper.
    PaperOut,
    /// The cover is open.
    CoverOpen,
    /// The printer does not answer.
    Offline,
    /// The cutter or the head has failed.
    Error,
}
