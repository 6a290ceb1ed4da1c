//! Decodes the bytes of a printer's code page, for the characters that Spanish needs.
//!
//! The tables were written from the published charts of the code pages.

/// The characters that PC437, PC850 and PC858 have in common.
const COMMON: [(u8, char); 18] = [
    (0x81, 'ü'),
    (0x82, 'é'),
    (0x90, 'É'),
    (0x9a, 'Ü'),
    (0xa0, 'á'),
    (0xa1, 'í'),
    (0xa2, 'ó'),
    (0xa3, 'ú'),
    (0xa4, 'ñ'),
    (0xa5, 'Ñ'),
    (0xa6, 'ª'),
    (0xa7, 'º'),
    (0xa8, '¿'),
    (0xad, '¡'),
    (0xae, '«'),
    (0xaf, '»'),
    (0xf8, '°'),
    (0xff, '\u{a0}'),
];

/// The additional characters of PC850 and PC858.
const MULTILINGUAL: [(u8, char); 4] = [(0xb5, 'Á'), (0xd6, 'Í'), (0xe0, 'Ó'), (0xe9, 'Ú')];

/// Decodes a byte of the code page that `ESC t` selected. Code pages have Epson's numbers.
pub(crate) fn decode(code_page: u8, byte: u8) -> char {
    if byte < 0x80 {
        return char::from(byte);
    }
    let look_up = |chart: &[(u8, char)]| chart.iter().find(|(known, _)| *known == byte).map(|(_, c)| *c);
    let decode = match code_page {
        0 => look_up(&COMMON),
        2 => look_up(&COMMON).or_else(|| look_up(&MULTILINGUAL)),
        19 if byte == 0xd5 => Some('€'),
        19 => look_up(&COMMON).or_else(|| look_up(&MULTILINGUAL)),
        16 if byte == 0x80 => Some('€'),
        // From 0xa0 onwards, Windows 1252 is the same as Latin-1, whose numbers are the Unicode numbers.
        16 if byte >= 0xa0 => Some(char::from(byte)),
        _ => None,
    };
    decode.unwrap_or('\u{fffd}')
}
