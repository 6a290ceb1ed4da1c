//! The list of all known printer models.

use std::{collections::HashMap, sync::Arc};

use serde::{Deserialize, Serialize};

use super::Profile;
use crate::wire::{PaperSize, PrinterSetup};

/// The files of profiles, our own first: where both describe a printer, people find ours above.
const FILES: [&str; 2] =
    [include_str!("../../../profiles/own.toml"), include_str!("../../../profiles/escpos-printer-db.toml")];

/// The name of the generic choice in forms. Any name without a profile stands for the generic profile of the paper's width.
const GENERIC: &str = "generic";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    profile: Vec<Profile>,
}

/// A model as a form or a command line offers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProfileChoice {
    /// The value of [`PrinterSetup::profile`].
    pub name: String,
    /// The label for people, in Spanish.
    pub label: String,
    /// The paper it is for; `None` for any.
    pub paper: Option<PaperSize>,
    /// Whether the model is made for labels.
    pub is_for_labels: bool,
}

/// All known profiles.
#[derive(Debug, Clone)]
pub struct Profiles {
    all: Vec<Arc<Profile>>,
    by_name: HashMap<String, Arc<Profile>>,
}

impl Profiles {
    /// Parses the profiles that are built in.
    ///
    /// # Errors
    /// Returns an error if one of the files does not parse (a test reads them all).
    pub fn built_in() -> Result<Self, toml::de::Error> {
        let mut all = Vec::new();
        for file in FILES {
            all.extend(toml::from_str::<File>(file)?.profile.into_iter().map(Arc::new));
        }
        let by_name = all.iter().map(|profile| (profile.name.clone(), profile.clone())).collect();
        Ok(Self { all, by_name })
    }

    /// Returns the profile that the printer's set-up names, or the generic one of its paper.
    #[must_use]
    pub fn for_printer(&self, setup: &PrinterSetup) -> Arc<Profile> {
        self.find_or_generic(&setup.profile, setup.size)
    }

    /// Returns the profile of this name, or the generic one of the paper.
    #[must_use]
    pub fn find_or_generic(&self, profile: &str, size: PaperSize) -> Arc<Profile> {
        let generic = match size {
            PaperSize::Mm80 => "generic-80",
            PaperSize::Mm58 => "generic-58",
        };
        self.by_name.get(profile).unwrap_or_else(|| &self.by_name[generic]).clone()
    }

    /// Finds a profile by its exact name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Arc<Profile>> {
        self.by_name.get(name).cloned()
    }

    /// All profiles in the order of the lists.
    #[must_use]
    pub fn all(&self) -> &[Arc<Profile>] {
        &self.all
    }

    /// Returns the choices in the order of the lists; the first is the generic one, which fits where nobody knows the model.
    #[must_use]
    pub fn choices(&self) -> Vec<ProfileChoice> {
        let label = "Genérica, según el papel".to_owned();
        let generic = ProfileChoice { name: GENERIC.into(), label, paper: None, is_for_labels: false };
        let named = self.all.iter().filter(|profile| !matches!(profile.name.as_str(), "generic-80" | "generic-58"));
        let named = named.map(|profile| ProfileChoice {
            name: profile.name.clone(),
            label: profile.label.clone(),
            paper: Some(profile.paper).filter(|_| profile.label_language.is_none()),
            is_for_labels: profile.label_language.is_some(),
        });
        std::iter::once(generic).chain(named).collect()
    }

    /// Guesses the profile from the maker and model that a printer reports (`GS I`): `TM-T20III` is `epson-tm-t20iii`.
    #[must_use]
    pub fn guess(&self, maker: &str, model: &str, paper: PaperSize) -> Option<Arc<Profile>> {
        let reported = slug(&format!("{maker} {model}"));
        let fits = |profile: &&Arc<Profile>| {
            let name = profile.name.trim_end_matches("-58");
            profile.paper == paper && !name.starts_with(GENERIC) && reported.starts_with(name)
        };
        // The longest name is the most exact one: `tm-t20iii` also begins like `tm-t20`.
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
    fn every_profile_parses_and_has_a_unique_name() {
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
    fn a_profile_is_guessed_from_the_reported_model() {
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
    fn the_list_begins_with_the_generic_choice() {
        let choices = Profiles::built_in().expect("are read").choices();
        assert_eq!((choices[0].name.as_str(), choices[0].paper), ("generic", None));
        assert!(choices.iter().any(|choice| choice.name == "pos-80xx"));
        assert!(choices.iter().skip(1).all(|choice| choice.name != "generic-80"));
    }
}
