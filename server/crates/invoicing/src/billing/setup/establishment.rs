//! The establishment at which a series is issued: its code in the ficha RUC, and its address.

use super::series::SeriesForm;
use crate::billing::electronic::MAIN_ESTABLISHMENT;
use comanda_base::error::Faults;

/// The longest address that a document accepts (rule 4094).
const MAX_ADDRESS: usize = 200;

/// An establishment that issues documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Establishment {
    /// The code of 4 digits.
    pub code: String,
    pub address: String,
}

impl Default for Establishment {
    fn default() -> Self {
        Self { code: MAIN_ESTABLISHMENT.into(), address: String::new() }
    }
}

impl Establishment {
    /// Applies the given fields; an empty code means the fiscal address, which has no separate address.
    pub(super) fn with_changes(mut self, form: &SeriesForm, faults: &mut Faults) -> Self {
        if let Some(code) = &form.establishment {
            let code = code.trim();
            self.code = if code.is_empty() { MAIN_ESTABLISHMENT.into() } else { code.to_owned() };
        }
        if let Some(address) = &form.establishment_address {
            self.address = address.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let is_code = self.code.len() == 4 && self.code.bytes().all(|b| b.is_ascii_digit());
        let text = "El código de establecimiento tiene 4 dígitos, como en tu ficha RUC: 0000 es el domicilio fiscal.";
        faults.check(is_code, "establishment", text);
        let fits = self.address.chars().count() <= MAX_ADDRESS;
        faults.check(fits, "establishment_address", "La dirección del establecimiento lleva hasta 200 letras.");
        if self.code == MAIN_ESTABLISHMENT {
            self.address.clear();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(code: Option<&str>, address: Option<&str>) -> Option<Establishment> {
        let form = SeriesForm {
            establishment: code.map(str::to_owned),
            establishment_address: address.map(str::to_owned),
            ..SeriesForm::default()
        };
        let mut faults = Faults::default();
        let establishment = Establishment::default().with_changes(&form, &mut faults);
        faults.finish().ok().map(|()| establishment)
    }

    #[test]
    fn a_code_has_four_digits_and_only_an_annex_has_an_address() {
        for (code, address, kept) in [
            (None, None, Some(("0000", ""))),
            (Some(""), None, Some(("0000", ""))),
            (Some("0001"), Some(" Av.  Larco 123 "), Some(("0001", "Av. Larco 123"))),
            (Some("0000"), Some("Av. Larco 123"), Some(("0000", ""))),
            (Some("0001"), None, Some(("0001", ""))),
            (Some("001"), Some("Av. Larco 123"), None),
            (Some("00001"), Some("Av. Larco 123"), None),
            (Some("000A"), Some("Av. Larco 123"), None),
            (Some("-001"), Some("Av. Larco 123"), None),
        ] {
            let kept =
                kept.map(|(code, address): (&str, &str)| Establishment { code: code.into(), address: address.into() });
            assert_eq!(changed(code, address), kept, "{code:?} {address:?}");
        }
        assert_eq!(changed(Some("0001"), Some(&"a".repeat(201))), None);
    }
}
