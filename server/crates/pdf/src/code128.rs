//! CODE128, code set B, as receipt printers draw it for the same data (ISO/IEC 15417).

/// The widths of bars and spaces by value; 103 to 105 start, 106 stops.
const PATTERNS: [&str; 107] = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312",
    "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212",
    "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121",
    "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",
    "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131", "311123",
    "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422", "121124",
    "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114",
    "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112",
    "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
];
const START_B: usize = 104;
const STOP: usize = 106;

/// Returns the widths of bars and spaces in turn, beginning with a bar. Characters that code set B lacks become `?`.
pub(super) fn bar_widths(text: &str) -> Vec<u8> {
    let values: Vec<usize> =
        text.chars().map(|c| if (' '..='~').contains(&c) { c as usize - 32 } else { '?' as usize - 32 }).collect();
    let check = values.iter().enumerate().fold(START_B, |sum, (at, value)| sum + (at + 1) * value) % 103;
    let symbols = [START_B].into_iter().chain(values).chain([check, STOP]);
    symbols.flat_map(|value| PATTERNS[value].bytes().map(|digit| digit - b'0')).collect()
}

#[cfg(test)]
mod tests {
    use super::{PATTERNS, STOP, bar_widths};
    use std::collections::HashSet;

    #[test]
    fn every_symbol_is_eleven_wide_and_its_own() {
        for (value, pattern) in PATTERNS.iter().enumerate() {
            let widths: Vec<u32> = pattern.bytes().map(|b| u32::from(b - b'0')).collect();
            let bars: u32 = widths.iter().step_by(2).sum();
            assert_eq!(widths.iter().sum::<u32>(), if value == STOP { 13 } else { 11 }, "{value}");
            assert!(value == STOP || bars.is_multiple_of(2), "the bars of {value} are even in sum");
        }
        assert_eq!(PATTERNS.iter().collect::<HashSet<_>>().len(), PATTERNS.len());
    }

    #[test]
    fn the_check_symbol_is_weighted() {
        // The textbook's 'PJJ123C' sums to 878 with start A, check value 54; start B adds one.
        let drawn = bar_widths("PJJ123C");
        let check = &drawn[drawn.len() - 13..drawn.len() - 7];
        let expected: Vec<u8> = PATTERNS[55].bytes().map(|b| b - b'0').collect();
        assert_eq!(check, expected);
    }
}
