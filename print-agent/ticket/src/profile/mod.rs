//! Printer models as data: the properties that a renderer and a device need.
//!
//! The descriptions are the TOML files in `print-agent/profiles/`, built in; [`Profiles`] finds them by name.

mod code_page;
mod list;

use serde::Deserialize;

pub use code_page::CodePage;
pub use list::{ProfileChoice, Profiles};

use crate::wire::{Level, PaperSize};

/// A printer model. Properties that its description leaves out are those of the usual 80 mm clone.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name by which the set-up refers to it.
    pub name: String,
    /// The label that people choose from a list.
    pub label: String,
    /// The width of its paper.
    #[serde(default = "wide")]
    pub paper: PaperSize,
    /// The columns of font A, in which everything is printed, and of font B where there is one.
    #[serde(default = "usual_fonts")]
    pub fonts: Vec<usize>,
    /// The dots from margin to margin.
    #[serde(default = "usual_dots")]
    pub dots: u16,
    /// The code page in which everything is printed.
    #[serde(default)]
    pub code_page: CodePageSetting,
    /// The paper cutter.
    #[serde(default)]
    pub cut: Cut,
    /// The connector that opens the cash drawer.
    #[serde(default)]
    pub drawer: Drawer,
    /// The command of the beeper.
    #[serde(default)]
    pub beep: Beep,
    /// The way pictures are printed.
    #[serde(default)]
    pub image: ImageMode,
    /// The way QR codes are printed.
    #[serde(default)]
    pub qr: Qr,
    /// The place of the company's logo.
    #[serde(default)]
    pub logo: LogoPlace,
    /// The degree to which the model can confirm.
    #[serde(default)]
    pub confirm: Confirm,
    /// The language in which the model takes labels, if it is made for labels.
    #[serde(default)]
    pub label_language: Option<LabelLanguage>,
}

const fn wide() -> PaperSize {
    PaperSize::Mm80
}

fn usual_fonts() -> Vec<usize> {
    vec![48, 64]
}

const fn usual_dots() -> u16 {
    576
}

impl Profile {
    /// The columns of font A.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.fonts.first().copied().unwrap_or_else(|| self.paper.columns())
    }

    /// The language in which a printer of this model takes labels: TSPL where the model is not known to be one for labels.
    #[must_use]
    pub fn language_of_labels(&self) -> LabelLanguage {
        self.label_language.unwrap_or(LabelLanguage::Tspl)
    }
}

/// A code page and the number that this model gives it, because clones use different numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(from = "(CodePage, u8)")]
pub struct CodePageSetting {
    /// The code page.
    pub name: CodePage,
    /// The number of the page at this model: the operand of `ESC t`.
    pub number: u8,
}

impl Default for CodePageSetting {
    fn default() -> Self {
        Self { name: CodePage::Pc850, number: 2 }
    }
}

impl From<(CodePage, u8)> for CodePageSetting {
    fn from((name, number): (CodePage, u8)) -> Self {
        Self { name, number }
    }
}

/// The paper cutter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// The cutter leaves one point of the paper standing.
    #[default]
    Partial,
    /// The cutter cuts through the whole width.
    Full,
    /// There is only a tear bar.
    None,
}

/// The pin of the drawer connector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawer {
    /// The usual one.
    #[default]
    Pin2,
    /// The second one.
    Pin5,
    /// No connector.
    None,
}

/// The command of the beeper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beep {
    /// `ESC B`, on clones.
    EscB,
    /// `ESC ( A`, on Epson printers.
    EscA,
    /// None.
    #[default]
    None,
}

/// The way pictures are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageMode {
    /// `GS v 0`, in bands.
    #[default]
    Raster,
    /// No pictures are printed, because the model prints with needles, or its command is not known.
    None,
}

/// The way QR codes are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Qr {
    /// `GS ( k`: the printer draws them.
    #[default]
    Native,
    /// The agent draws them as pictures.
    Raster,
    /// No QR codes: they would not be readable.
    None,
}

/// The place of the company's logo.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogoPlace {
    /// The logo is sent with each paper.
    #[default]
    Sent,
    /// The logo is stored once in the printer's own memory (`GS ( L`).
    Stored,
}

/// The language in which a printer takes labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelLanguage {
    /// TSPL, the language of TSC, which most label printers speak.
    Tspl,
    /// ESC/POS with the commands for label paper of Epson's TM-L models.
    EscPos,
}

/// The degree to which a model can confirm that it printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub enum Confirm {
    /// Unknown: the printer is probed at first contact, and the result is remembered.
    #[default]
    #[serde(rename = "probe")]
    Probe,
    /// The model takes bytes and does not answer.
    L0,
    /// The model answers `GS r`.
    L1,
    /// The model answers `GS ( H`.
    L2,
}

impl Confirm {
    /// The level of confirmation, unless it has to be probed.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Probe => None,
            Self::L0 => Some(Level::L0),
            Self::L1 => Some(Level::L1),
            Self::L2 => Some(Level::L2),
        }
    }
}
