//! The code pages of printers and their characters.

use serde::Deserialize;

// The upper halves, in order; U+0000 stands where a page has nothing.
const WPC1252: &str = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";
const PC850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const PC858: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const PC437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The code pages that matter for Spanish; nearly every printer has one of the first three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub enum CodePage {
    /// Windows 1252.
    #[serde(rename = "WPC1252")]
    Wpc1252,
    /// Western Europe, DOS.
    #[serde(rename = "PC850")]
    Pc850,
    /// PC850 with the euro sign.
    #[serde(rename = "PC858")]
    Pc858,
    /// United States: small accented letters and `Ñ É Ü`, but no `Á Í Ó Ú`.
    #[serde(rename = "PC437")]
    Pc437,
}

impl CodePage {
    /// The name that technicians know.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Wpc1252 => "WPC1252",
            Self::Pc850 => "PC850",
            Self::Pc858 => "PC858",
            Self::Pc437 => "PC437",
        }
    }

    /// The characters of the bytes from 80 to FF, in order; U+0000 where the page has none.
    #[must_use]
    pub const fn upper_half(self) -> &'static str {
        match self {
            Self::Wpc1252 => WPC1252,
            Self::Pc850 => PC850,
            Self::Pc858 => PC858,
            Self::Pc437 => PC437,
        }
    }

    /// Returns the upper half as eight rows of sixteen, each with the first digit of its bytes. Invisible characters become a point.
    #[must_use]
    pub fn table(self) -> Vec<(char, String)> {
        let drawn: Vec<char> = self.upper_half().chars().map(|c| if is_invisible(c) { '.' } else { c }).collect();
        "89ABCDEF".chars().zip(drawn.chunks(16).map(|row| row.iter().collect())).collect()
    }
}

const fn is_invisible(c: char) -> bool {
    matches!(c, '\0' | '\u{a0}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::CodePage;

    #[test]
    fn every_page_is_a_table_of_eight_rows() {
        for page in [CodePage::Wpc1252, CodePage::Pc850, CodePage::Pc858, CodePage::Pc437] {
            let table = page.table();
            assert_eq!(table.iter().map(|(digit, _)| *digit).collect::<String>(), "89ABCDEF");
            assert!(table.iter().all(|(_, row)| row.chars().count() == 16), "{page:?}");
        }
        assert_eq!(CodePage::Pc850.table()[0], ('8', "ÇüéâäàåçêëèïîìÄÅ".to_owned()));
        assert_eq!(CodePage::Wpc1252.table()[0].1, "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž.");
    }
}
