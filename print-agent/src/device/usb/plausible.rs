//! Serial numbers that tell printers apart. Clones leave the factory with the same one by the thousand.

/// What firmware is delivered with when no number was set.
const COUNTED_UP: [&str; 4] = ["0123456789ABCDEF", "123456789ABCDEF", "ABCDEFGHIJKLMNOP", "1234567890"];

/// Whether it may be one printer's own.
pub(in crate::device) fn is_plausible(serial: &str) -> bool {
    let serial = serial.trim().to_ascii_uppercase();
    let visible = serial.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    let mut digits: Vec<u8> = serial.bytes().filter(u8::is_ascii_alphanumeric).collect();
    digits.sort_unstable();
    digits.dedup();
    let counted = COUNTED_UP.iter().any(|counted| counted.starts_with(serial.as_str()));
    visible && serial.len() >= 4 && digits.len() >= 2 && !counted
}

#[cfg(test)]
mod tests {
    use super::is_plausible;

    #[test]
    fn numbers_that_nobody_set_are_no_identity() {
        for serial in ["X7K1003344", "TC7F050123", "J6NX 1209", "0010100"] {
            assert!(is_plausible(serial), "{serial}");
        }
        for serial in ["", "   ", "1", "00000000", "12345678", "0123456789", "abcdef", "????????", "ñu93"] {
            assert!(!is_plausible(serial), "{serial}");
        }
    }
}
