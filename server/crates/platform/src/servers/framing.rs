//! Splits messages into payloads of bounded length: `7f3a… 12 . […]` is the twelfth frame of the server `7f3a…` and the last of a
//! message; `+` marks a frame that is continued, `x` the last frame of a server that stops.

use comanda_base::db::MAX_PAYLOAD_BYTES;

/// The room for server, number and mark.
const HEAD_BYTES: usize = 64;

/// The mark of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameMark {
    /// More frames of the same message follow.
    More,
    Last,
    /// The server stops.
    End,
}

/// A parsed frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame<'t> {
    pub server: &'t str,
    pub number: u64,
    pub mark: FrameMark,
    pub text: &'t str,
}

/// Numbers the frames of one server.
#[derive(Debug)]
pub(super) struct FrameNumbering {
    server: String,
    last: u64,
}

impl FrameNumbering {
    pub(super) fn new(server: String) -> Self {
        Self { server, last: 0 }
    }

    /// Splits a message into frames, in their order.
    pub(super) fn split_into_frames(&mut self, whole: &str) -> Vec<String> {
        let mut frames = Vec::new();
        let mut rest = whole;
        loop {
            let end = rest.floor_char_boundary(MAX_PAYLOAD_BYTES - HEAD_BYTES);
            let (piece, remainder) = rest.split_at(end);
            frames.push(self.frame(if remainder.is_empty() { '.' } else { '+' }, piece));
            if remainder.is_empty() {
                return frames;
            }
            rest = remainder;
        }
    }

    /// Returns the last frame of a server that stops.
    pub(super) fn last_frame(&mut self) -> String {
        self.frame('x', "")
    }

    /// Leaves a number out, so that receivers notice that messages were not sent.
    pub(super) fn skip_number(&mut self) {
        self.last += 1;
    }

    fn frame(&mut self, mark: char, piece: &str) -> String {
        self.last += 1;
        format!("{} {} {mark} {piece}", self.server, self.last)
    }
}

/// Parses a frame; `None` for payloads of other programs.
pub(super) fn parse_frame(text: &str) -> Option<Frame<'_>> {
    let mut parts = text.splitn(4, ' ');
    let (server, number, mark, text) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let mark = match mark {
        "+" => FrameMark::More,
        "." => FrameMark::Last,
        "x" => FrameMark::End,
        _ => return None,
    };
    Some(Frame { server, number: number.parse().ok()?, mark, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_split_into_frames() {
        let mut framing = FrameNumbering::new("uno".into());
        assert_eq!(framing.split_into_frames("[]"), ["uno 1 . []"]);
        let long = "ñandú ".repeat(5_000);
        let frames = framing.split_into_frames(&long);
        assert!(frames.len() > 3 && frames.iter().all(|frame| frame.len() <= MAX_PAYLOAD_BYTES));
        let read: Vec<Frame<'_>> = frames.iter().map(|frame| parse_frame(frame).unwrap()).collect();
        assert_eq!(read.iter().map(|frame| frame.text).collect::<String>(), long);
        assert_eq!(
            read.iter().map(|frame| frame.number).collect::<Vec<_>>(),
            (2..2 + read.len() as u64).collect::<Vec<_>>()
        );
        assert!(read.iter().rev().skip(1).all(|frame| frame.mark == FrameMark::More));
        assert_eq!(read.last().map(|frame| frame.mark), Some(FrameMark::Last));
        assert_eq!(super::parse_frame(&framing.last_frame()).map(|frame| frame.mark), Some(FrameMark::End));
    }

    #[test]
    fn payloads_of_other_programs_are_ignored() {
        for text in ["", "hola", "uno dos . []", "uno 1 ? []", "uno 1 ."] {
            assert_eq!(parse_frame(text), None, "{text}");
        }
    }
}
