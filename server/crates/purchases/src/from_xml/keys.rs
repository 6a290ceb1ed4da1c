//! Normalized keys of a supplier's codes and texts, under which matches are stored and found again however they are typed.

use comanda_base::search::search_key;

pub(super) fn code_key(code: &str) -> Option<String> {
    let key: String = search_key(code).split_whitespace().collect();
    (!key.is_empty()).then(|| format!("C:{key}"))
}

pub(super) fn text_key(text: &str) -> Option<String> {
    let key = search_key(text);
    let words: Vec<&str> = key.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| format!("T:{}", words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_the_same_key() {
        assert_eq!(text_key(" LIMÓN  Sutil (x kg)"), text_key("limon sutil x KG"));
        assert_eq!(code_key("LJ-2K "), code_key("lj-2k"));
        assert_eq!((code_key(" "), text_key("--")), (None, None));
    }
}
