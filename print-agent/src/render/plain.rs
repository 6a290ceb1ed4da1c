//! Characters that a code page may lack, and what reads most like them: always one for one.

use unicode_normalization::{UnicodeNormalization, char::compose};

/// What may stand for `c`, best first.
pub(super) fn readings(c: char) -> Vec<char> {
    let mut readings: Vec<char> = look_alikes(c).chars().collect();
    let decomposed: Vec<char> = std::iter::once(c).nfd().collect();
    if let [base, mark, ..] = decomposed[..] {
        // `ấ` is nearer to `â` than to `a`.
        readings.extend(compose(base, mark));
        readings.push(base);
        readings.extend(look_alikes(base).chars());
    }
    let mut compatible = std::iter::once(c).nfkd();
    // One for one only: half a fraction or half a ligature would say something else.
    if let (Some(one), None) = (compatible.next(), compatible.next()) {
        readings.push(one);
    }
    readings
}

/// Signs and letters that no rule of Unicode leads to plainer ones.
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
