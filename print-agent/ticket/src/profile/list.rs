//! All known models.

use std::{collections::HashMap, sync::Arc};

use serde::{Deserialize, Serialize};

use super::Profile;
use crate::wire::{PaperSize, PrinterSetup};

/// Ours first: where both describe a printer, people find ours above.
const FILES: [&str; 2] =
    [include_str!("../../../profiles/own.toml"), include_str!("../../../profiles/escpos-printer-db.toml")];

/// Any name that is no profile stands for the generic one of the paper's width; this one is for forms.
const GENERIC: &str = "generic";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    profile: Vec<Profile>,
}

/// A model as a form or a command line offers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// For [`PrinterSetup::profile`].
    pub name: String,
    /// For people, in Spanish.
    pub label: String,
    /// The paper it is for; none: any.
    pub paper: Option<PaperSize>,
}

/// All known profiles.
#[derive(Debug, Clone)]
pub struct Profiles {
    all: Vec<Arc<Profile>>,
    by_name: HashMap<String, Arc<Profile>>,
}

impl Profiles {
    /// Reads the profiles that are built in.
    ///
    /// # Errors
    /// When one of the files is not what it should be (a test reads them all).
    pub fn built_in() -> Result<Self, toml::de::Error> {
        let mut all = Vec::new();
        for file in FILES {
            all.extend(toml::from_str::<File>(file)?.profile.into_iter().map(Arc::new));
        }
        let by_name = all.iter().map(|profile| (profile.name.clone(), profile.clone())).collect();
        Ok(Self { all, by_name })
    }

    /// The profile of a printer: the one it names, or the generic one of its paper.
    #[must_use]
    pub fn for_printer(&self, setup: &PrinterSetup) -> Arc<Profile> {
        self.of(&setup.profile, setup.size)
    }

    /// The same by the set-up's own words.
    #[must_use]
    pub fn of(&self, profile: &str, size: PaperSize) -> Arc<Profile> {
        let generic = match size {
            PaperSize::Mm80 => "generic-80",
            PaperSize::Mm58 => "generic-58",
        };
        self.by_name.get(profile).unwrap_or_else(|| &self.by_name[generic]).clone()
    }

    /// By its exact name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Arc<Profile>> {
        self.by_name.get(name).cloned()
    }

    /// In the order of the lists.
    #[must_use]
    pub fn all(&self) -> &[Arc<Profile>] {
        &self.all
    }

    /// What can be chosen, in the order of the lists: first the one that fits where nobody knows the model.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let generic = Choice { name: GENERIC.into(), label: "Genérica, según el papel".into(), paper: None };
        let named = self.all.iter().filter(|profile| !matches!(profile.name.as_str(), "generic-80" | "generic-58"));
        let named = named.map(|profile| Choice {
            name: profile.name.clone(),
            label: profile.label.clone(),
            paper: Some(profile.paper),
        });
        std::iter::once(generic).chain(named).collect()
    }

    /// The profile for a printer that says this of itself (`GS I`): `TM-T20III` is `epson-tm-t20iii`.
    #[must_use]
    pub fn guess(&self, maker: &str, model: &str, paper: PaperSize) -> Option<Arc<Profile>> {
        let said = slug(&format!("{maker} {model}"));
        let fits = |profile: &&Arc<Profile>| {
            let name = profile.name.trim_end_matches("-58");
            profile.paper == paper && !name.starts_with(GENERIC) && said.starts_with(name)
        };
        // The longest name says most: `tm-t20iii` also begins like `tm-t20`.
        self.all.iter().filter(fits).max_by_key(|profile| profile.name.len()).cloned()
    }
}

fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<_> = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::{PaperSize, Profiles};

    #[test]
    fn every_profile_is_read_and_has_a_name_of_its_own() {
        let profiles = Profiles::built_in().expect("are read");
        assert_eq!(profiles.all.len(), profiles.by_name.len());
        assert!(profiles.all.len() > 40, "{}", profiles.all.len());
        for profile in &profiles.all {
            let columns = profile.columns();
            assert!((21..=64).contains(&columns), "{}", profile.name);
            assert!((380..=832).contains(&profile.dots), "{}", profile.name);
            assert!(!profile.label.is_empty() && profile.name.len() <= 60);
            assert_eq!(
                profile.paper == PaperSize::Mm58,
                columns <= 36 && profile.dots < 500 && profile.name != "bixolon-srp-275",
                "{}",
                profile.name
            );
        }
    }

    #[test]
    fn a_printer_is_known_by_what_it_says() {
        let profiles = Profiles::built_in().expect("are read");
        let cases = [
            ("EPSON", "TM-T20III", PaperSize::Mm80, Some("epson-tm-t20iii")),
            ("EPSON", "TM-T20III", PaperSize::Mm58, Some("epson-tm-t20iii-58")),
            ("EPSON", "TM-T88V", PaperSize::Mm80, Some("epson-tm-t88v")),
            ("EPSON", "TM-m30III", PaperSize::Mm80, Some("epson-tm-m30iii")),
            ("BIXOLON", "SRP-350plusIII", PaperSize::Mm80, Some("bixolon-srp-350")),
            ("", "POS-80", PaperSize::Mm80, None),
            ("", "", PaperSize::Mm80, None),
        ];
        for (maker, model, paper, expected) in cases {
            let guessed = profiles.guess(maker, model, paper);
            assert_eq!(guessed.as_ref().map(|profile| profile.name.as_str()), expected, "{maker} {model}");
        }
    }

    #[test]
    fn the_list_begins_with_what_always_fits() {
        let choices = Profiles::built_in().expect("are read").choices();
        assert_eq!((choices[0].name.as_str(), choices[0].paper), ("generic", None));
        assert!(choices.iter().any(|choice| choice.name == "pos-80xx"));
        assert!(choices.iter().skip(1).all(|choice| choice.name != "generic-80"));
    }
}
