//! Dibal with the protocol TISA, by itself (`VD TISA`) or on request.
//!
//! The request names a price, here none: `98` price `C` `CR` `LF`. The answer is `99` status, five digits of weight in grams, status and
//! six digits of the amount, `C` `CR` `LF`, where `C` is all characters before it in an exclusive or. Source: the manual of the series
//! DPOS400 of Dibal, 4.4, 4.18 and 4.19; an example with these values is on the page of SBZ Systems on the G310.
//!
//! A status of 1 with a weight means that it moves, but also that it has hardly changed since the last answer. A weight that stays the same
//! through several answers therefore stands still. A status of 1 without a weight is an empty, negative or overloaded scale.

use super::{Reading, decoder::Step, line::line_end, number::scale_digits};

pub(super) const REQUEST: &[u8] = b"98000001\r\n";

const FRAME: usize = 16;
/// The number of equal answers after which a weight stands still although its status is 1: one second.
const SETTLED_AFTER: u8 = 5;

/// The frame before, with which the next one is compared.
#[derive(Debug, Default)]
pub(super) struct Dibal {
    weight: i64,
    repeated: u8,
}

impl Dibal {
    pub(super) fn step(&mut self, bytes: &[u8]) -> Step {
        match line_end(bytes) {
            None => Step::Wait,
            Some(end) => Step::frame(end + 1, parse(&bytes[..end]).map(|answer| self.judge(answer))),
        }
    }

    fn judge(&mut self, (weight, is_correct): (i64, bool)) -> Reading {
        self.repeated = match (is_correct, weight == self.weight) {
            (true, _) => SETTLED_AFTER,
            (false, true) => self.repeated.saturating_add(1),
            (false, false) => 0,
        };
        self.weight = weight;
        Reading::weight(weight, is_correct || (weight != 0 && self.repeated >= SETTLED_AFTER))
    }
}

/// Returns the weight, and whether its status is 0.
fn parse(line: &[u8]) -> Option<(i64, bool)> {
    let (checksum, rest) = line.split_last()?;
    let sum = rest.iter().fold(0, |sum, byte| sum ^ byte);
    if line.len() != FRAME || !rest.starts_with(b"99") || !rest.iter().all(u8::is_ascii_digit) || *checksum != sum {
        return None;
    }
    let is_correct = match rest[2] {
        b'0' => true,
        b'1' => false,
        _ => return None,
    };
    Some((scale_digits(&rest[3..8], &[], 0)?, is_correct))
}

#[cfg(test)]
mod tests {
    use super::{Dibal, REQUEST, Step};
    use crate::scale::Reading;

    fn answer(status: u8, weight: u32) -> Vec<u8> {
        let mut frame = format!("99{status}{weight:05}{status}000000").into_bytes();
        frame.push(frame.iter().fold(0, |sum, byte| sum ^ byte));
        [frame, b"\r\n".to_vec()].concat()
    }

    #[test]
    fn answers_are_read() {
        let cases: [(&[u8], Step); 7] = [
            (b"9900031600000004\r\n", Step::Frame(17, Reading::weight(316, true))),
            (b"9910031610000004\r\n", Step::Frame(17, Reading::weight(316, false))),
            (b"9900031600000005\r\n", Step::Skip(17)),
            (b"990003160000004\r\n", Step::Skip(16)),
            (b"00031600000004\r\n", Step::Skip(15)),
            (b"\n", Step::Skip(1)),
            (b"99000316", Step::Wait),
        ];
        for (bytes, expected) in cases {
            assert_eq!(Dibal::default().step(bytes), expected, "{}", bytes.escape_ascii());
        }
        let checksum = REQUEST[..7].iter().fold(0, |sum, byte| sum ^ byte);
        assert_eq!(checksum, REQUEST[7]);
    }

    #[test]
    fn a_weight_that_no_longer_changes_stands_still() {
        let mut dibal = Dibal::default();
        let mut stable = |status, weight| {
            let bytes = answer(status, weight);
            match dibal.step(&bytes) {
                Step::Frame(_, reading) => reading == Reading::weight(i64::from(weight), true),
                other => panic!("{other:?}"),
            }
        };
        assert!(stable(0, 850), "the scale says so");
        assert!(stable(1, 850), "the weight has not changed since");
        assert!(!stable(1, 870), "something is added");
        assert!(!stable(1, 880));
        let answers: Vec<bool> = (0..6).map(|_| stable(1, 880)).collect();
        assert_eq!(answers, [false, false, false, false, true, true]);
        let empty: Vec<bool> = (0..8).map(|_| stable(1, 0)).collect();
        assert_eq!(empty, [false; 8]);
    }
}
