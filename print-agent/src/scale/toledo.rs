//! Mettler Toledo 8217, the usual protocol of scales at cash registers, on request.
//!
//! The scale answers `W` with `STX` weight [`N`] `CR`, where the weight is five digits with or without a decimal point and `N` says that it
//! is net. While it has no valid weight it answers `STX` `?` status `CR`. Sources: the service manual of the DIVA of Mettler Toledo, 6.1.4,
//! which has the table of the status bits, and the driver of Odoo (`Toledo8217Protocol`).

use comanda_ticket::wire::ScaleTrouble;

use super::{
    Reading, State,
    decoder::Step,
    number::{Unit, parse_grams, scale_digits},
};

pub(super) const REQUEST: &[u8] = b"W";

const STX: u8 = 0x02;
const CR: u8 = 0x0D;

const MOVING: u8 = 1;
const OVER_CAPACITY: u8 = 1 << 1;
const UNDER_ZERO: u8 = 1 << 2;
const OUTSIDE_ZERO_RANGE: u8 = 1 << 3;
const CENTER_OF_ZERO: u8 = 1 << 4;
const NET: u8 = 1 << 5;
/// The bit for the parity, which is still there if the port is open with eight bits.
const PARITY: u8 = 1 << 7;

pub(super) fn step(bytes: &[u8]) -> Step {
    frame_between(bytes, parse)
}

/// Finds `STX` … `CR` at the beginning of the bytes. A second `STX` means that the frame before it was cut.
pub(super) fn frame_between(bytes: &[u8], parse: impl Fn(&[u8]) -> Option<Reading>) -> Step {
    let Some(start) = bytes.iter().position(|byte| *byte == STX) else {
        return Step::Skip(bytes.len());
    };
    if start > 0 {
        return Step::Skip(start);
    }
    match bytes[1..].iter().position(|byte| matches!(*byte, STX | CR)).map(|at| at + 1) {
        None => Step::Wait,
        Some(at) if bytes[at] == STX => Step::Skip(at),
        Some(at) => Step::frame(at + 1, parse(&bytes[1..at])),
    }
}

fn parse(body: &[u8]) -> Option<Reading> {
    if let [b'?', status] = body {
        return parse_status(status & !PARITY);
    }
    let (weight, net) = match body {
        [weight @ .., b'N'] => (weight, true),
        weight => (weight, false),
    };
    let grams = match weight.len() {
        5 => scale_digits(weight, &[], 0)?,
        6 if weight.contains(&b'.') => parse_grams(weight, Unit::Kilogram)?,
        _ => return None,
    };
    Some(Reading { net, ..Reading::weight(grams, true) })
}

fn parse_status(status: u8) -> Option<Reading> {
    let has = |bit| status & bit != 0;
    let reading = if has(OVER_CAPACITY) {
        Reading::without_weight(State::Overload)
    } else if has(UNDER_ZERO) {
        Reading::trouble(ScaleTrouble::BelowZero)
    } else if has(MOVING) {
        Reading::without_weight(State::Moving)
    } else if has(OUTSIDE_ZERO_RANGE) {
        Reading::trouble(ScaleTrouble::Fault)
    } else if has(CENTER_OF_ZERO) && !has(NET) {
        Reading::weight(0, true)
    } else {
        return None;
    };
    Some(Reading { net: has(NET), ..reading })
}

#[cfg(test)]
mod tests {
    use comanda_ticket::wire::ScaleTrouble;

    use super::{Step, step};
    use crate::scale::{Reading, State};

    fn frame(bytes: &[u8], reading: Reading) -> (&[u8], Step) {
        (bytes, Step::Frame(bytes.len(), reading))
    }

    #[test]
    fn frames_are_read() {
        let net = |reading| Reading { net: true, ..reading };
        let cases = [
            frame(b"\x0200850\r", Reading::weight(850, true)),
            frame(b"\x0200.850\r", Reading::weight(850, true)),
            frame(b"\x02 1.250\r", Reading::weight(1250, true)),
            frame(b"\x0200.730N\r", net(Reading::weight(730, true))),
            frame(b"\x0200730N\r", net(Reading::weight(730, true))),
            frame(b"\x02?A\r", Reading::without_weight(State::Moving)),
            frame(b"\x02?a\r", net(Reading::without_weight(State::Moving))),
            frame(b"\x02?B\r", Reading::without_weight(State::Overload)),
            frame(b"\x02?D\r", Reading::trouble(ScaleTrouble::BelowZero)),
            frame(b"\x02?H\r", Reading::trouble(ScaleTrouble::Fault)),
            frame(b"\x02?P\r", Reading::weight(0, true)),
            // The port is open with eight bits and shows the bit of the parity.
            frame(b"\x02?\xD0\r", Reading::weight(0, true)),
        ];
        for (bytes, expected) in cases {
            assert_eq!(step(bytes), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn other_bytes_are_no_weight() {
        let cases: [(&[u8], Step); 8] = [
            (b"00850\r", Step::Skip(6)),
            (b"xx\x0200850\r", Step::Skip(2)),
            (b"\x02008\x0200850\r", Step::Skip(4)),
            (b"\x020085\r", Step::Skip(6)),
            (b"\x020.850\r", Step::Skip(7)),
            (b"\x0200x50\r", Step::Skip(7)),
            (b"\x02?@\r", Step::Skip(4)),
            (b"\x0200850", Step::Wait),
        ];
        for (bytes, expected) in cases {
            assert_eq!(step(bytes), expected, "{}", bytes.escape_ascii());
        }
    }
}
