//! Messages as payloads of a bounded length: `7f3a… 12 . […]` is the twelfth text of the server `7f3a…` and the last of what it
//! says at once; `+` stands where more of it follows, `x` where the server ends.

use comanda_base::db::MAX_PAYLOAD_BYTES;

/// Room for server, number and mark.
const HEAD_BYTES: usize = 64;

/// What stands before a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// More of the same follows.
    More,
    Last,
    /// Its server ends.
    End,
}

/// One text, read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame<'t> {
    pub server: &'t str,
    pub number: u64,
    pub mark: Mark,
    pub text: &'t str,
}

/// Numbers what one server says.
#[derive(Debug)]
pub(super) struct Framing {
    server: String,
    last: u64,
}

impl Framing {
    pub(super) fn of(server: String) -> Self {
        Self { server, last: 0 }
    }

    /// The texts of something, in their order.
    pub(super) fn frames(&mut self, whole: &str) -> Vec<String> {
        let mut frames = Vec::new();
        let mut rest = whole;
        loop {
            let end = rest.floor_char_boundary(MAX_PAYLOAD_BYTES - HEAD_BYTES);
            let (piece, behind) = rest.split_at(end);
            frames.push(self.frame(if behind.is_empty() { '.' } else { '+' }, piece));
            if behind.is_empty() {
                return frames;
            }
            rest = behind;
        }
    }

    /// The last payload of a server that stops.
    pub(super) fn end(&mut self) -> String {
        self.frame('x', "")
    }

    /// Leaves a number out, so that receivers know that something was not sent.
    pub(super) fn skip(&mut self) {
        self.last += 1;
    }

    fn frame(&mut self, mark: char, piece: &str) -> String {
        self.last += 1;
        format!("{} {} {mark} {piece}", self.server, self.last)
    }
}

/// Reads a text; none where it is none of ours.
pub(super) fn read(text: &str) -> Option<Frame<'_>> {
    let mut parts = text.splitn(4, ' ');
    let (server, number, mark, text) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let mark = match mark {
        "+" => Mark::More,
        "." => Mark::Last,
        "x" => Mark::End,
        _ => return None,
    };
    Some(Frame { server, number: number.parse().ok()?, mark, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_said_in_pieces_that_the_database_takes() {
        let mut framing = Framing::of("uno".into());
        assert_eq!(framing.frames("[]"), ["uno 1 . []"]);
        let long = "ñandú ".repeat(5_000);
        let frames = framing.frames(&long);
        assert!(frames.len() > 3 && frames.iter().all(|frame| frame.len() <= MAX_PAYLOAD_BYTES));
        let read: Vec<Frame<'_>> = frames.iter().map(|frame| read(frame).unwrap()).collect();
        assert_eq!(read.iter().map(|frame| frame.text).collect::<String>(), long);
        assert_eq!(
            read.iter().map(|frame| frame.number).collect::<Vec<_>>(),
            (2..2 + read.len() as u64).collect::<Vec<_>>()
        );
        assert!(read.iter().rev().skip(1).all(|frame| frame.mark == Mark::More));
        assert_eq!(read.last().map(|frame| frame.mark), Some(Mark::Last));
        assert_eq!(super::read(&framing.end()).map(|frame| frame.mark), Some(Mark::End));
    }

    #[test]
    fn what_others_say_on_the_same_channel_is_none_of_ours() {
        for text in ["", "hola", "uno dos . []", "uno 1 ? []", "uno 1 ."] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
