//! Printers as data: what a renderer and a device must know of a model.
//!
//! The descriptions are the TOML files in `print-agent/profiles/`, built in; [`Profiles`] finds them by name.

mod code_page;
mod list;

use serde::Deserialize;

pub use code_page::CodePage;
pub use list::{Choice, Profiles};

use crate::wire::{Level, PaperSize};

/// A model. What its description leaves out is as on the usual 80 mm clone.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// As the set-up names it.
    pub name: String,
    /// As people choose it.
    pub label: String,
    /// Of its paper.
    #[serde(default = "wide")]
    pub paper: PaperSize,
    /// Columns of font A, which everything is printed in, and of font B where it has one.
    #[serde(default = "usual_fonts")]
    pub fonts: Vec<usize>,
    /// Dots from margin to margin.
    #[serde(default = "usual_dots")]
    pub dots: u16,
    /// The one that is used for everything.
    #[serde(default)]
    pub code_page: CodePageSetting,
    /// The knife.
    #[serde(default)]
    pub cut: Cut,
    /// The connector that opens the cash drawer.
    #[serde(default)]
    pub drawer: Drawer,
    /// The beeper.
    #[serde(default)]
    pub beep: Beep,
    /// Pictures.
    #[serde(default)]
    pub image: ImageMode,
    /// QR codes.
    #[serde(default)]
    pub qr: Qr,
    /// Where the company's logo lies.
    #[serde(default)]
    pub logo: LogoPlace,
    /// How far it can confirm.
    #[serde(default)]
    pub confirm: Confirm,
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
    /// Of font A.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.fonts.first().copied().unwrap_or_else(|| self.paper.columns())
    }
}

/// A code page and the number that this model gives it: clones number them as they like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(from = "(CodePage, u8)")]
pub struct CodePageSetting {
    /// Which characters.
    pub name: CodePage,
    /// Operand of `ESC t`.
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

/// The knife.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// Leaves one point standing.
    #[default]
    Partial,
    /// All through.
    Full,
    /// Only a tear bar.
    None,
}

/// Pin of the drawer connector.
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

/// The beeper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beep {
    /// `ESC B`: clones.
    EscB,
    /// `ESC ( A`: Epson.
    EscA,
    /// None.
    #[default]
    None,
}

/// Pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageMode {
    /// `GS v 0`, in bands.
    #[default]
    Raster,
    /// It prints with needles, or nobody has found out how: papers go without pictures.
    None,
}

/// QR codes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Qr {
    /// `GS ( k`: the printer draws them.
    #[default]
    Native,
    /// We draw them.
    Raster,
    /// They could not be read.
    None,
}

/// Where the company's logo lies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogoPlace {
    /// It is sent with each paper.
    #[default]
    Sent,
    /// In the printer's own memory (`GS ( L`), once.
    Stored,
}

/// How far a model can confirm.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub enum Confirm {
    /// Asked at first contact, and remembered.
    #[default]
    #[serde(rename = "probe")]
    Probe,
    /// Takes bytes and does not answer.
    L0,
    /// `GS r`.
    L1,
    /// `GS ( H`.
    L2,
}

impl Confirm {
    /// The level, unless it has to be probed.
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
