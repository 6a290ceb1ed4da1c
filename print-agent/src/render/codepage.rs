//! Characters as the bytes of a printer's code page.

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;

/// The code pages that matter for Spanish; nearly every printer has one of the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum CodePage {
    /// Windows 1252.
    #[serde(rename = "WPC1252")]
    Wpc1252,
    /// Western Europe, DOS.
    #[serde(rename = "PC850")]
    Pc850,
    /// The same with the euro sign.
    #[serde(rename = "PC858")]
    Pc858,
    /// United States: small accented letters and `Ñ É Ü`, but no `Á Í Ó Ú`.
    #[serde(rename = "PC437")]
    Pc437,
}

// The upper halves, in order; U+0000 stands where a page has nothing.
const WPC1252: &str = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";
const PC850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const PC858: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const PC437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

impl CodePage {
    const fn upper_half(self) -> &'static str {
        match self {
            Self::Wpc1252 => WPC1252,
            Self::Pc850 => PC850,
            Self::Pc858 => PC858,
            Self::Pc437 => PC437,
        }
    }

    /// Appends `text`, one byte for each character: what the page lacks is written with its plain letter, or `?`.
    /// Control characters become spaces: text can never be a command.
    pub fn encode(self, text: &str, out: &mut Vec<u8>) {
        for c in text.chars() {
            out.push(match c {
                ' '..='~' => c as u8,
                '\0'..='\x1f' | '\x7f' => b' ',
                _ => self.byte(c).or_else(|| self.stand_in(c)).unwrap_or(b'?'),
            });
        }
    }

    fn byte(self, c: char) -> Option<u8> {
        let index = self.upper_half().chars().position(|known| known == c)?;
        u8::try_from(index + 0x80).ok()
    }

    /// The same width always: a `€` written `EUR` would move the amount out of its column.
    fn stand_in(self, c: char) -> Option<u8> {
        let plain = match c {
            '‘' | '’' | '´' | '`' => '\'',
            '“' | '”' | '„' | '«' | '»' => '"',
            '–' | '—' | '−' | '\u{ad}' => '-',
            '…' => '.',
            '•' | '·' => '*',
            '×' => 'x',
            '€' => 'E',
            'º' | '°' => 'o',
            'ª' => 'a',
            '¿' => '?',
            '¡' => '!',
            '\u{a0}' => ' ',
            _ => std::iter::once(c).nfd().next().filter(|base| *base != c)?,
        };
        if plain.is_ascii() { Some(plain as u8) } else { self.byte(plain) }
    }
}
