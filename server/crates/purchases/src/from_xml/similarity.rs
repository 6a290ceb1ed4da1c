//! The similarity between a supplier's text and the name of an item.

use comanda_base::search::search_key;
use strsim::damerau_levenshtein;

/// The similarity from which two names are taken for the same item, in per cent.
pub(super) const MIN_SIMILARITY: usize = 60;

/// Words that say nothing about the item itself.
const STOP_WORDS: [&str; 38] = [
    "de", "del", "la", "el", "los", "las", "en", "con", "sin", "para", "por", "al", "un", "una", "y", "kg", "kgs",
    "kilo", "gr", "grs", "lt", "lts", "ml", "cc", "und", "unid", "saco", "bolsa", "caja", "cja", "bot", "botella",
    "lata", "paq", "paquete", "pack", "jaba", "bidon",
];

/// The words of a name that are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn parse(text: &str) -> Self {
        let key = search_key(text);
        let words = key.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1 && !STOP_WORDS.contains(word));
        Self(words.take(24).map(str::to_owned).collect())
    }
    /// Returns the similarity in per cent: two thirds for the share of the item's name that is found here, one third for the share of these
    /// words that the name covers.
    pub(super) fn similarity(&self, name: &Self) -> usize {
        let covered = |these: &Self, those: &Self| {
            let long = |words: &mut dyn Iterator<Item = &String>| words.map(String::len).sum::<usize>();
            let all = long(&mut these.0.iter());
            let found = long(&mut these.0.iter().filter(|word| those.0.iter().any(|other| is_same_word(word, other))));
            (found * 100).checked_div(all).unwrap_or(0)
        };
        (2 * covered(name, self) + covered(self, name)) / 3
    }
}

/// Whether two words are the same, a plural, an abbreviation, or one typing error apart.
fn is_same_word(a: &str, b: &str) -> bool {
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
    fn supplier_texts_match_item_names() {
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
            let score = Words::parse(theirs).similarity(&Words::parse(ours));
            assert_eq!(score >= MIN_SIMILARITY, is_like, "{theirs} / {ours}: {score}");
        }
    }
}
