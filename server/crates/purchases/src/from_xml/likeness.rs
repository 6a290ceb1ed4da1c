//! How much a supplier's words are like a name of the house. Pure.

use comanda_base::search::search_key;
use strsim::damerau_levenshtein;

/// Below this, two names are two things.
pub(super) const ENOUGH: usize = 60;

/// Words that say nothing of what it is.
const SILENT: [&str; 38] = [
    "de", "del", "la", "el", "los", "las", "en", "con", "sin", "para", "por", "al", "un", "una", "y", "kg", "kgs",
    "kilo", "gr", "grs", "lt", "lts", "ml", "cc", "und", "unid", "saco", "bolsa", "caja", "cja", "bot", "botella",
    "lata", "paq", "paquete", "pack", "jaba", "bidon",
];

/// A name's words, as they are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let key = search_key(text);
        let words = key.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1 && !SILENT.contains(word));
        Self(words.take(24).map(str::to_owned).collect())
    }
    /// In per cent: two parts how much of the name of the house is there, one part how much the name tells of the supplier's words.
    pub(super) fn likeness(&self, name: &Self) -> usize {
        let covered = |these: &Self, those: &Self| {
            let long = |words: &mut dyn Iterator<Item = &String>| words.map(String::len).sum::<usize>();
            let all = long(&mut these.0.iter());
            let found = long(&mut these.0.iter().filter(|word| those.0.iter().any(|other| are_one(word, other))));
            (found * 100).checked_div(all).unwrap_or(0)
        };
        (2 * covered(name, self) + covered(self, name)) / 3
    }
}

/// The same word, its plural, an abbreviation of it, or one slip of the keyboard away.
fn are_one(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let more = long.len() - short.len();
    if short.len() >= 4 && long.starts_with(short) {
        return true;
    }
    short.len() >= 5 && more <= 1 && damerau_levenshtein(short, long) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_suppliers_are_found_in_names_of_the_house() {
        for (theirs, ours, is_like) in [
            ("CONCHA ABANICO MEDIA VALVA", "Conchas de abanico", true),
            ("LANGOSTINO JUMBO S/C X2KG", "Langostino", true),
            ("LIMON SUTIL X KG", "Limón", true),
            ("CALAMAR POTA FILETE", "Filete de pota", true),
            ("AROZ EXTRA SACO 50 KG", "Arroz", false),
            ("ARROZ EXTRA SACO 50 KG", "Arroz", true),
            ("CEBOLLLA ROJA", "Cebolla roja", true),
            ("HIELO EN ESCAMAS SACO 25KG", "Huevo", false),
            ("PAPA BLANCA YUNGAY", "Papa amarilla", false),
            ("PAPA BLANCA YUNGAY", "Papa blanca", true),
            ("FLETE CALLAO", "Palta", false),
            ("25 KG", "Arroz", false),
        ] {
            let score = Words::of(theirs).likeness(&Words::of(ours));
            assert_eq!(score >= ENOUGH, is_like, "{theirs} / {ours}: {score}");
        }
    }
}
