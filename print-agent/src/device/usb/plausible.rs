//! Checks whether serial numbers can tell printers apart: thousands of clones leave the factory with the same number.

/// The placeholders in firmware in which no serial number was set.
const PLACEHOLDERS: [&str; 4] = ["0123456789ABCDEF", "123456789ABCDEF", "ABCDEFGHIJKLMNOP", "1234567890"];

/// Whether a serial number may belong to a single printer.
pub(in crate::device) fn is_plausible(serial: &str) -> bool {
    let serial = serial.trim().to_ascii_uppercase();
    let visible = serial.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    let mut digits: Vec<u8> = serial.bytes().filter(u8::is_ascii_alphanumeric).collect();
    digits.sort_unstable();
    digits.dedup();
    let counted = PLACEHOLDERS.iter().any(|counted| counted.starts_with(serial.as_str()));
    visible && serial.len() >= 4 && digits.len() >= 2 && !counted
}

#[cfg(test)]
mod tests {
    use super::is_plausible;

    #[test]
    fn placeholder_numbers_are_not_plausible() {
        for serial in ["X7K1003344", "TC7F050123", "J6NX 1209", "0010100"] {
            assert!(is_plausible(serial), "{serial}");
        }
        for serial in ["", "   ", "1", "00000000", "12345678", "0123456789", "abcdef", "????????", "ñu93"] {
            assert!(!is_plausible(serial), "{serial}");
        }
    }
}
