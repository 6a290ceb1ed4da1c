//! Bytes of a printer's code page as the characters that Spanish needs, written from the code pages' charts.

/// What stands in all of PC437, PC850 and PC858.
const DOS: [(u8, char); 18] = [
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

/// What PC850 and PC858 have besides.
const MULTILINGUAL: [(u8, char); 4] = [(0xb5, 'Á'), (0xd6, 'Í'), (0xe0, 'Ó'), (0xe9, 'Ú')];

/// Reads a byte in the code page that `ESC t` chose, by Epson's numbers.
pub(crate) fn read(code_page: u8, byte: u8) -> char {
    if byte < 0x80 {
        return char::from(byte);
    }
    let within = |chart: &[(u8, char)]| chart.iter().find(|(known, _)| *known == byte).map(|(_, c)| *c);
    let read = match code_page {
        0 => within(&DOS),
        2 => within(&DOS).or_else(|| within(&MULTILINGUAL)),
        19 if byte == 0xd5 => Some('€'),
        19 => within(&DOS).or_else(|| within(&MULTILINGUAL)),
        16 if byte == 0x80 => Some('€'),
        // From 0xa0 on Windows 1252 is Latin-1, which is Unicode.
        16 if byte >= 0xa0 => Some(char::from(byte)),
        _ => None,
    };
    read.unwrap_or('\u{fffd}')
}
