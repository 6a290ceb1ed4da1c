//! The continuous output of Toledo, which many indicators of other makers have too.
//!
//! `STX`, three status words, six digits of weight, six digits of tare (left out in the short form), `CR`, and a checksum where the scale
//! is set up to send one: the sum of all seven-bit characters of the frame is then zero. Sources: the manuals of the ICS425 of Mettler
//! Toledo, 5.2, of the 57C428 of Allen-Bradley, appendix D, of the 225 of Cardinal, p. 118, and of the TS-700 of Triner, p. 13.

use comanda_ticket::wire::ScaleTrouble;

use super::{Reading, State, decoder::Step, number::scale_digits};

const STX: u8 = 0x02;
const CR: u8 = 0x0D;

/// The positions of `CR` without and with a tare.
const SHORT_END: usize = 10;
const LONG_END: usize = 16;

/// The bit that is set in all status words.
const ALWAYS: u8 = 1 << 5;
const NET: u8 = 1;
const NEGATIVE: u8 = 1 << 1;
const OUT_OF_RANGE: u8 = 1 << 2;
const MOVING: u8 = 1 << 3;
const KILOGRAMS: u8 = 1 << 4;
const NOT_ZEROED: u8 = 1 << 6;
/// The weight has one digit more than the display.
const EXPANDED: u8 = 1 << 4;
const GRAMS: u8 = 1;

pub(super) fn step(bytes: &[u8]) -> Step {
    let Some(start) = bytes.iter().position(|byte| *byte == STX) else {
        return Step::Skip(bytes.len());
    };
    if start > 0 {
        return Step::Skip(start);
    }
    let end = match bytes[1..].iter().position(|byte| matches!(*byte, STX | CR)).map(|at| at + 1) {
        Some(at) if bytes[at] == STX => return Step::Skip(at),
        Some(at) if at == SHORT_END || at == LONG_END => at,
        Some(at) => return Step::Skip(at),
        None if bytes.len() > LONG_END => return Step::Skip(1),
        None => return Step::Wait,
    };
    let sum = |bytes: &[u8]| bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(byte & 0x7F)) & 0x7F;
    match bytes.get(end + 1) {
        // Only the next byte tells whether this scale sends checksums.
        None => Step::Wait,
        Some(&STX) => Step::frame(end + 1, parse(&bytes[1..end])),
        Some(_) if sum(&bytes[..end + 2]) == 0 => Step::frame(end + 2, parse(&bytes[1..end])),
        Some(_) => Step::Skip(end + 2),
    }
}

fn parse(body: &[u8]) -> Option<Reading> {
    let (&[a, b, c], numbers) = body.split_first_chunk()?;
    if a & b & c & ALWAYS == 0 || c & EXPANDED != 0 {
        return None;
    }
    let net = b & NET != 0;
    let places = match c & 0b111 {
        0 if b & KILOGRAMS != 0 => 3,
        GRAMS => 0,
        _ => return Some(Reading::trouble(ScaleTrouble::WrongUnit)),
    };
    if b & NOT_ZEROED != 0 {
        return Some(Reading::trouble(ScaleTrouble::Fault));
    }
    if b & OUT_OF_RANGE != 0 {
        let trouble = Reading::trouble(ScaleTrouble::BelowZero);
        return Some(if b & NEGATIVE != 0 { trouble } else { Reading::without_weight(State::Overload) });
    }
    let weight = parse_digits(numbers.get(..6)?, a & 0b111, places)?;
    let grams = if b & NEGATIVE != 0 { -weight } else { weight };
    let tare_grams = match numbers.get(6..) {
        Some(tare @ [_, ..]) if net => Some(parse_digits(tare, a & 0b111, places)?),
        _ => None,
    };
    Some(Reading { net, tare_grams, ..Reading::weight(grams, b & MOVING == 0) })
}

/// Reads six digits, with blanks instead of leading zeros. `position` is that of the decimal point in the first status word.
fn parse_digits(digits: &[u8], position: u8, places: usize) -> Option<i64> {
    let mut digits = digits.to_vec();
    let blanks = digits.iter().take_while(|byte| **byte == b' ').count();
    digits[..blanks.min(5)].fill(b'0');
    match position {
        0 => digits.extend(b"00"),
        1 => digits.push(b'0'),
        _ => {}
    }
    let decimals = usize::from(position.saturating_sub(2));
    let (whole, decimals) = digits.split_at(digits.len().checked_sub(decimals)?);
    scale_digits(whole, decimals, places)
}

#[cfg(test)]
mod tests {
    use comanda_ticket::wire::ScaleTrouble;

    use super::{Step, step};
    use crate::scale::{Reading, State};

    /// `-` in the first word: three decimals, divisions of one.
    const CASES: [(&[u8], Reading); 9] = [
        (b"-0 000850000000", Reading::weight(850, true)),
        (b"-8 000845000000", Reading::weight(845, false)),
        (b"-0    850     0", Reading::weight(850, true)),
        (b",0 000085000000", Reading::weight(850, true)),
        (b"-2 000450000000", Reading::weight(-450, true)),
        (b"-1 000730000120", Reading { net: true, tare_grams: Some(120), ..Reading::weight(730, true) }),
        (b"-4 000000000000", Reading::without_weight(State::Overload)),
        (b"-6 000000000000", Reading::trouble(ScaleTrouble::BelowZero)),
        (b"-  001874000000", Reading::trouble(ScaleTrouble::WrongUnit)),
    ];

    fn framed(body: &[u8]) -> Vec<u8> {
        [b"\x02", body, b"\r"].concat()
    }

    fn with_checksum(body: &[u8]) -> Vec<u8> {
        let mut frame = framed(body);
        let sum = frame.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
        frame.push(sum.wrapping_neg() & 0x7F);
        frame
    }

    #[test]
    fn frames_are_read_with_and_without_a_checksum() {
        for (body, reading) in CASES {
            let frame = with_checksum(body);
            assert_eq!(step(&frame), Step::Frame(18, reading), "{}", body.escape_ascii());
            let followed = [framed(body), b"\x02".to_vec()].concat();
            assert_eq!(step(&followed), Step::Frame(17, reading), "{}", body.escape_ascii());
        }
        let short = with_checksum(b"-0 000850");
        assert_eq!(step(&short), Step::Frame(12, Reading::weight(850, true)));
        let in_grams = with_checksum(b"*0!000850000000");
        assert_eq!(step(&in_grams), Step::Frame(18, Reading::weight(850, true)));
    }

    #[test]
    fn other_bytes_are_no_weight() {
        let mut wrong_sum = with_checksum(CASES[0].0);
        wrong_sum[9] ^= 1;
        assert_eq!(step(&wrong_sum), Step::Skip(18));
        assert_eq!(step(&framed(CASES[0].0)), Step::Wait);
        assert_eq!(step(b"\x02-0 000850\x02"), Step::Skip(10));
        assert_eq!(step(&with_checksum(b"-0 00085000000")), Step::Skip(15));
        assert_eq!(step(&with_checksum(b"-0 00x850000000")), Step::Skip(18));
        // The extra digit of a scale that is being adjusted.
        assert_eq!(step(&with_checksum(b"-00000850000000")), Step::Skip(18));
    }
}
