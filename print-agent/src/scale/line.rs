//! `ST,GS,+  0.850kg`, the lines of many makers and of the continuous output of CAS.
//!
//! A state (`ST` stable, `US` unstable, `OL` overload), the kind of weight (`GS` gross, `NT` net), the weight with its sign, and the unit,
//! ended by `CR` `LF`. CAS puts a device number and a byte of lamps before the weight (22 bytes), A&D leaves the kind of weight out. Scales
//! that wait for a request take `R`. Sources: the manuals of the SL-7515 of Selleton, p. 12, of the TI-02 of Tiger, p. 21, of the EK-L of
//! A&D, 9-2, and of the CI-400 of CAS, appendix 1.

use comanda_ticket::wire::ScaleTrouble;

use super::{
    Reading, State,
    decoder::Step,
    number::{Unit, parse_grams},
};

pub(super) const REQUEST: &[u8] = b"R";

/// The weight of CAS with a blank and the unit.
const CAS_WEIGHT: usize = 11;

pub(super) fn step(bytes: &[u8]) -> Step {
    match line_end(bytes) {
        None => Step::Wait,
        Some(end) => Step::frame(end + 1, parse(&bytes[..end])),
    }
}

/// The position of the first end of a line.
pub(super) fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(*byte, b'\r' | b'\n'))
}

pub(super) fn parse(line: &[u8]) -> Option<Reading> {
    let (state, rest) = line.split_first_chunk::<2>()?;
    let rest = rest.strip_prefix(b",")?.trim_ascii();
    let (net, rest) = match rest.split_first_chunk::<2>() {
        Some((b"GS", rest)) => (false, without_comma(rest)),
        Some((b"NT", rest)) => (true, without_comma(rest)),
        _ => (false, rest),
    };
    let reading = match state {
        b"OL" => Reading::without_weight(State::Overload),
        b"ST" => parse_weight(without_lamps(rest), true)?,
        b"US" => parse_weight(without_lamps(rest), false)?,
        _ => return None,
    };
    Some(Reading { net, ..reading })
}

fn without_comma(text: &[u8]) -> &[u8] {
    text.strip_prefix(b",").unwrap_or(text)
}

/// Removes the device number and the lamps of CAS, which may be any bytes. A shorter text is another format.
fn without_lamps(text: &[u8]) -> &[u8] {
    match text {
        [_, _, b',', weight @ ..] if weight.len() == CAS_WEIGHT => weight,
        _ => text,
    }
}

fn parse_weight(text: &[u8], is_stable: bool) -> Option<Reading> {
    let letters = text.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (number, unit) = text.split_at(text.len() - letters);
    let number = number.trim_ascii_end();
    let number = number.strip_suffix(b",").unwrap_or(number);
    match Unit::parse(unit)? {
        Unit::Foreign => Some(Reading::trouble(ScaleTrouble::WrongUnit)),
        unit => Some(Reading::weight(parse_grams(number, unit)?, is_stable)),
    }
}

#[cfg(test)]
mod tests {
    use comanda_ticket::wire::ScaleTrouble;

    use super::{Step, parse, step};
    use crate::scale::{Reading, State};

    #[test]
    fn lines_are_read() {
        let net = |grams, is_stable| Some(Reading { net: true, ..Reading::weight(grams, is_stable) });
        let gross = |grams, is_stable| Some(Reading::weight(grams, is_stable));
        let cases: [(&[u8], Option<Reading>); 23] = [
            (b"ST,GS,+  0.850kg", gross(850, true)),
            (b"US,GS,+  0.845kg", gross(845, false)),
            (b"ST,NT,+  0.730kg", net(730, true)),
            (b"ST,NT,-  0.120kg", net(-120, true)),
            (b"ST,GS,  0.850 kg", gross(850, true)),
            (b"ST,GS,+000.850kg", gross(850, true)),
            (b"US,NT,-  0.850,kg", net(-850, false)),
            (b"ST, GS+    5.12KG", gross(5120, true)),
            (b"ST,+00850.5  g", gross(851, true)),
            (b"ST,GS,1\xC4,  00.850 kg", gross(850, true)),
            (b"US,NT,1\x82,-  0.850 kg", net(-850, false)),
            (b"OL,GS,+       kg", Some(Reading::without_weight(State::Overload))),
            (b"OL,GS,1\x80,         kg", Some(Reading::without_weight(State::Overload))),
            (b"ST,GS,+  1.874lb", Some(Reading::trouble(ScaleTrouble::WrongUnit))),
            (b"ST,GS,+  0.850", None),
            (b"ST,GS,+  0.8ST,GS,+  0.850kg", None),
            (b",GS,+  0.850kg", None),
            (b"  0.850kg", None),
            (b"ST,GS,+  0.8x0kg", None),
            (b"#ST,GS,+  0.850kg", None),
            (b"QT,+      12PC", None),
            (b"ST,GS,", None),
            (b"ST,GS,00,850kg", None),
        ];
        for (line, expected) in cases {
            assert_eq!(parse(line), expected, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn a_line_ends_with_its_end() {
        assert_eq!(step(b"ST,GS,+  0.850kg\r\n"), Step::Frame(17, Reading::weight(850, true)));
        assert_eq!(step(b"\nST"), Step::Skip(1));
        assert_eq!(step(b"ST,GS,+  0.850kg"), Step::Wait);
    }
}
