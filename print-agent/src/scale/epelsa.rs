//! Epelsa, by itself (`Auto`) or on request.
//!
//! `STX`, a status, the weight in seven characters with a decimal point, `CR`, and `ETX` where the scale speaks by itself. The status is a
//! capital letter for a weight that stands still (`I` for the empty scale, `A` otherwise) and a sign such as `!` for one that moves.
//! Sources: the driver of Coop IT Easy for scales in the mode Auto, and for the request `$` the manual of the Cyber CN 10 (protocol EPL03)
//! and the connector of TakePOS, which reads ten bytes after it: the frame up to `CR`.

use comanda_ticket::wire::ScaleTrouble;

use super::{
    Reading,
    decoder::Step,
    number::{Unit, parse_grams},
    toledo::frame_between,
};

pub(super) const REQUEST: &[u8] = b"$";

const WEIGHT_CHARACTERS: usize = 7;

pub(super) fn step(bytes: &[u8]) -> Step {
    frame_between(bytes, parse)
}

fn parse(body: &[u8]) -> Option<Reading> {
    let (status, weight) = body.split_first()?;
    let is_stable = match status {
        b'A'..=b'Z' => true,
        b' '..=b'?' => false,
        _ => return None,
    };
    if weight.len() != WEIGHT_CHARACTERS {
        return None;
    }
    match parse_grams(weight, Unit::Kilogram) {
        Some(grams) if weight.contains(&b'.') => Some(Reading::weight(grams, is_stable)),
        // The display shows dashes when the scale is out of its range.
        _ if weight.iter().all(|byte| *byte == b'-') => Some(Reading::trouble(ScaleTrouble::Fault)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use comanda_ticket::wire::ScaleTrouble;

    use super::{Step, step};
    use crate::scale::Reading;

    #[test]
    fn frames_are_read() {
        let cases: [(&[u8], Step); 10] = [
            (b"\x02I  0.000\r\x03", Step::Frame(10, Reading::weight(0, true))),
            (b"\x02A -0.450\r\x03", Step::Frame(10, Reading::weight(-450, true))),
            (b"\x02! -0.250\r\x03", Step::Frame(10, Reading::weight(-250, false))),
            (b"\x02A 12.850\r", Step::Frame(10, Reading::weight(12_850, true))),
            (b"\x02A-------\r", Step::Frame(10, Reading::trouble(ScaleTrouble::Fault))),
            (b"\x03\x02A  0.850\r", Step::Skip(1)),
            (b"\x02A  0.8\x02A  0.850\r", Step::Skip(7)),
            (b"\x02A 0.850\r", Step::Skip(9)),
            (b"\x02A   0850\r", Step::Skip(10)),
            (b"\x02a  0.850\r", Step::Skip(10)),
        ];
        for (bytes, expected) in cases {
            assert_eq!(step(bytes), expected, "{}", bytes.escape_ascii());
        }
    }
}
