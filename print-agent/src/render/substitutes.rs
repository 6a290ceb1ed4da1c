//! Substitutes for characters that a code page may lack. Each replaces exactly one character.

use unicode_normalization::{UnicodeNormalization, char::compose};

/// Returns the substitutes for `c`, best first.
pub(super) fn substitutes_for(c: char) -> Vec<char> {
    let mut substitutes: Vec<char> = look_alikes(c).chars().collect();
    let decomposed: Vec<char> = std::iter::once(c).nfd().collect();
    if let [base, mark, ..] = decomposed[..] {
        // `ấ` is nearer to `â` than to `a`.
        substitutes.extend(compose(base, mark));
        substitutes.push(base);
        substitutes.extend(look_alikes(base).chars());
    }
    let mut compatible = std::iter::once(c).nfkd();
    // Only single characters are used, because half a fraction or half a ligature would have another meaning.
    if let (Some(one), None) = (compatible.next(), compatible.next()) {
        substitutes.push(one);
    }
    substitutes
}

/// Returns the look-alikes of signs and letters for which Unicode has no decomposition.
const fn look_alikes(c: char) -> &'static str {
    match c {
        '‘' | '’' | '‚' | '‛' | '´' | '`' | '′' | 'ʼ' => "'",
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' => "\"",
        '‹' | '←' | '◀' | '◄' => "<",
        '›' | '→' | '▶' | '►' => ">",
        '‐'..='―' | '−' | '─' | '━' | '═' | '¯' => "-",
        '│' | '┃' | '║' | '¦' => "|",
        '┌'..='╬' => "+",
        '…' | '․' => ".",
        '•' | '·' | '∙' | '●' | '○' | '◦' | '‣' => "·*",
        '☆' | '★' | '✱' | '✶' | '♥' | '❤' => "*",
        '■' | '□' | '▪' | '▫' | '█' | '▓' | '▒' | '░' => "■#",
        '×' | '✕' | '✖' | '✗' | '✘' => "x",
        '÷' => "/",
        '✓' | '✔' | '☑' | '↓' => "v",
        '↑' => "^",
        '≈' | '∼' => "~",
        '≤' => "<",
        '≥' => ">",
        '⁄' | '∕' => "/",
        '€' | 'Є' => "E",
        '₡' | '¢' | '©' => "c",
        '£' => "L",
        '¥' => "Y",
        '®' => "R",
        '™' => "T",
        '№' => "Nn",
        '°' => "ºo",
        'º' => "°o",
        'ª' => "a",
        '¿' => "?",
        '¡' => "!",
        'µ' | 'μ' => "µu",
        'ø' | 'œ' | 'ɔ' => "o",
        'Ø' | 'Œ' => "O",
        'đ' | 'ð' => "d",
        'Đ' | 'Ð' => "D",
        'ł' => "l",
        'Ł' => "L",
        'þ' => "p",
        'Þ' => "P",
        'ß' | 'ſ' => "s",
        'ẞ' => "S",
        'æ' => "a",
        'Æ' => "A",
        'ı' => "i",
        'ħ' => "h",
        'Ħ' => "H",
        'ŋ' => "n",
        'Ŋ' => "N",
        'ŧ' => "t",
        'Ŧ' => "T",
        'ĸ' => "k",
        'ƒ' => "f",
        'ə' => "e",
        'ﬀ' | 'ﬁ' | 'ﬂ' => "f",
        _ => "",
    }
}
