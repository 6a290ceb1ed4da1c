//! Printers as data: one TOML file each in `profiles/`, built into the binary.

use std::{collections::HashMap, sync::Arc};

use comanda_ticket::wire::{Level, PaperSize, PrinterSetup};
use serde::Deserialize;

use super::CodePage;

const FILES: [&str; 7] = [
    include_str!("../../profiles/generic-80.toml"),
    include_str!("../../profiles/generic-58.toml"),
    include_str!("../../profiles/pos-80-beep.toml"),
    include_str!("../../profiles/epson-tm-t20.toml"),
    include_str!("../../profiles/epson-tm-t20-58.toml"),
    include_str!("../../profiles/bixolon-srp-350.toml"),
    include_str!("../../profiles/impact-pc437.toml"),
];

/// What a renderer and a device must know of a model.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// As the set-up names it.
    pub name: String,
    /// Of font A.
    pub columns: usize,
    /// The one that is used for everything.
    pub code_page: CodePageSetting,
    /// The knife.
    pub cut: Cut,
    /// The connector that opens the cash drawer.
    pub drawer: Drawer,
    /// The beeper.
    pub beep: Beep,
    /// How far it can confirm.
    pub confirm: Confirm,
}

/// A code page and the number that this model gives it: clones number them as they like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodePageSetting {
    /// Which characters.
    pub name: CodePage,
    /// Operand of `ESC t`.
    pub number: u8,
}

/// The knife.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// Leaves one point standing.
    Partial,
    /// All through.
    Full,
    /// Only a tear bar.
    None,
}

/// Pin of the drawer connector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawer {
    /// The usual one.
    Pin2,
    /// The second one.
    Pin5,
    /// No connector.
    None,
}

/// The beeper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beep {
    /// `ESC B`: clones.
    EscB,
    /// `ESC ( A`: Epson.
    EscA,
    /// None.
    None,
}

/// How far a model can confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Confirm {
    /// Asked at first contact, and remembered.
    #[serde(rename = "probe")]
    Probe,
    /// Takes bytes and says nothing.
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

/// All known profiles by name.
#[derive(Debug, Clone)]
pub struct Profiles(HashMap<String, Arc<Profile>>);

impl Profiles {
    /// Reads the profiles that are built in.
    ///
    /// # Errors
    /// When one of the files is not a profile (a test reads them all).
    pub fn built_in() -> Result<Self, toml::de::Error> {
        let parsed = FILES.iter().map(|file| toml::from_str::<Profile>(file));
        let named = parsed.map(|profile| profile.map(|profile| (profile.name.clone(), Arc::new(profile))));
        Ok(Self(named.collect::<Result<_, _>>()?))
    }

    /// The profile of a printer: the one it names, or the generic one of its paper.
    #[must_use]
    pub fn for_printer(&self, setup: &PrinterSetup) -> Arc<Profile> {
        let generic = match setup.size {
            PaperSize::Mm80 => "generic-80",
            PaperSize::Mm58 => "generic-58",
        };
        self.0.get(&setup.profile).unwrap_or_else(|| &self.0[generic]).clone()
    }

    /// By its exact name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Arc<Profile>> {
        self.0.get(name).cloned()
    }
}
