//! How words of a supplier are kept, so that they are found again however they are typed. Pure.

use comanda_base::search::search_key;

pub(super) fn of_code(code: &str) -> Option<String> {
    let key: String = search_key(code).split_whitespace().collect();
    (!key.is_empty()).then(|| format!("C:{key}"))
}

pub(super) fn of_text(text: &str) -> Option<String> {
    let key = search_key(text);
    let words: Vec<&str> = key.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| format!("T:{}", words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_have_one_key() {
        assert_eq!(of_text(" LIMÓN  Sutil (x kg)"), of_text("limon sutil x KG"));
        assert_eq!(of_code("LJ-2K "), of_code("lj-2k"));
        assert_eq!((of_code(" "), of_text("--")), (None, None));
    }
}
