//! CAS: on request like an electronic cash register, or the continuous output of lines.
//!
//! A cash register sends `ENQ`, the scale answers `ACK`, and `DC1` fetches the weight: `SOH` `STX`, `S` or `U` for stable or unstable, the
//! sign (`F` for overload), six characters of weight, two of the unit, a check character (all between `STX` and itself in an exclusive or),
//! `ETX` `EOT`. Sources: the manual of the PD-II of CAS, 3.1.6 (type 6), the protocol of the AP-1, and the service manual of the
//! Aviator 7000 of Ohaus, 6.1.1, which speaks it too. The continuous output is that of [`super::line`].

use comanda_ticket::wire::ScaleTrouble;

use super::{
    Reading, State,
    decoder::Step,
    line,
    number::{Unit, parse_grams},
};

pub(super) const REQUEST: &[u8] = &[0x05];
const SEND_WEIGHT: &[u8] = &[0x11];

const SOH: u8 = 0x01;
const ACK: u8 = 0x06;
const BLOCK: usize = 15;

pub(super) fn step(bytes: &[u8]) -> Step {
    match bytes.iter().position(|byte| matches!(*byte, SOH | ACK | b'\r' | b'\n')) {
        None => Step::Wait,
        // The block has a fixed length, because its check character may be any byte.
        Some(0) if bytes[0] == SOH && bytes.len() < BLOCK => Step::Wait,
        Some(0) if bytes[0] == SOH => match parse_block(&bytes[..BLOCK]) {
            Some(reading) => Step::Frame(BLOCK, reading),
            None => Step::Skip(1),
        },
        Some(0) if bytes[0] == ACK => Step::Ask(1, SEND_WEIGHT),
        Some(at) if matches!(bytes[at], SOH | ACK) => Step::Skip(at),
        Some(end) => Step::frame(end + 1, line::parse(&bytes[..end])),
    }
}

fn parse_block(block: &[u8]) -> Option<Reading> {
    let [SOH, 0x02, data @ .., check, 0x03, 0x04] = block else {
        return None;
    };
    let sum = data.iter().fold(0, |sum, byte| sum ^ byte);
    let [status, sign, weight @ .., k, g] = data else {
        return None;
    };
    let is_stable = match status {
        b'S' => true,
        b'U' => false,
        _ => return None,
    };
    if sum != *check {
        return None;
    }
    let unit = Unit::parse(&[*k, *g])?;
    if *sign == b'F' {
        return Some(Reading::without_weight(State::Overload));
    }
    if unit == Unit::Foreign {
        return Some(Reading::trouble(ScaleTrouble::WrongUnit));
    }
    let grams = parse_grams(weight, unit).filter(|_| weight.contains(&b'.'))?;
    match sign {
        b' ' => Some(Reading::weight(grams, is_stable)),
        b'-' => Some(Reading::weight(-grams, is_stable)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use comanda_ticket::wire::ScaleTrouble;

    use super::{BLOCK, SEND_WEIGHT, Step, step};
    use crate::scale::{Reading, State};

    fn block(data: &[u8]) -> Vec<u8> {
        let check = data.iter().fold(0, |sum, byte| sum ^ byte);
        [b"\x01\x02", data, &[check, 0x03, 0x04]].concat()
    }

    #[test]
    fn blocks_are_read() {
        let cases: [(&[u8], Option<Reading>); 10] = [
            (b"S 00.850kg", Some(Reading::weight(850, true))),
            (b"U 00.845kg", Some(Reading::weight(845, false))),
            (b"S- 0.120kg", Some(Reading::weight(-120, true))),
            (b"S 12.500Kg", Some(Reading::weight(12_500, true))),
            (b"SFFFFFFFkg", Some(Reading::without_weight(State::Overload))),
            (b"S 01.874Lb", Some(Reading::trouble(ScaleTrouble::WrongUnit))),
            (b"X 00.850kg", None),
            (b"S 000850kg", None),
            (b"S 00.850xx", None),
            (b"S?00.850kg", None),
        ];
        for (data, reading) in cases {
            let expected = reading.map_or(Step::Skip(1), |reading| Step::Frame(BLOCK, reading));
            assert_eq!(step(&block(data)), expected, "{}", data.escape_ascii());
        }
    }

    #[test]
    fn a_block_with_a_wrong_check_character_is_no_weight() {
        let good = block(b"S 00.850kg");
        for at in 0..BLOCK {
            let mut wrong = good.clone();
            wrong[at] ^= 1;
            assert!(!matches!(step(&wrong), Step::Frame(..)), "byte {at}");
        }
    }

    #[test]
    fn questions_and_lines_are_told_apart() {
        assert_eq!(step(&[0x06]), Step::Ask(1, SEND_WEIGHT));
        assert_eq!(step(b"zz\x06"), Step::Skip(2));
        assert_eq!(step(b"ST,GS\x01\x02"), Step::Skip(5));
        assert_eq!(step(&block(b"S 00.850kg")[..14]), Step::Wait);
        let line = b"ST,GS,1\xC4,  00.850 kg\r\n";
        assert_eq!(step(line), Step::Frame(line.len() - 1, Reading::weight(850, true)));
    }
}
