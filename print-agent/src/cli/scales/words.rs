//! The Spanish words for what a scale shows.

use comanda_ticket::wire::{ScaleReading, ScaleState, ScaleTrouble};

/// A reading in one line, for example `0.850 kg  Estable`.
pub(super) fn reading_text(reading: &ScaleReading) -> String {
    let state = match reading.state {
        ScaleState::Stable => "Estable",
        ScaleState::Moving => "Moviéndose",
        ScaleState::Overload => "Sobrecarga: quita peso",
        ScaleState::Error => return capitalise(trouble_text(reading.trouble.unwrap_or(ScaleTrouble::Fault))),
    };
    let weight = reading.grams.map_or_else(|| "-.--- kg".to_owned(), kilograms);
    let tare = match reading.tare_grams {
        Some(tare) => format!("  (neto; tara {})", kilograms(tare)),
        None if reading.net => "  (neto)".to_owned(),
        None => String::new(),
    };
    format!("{weight}  {state}{tare}")
}

fn kilograms(grams: i64) -> String {
    let (sign, grams) = (if grams < 0 { "-" } else { "" }, grams.unsigned_abs());
    format!("{sign}{}.{:03} kg", grams / 1000, grams % 1000)
}

pub(super) fn trouble_text(trouble: ScaleTrouble) -> &'static str {
    match trouble {
        ScaleTrouble::Offline => "no responde",
        ScaleTrouble::Unreadable => "llegan datos que no se entienden",
        ScaleTrouble::BelowZero => "bajo cero",
        ScaleTrouble::WrongUnit => "no pesa en kilos",
        ScaleTrouble::Fault => "da un error",
        ScaleTrouble::Unknown => "no existe",
    }
}

pub(super) fn remedy_text(trouble: ScaleTrouble) -> &'static str {
    match trouble {
        ScaleTrouble::Offline => {
            "Revisa que esté encendida, el cable y el puerto (comanda-agent discover), y que nadie la use ahora desde Comanda."
        }
        ScaleTrouble::Unreadable => {
            "Prueba otro --protocol, y que la velocidad y la paridad sean las del menú de la balanza."
        }
        ScaleTrouble::BelowZero => "Pon el plato y ponla en cero.",
        ScaleTrouble::WrongUnit => "Pon la balanza en kilos, en su menú.",
        ScaleTrouble::Fault => "Apágala y enciéndela sin nada encima.",
        ScaleTrouble::Unknown => "Mira cuáles hay: comanda-agent scales list",
    }
}

fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use comanda_ticket::wire::{ScaleReading, ScaleState, ScaleTrouble};

    use super::reading_text;

    #[test]
    fn a_reading_is_one_line() {
        let plain = ScaleReading {
            scale: "CAJA".into(),
            grams: Some(850),
            state: ScaleState::Stable,
            net: false,
            tare_grams: None,
            trouble: None,
        };
        let cases = [
            (plain.clone(), "0.850 kg  Estable"),
            (ScaleReading { grams: Some(-12_050), ..plain.clone() }, "-12.050 kg  Estable"),
            (
                ScaleReading { net: true, tare_grams: Some(120), ..plain.clone() },
                "0.850 kg  Estable  (neto; tara 0.120 kg)",
            ),
            (ScaleReading { grams: None, state: ScaleState::Moving, ..plain.clone() }, "-.--- kg  Moviéndose"),
            (ScaleReading { state: ScaleState::Error, trouble: Some(ScaleTrouble::Offline), ..plain }, "No responde"),
        ];
        for (shown, text) in cases {
            assert_eq!(reading_text(&shown), text);
        }
    }
}
