//! Parses the bytes that a printer sends. The kinds of answers differ in their bits.

/// One answer of a printer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The answer to `DLE EOT`. The query tells which of the four it is.
    Live(u8),
    /// The answer to `GS r`: everything before it was consumed.
    Consumed,
    /// The answer to `GS ( H`: the job with this id is on paper.
    Completed([u8; 4]),
    /// The answer to `DLE DC4` function 8: the buffers are empty.
    Cleared,
    /// The answer to `GS I` with an operand from 65 on: maker, model, serial number.
    Info(String),
    /// An unrequested report of a change, after `GS a`.
    Changed,
    /// The answer of a printer that speaks TSPL to `ESC ! ?`.
    Tspl(u8),
}

/// The parser of answers, with the bytes that do not make a whole answer yet.
#[derive(Debug, Default)]
pub struct Answers {
    pending: Vec<u8>,
    /// Whether the printer speaks TSPL, in which each answer is one byte.
    speaks_tspl: bool,
}

/// The longest block; longer ones are noise.
const MAX_BLOCK_BYTES: usize = 80;

impl Answers {
    /// Creates the parser for a printer that speaks TSPL.
    pub fn of_tspl() -> Self {
        Self { speaks_tspl: true, ..Self::default() }
    }

    /// Adds received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
    }

    /// Drops all bytes so far, which answer an older query.
    pub fn forget(&mut self) {
        self.pending.clear();
    }

    /// Returns the next whole answer.
    pub fn next_answer(&mut self) -> Option<Answer> {
        if self.speaks_tspl {
            return (!self.pending.is_empty()).then(|| Answer::Tspl(self.pending.remove(0)));
        }
        while let Some(&first) = self.pending.first() {
            let (length, answer) = match first {
                0x37 | b'_' => self.block()?,
                _ if first & 0b1001_0011 == 0b0001_0010 => (1, Some(Answer::Live(first))),
                // An automatic status is four unrequested bytes.
                _ if first & 0b1001_0011 == 0b0001_0000 && self.pending.len() < 4 => return None,
                _ if first & 0b1001_0011 == 0b0001_0000 => (4, Some(Answer::Changed)),
                _ if first & 0b1001_0000 == 0 => (1, Some(Answer::Consumed)),
                _ => (1, None),
            };
            self.pending.drain(..length);
            if answer.is_some() {
                return answer;
            }
        }
        None
    }

    /// Parses a block: `37` or `5F`, a kind or none, data, `00`. `None` while it is not complete.
    fn block(&self) -> Option<(usize, Option<Answer>)> {
        match self.pending.as_slice() {
            [0x37, 0x22, a, b, c, d, 0, ..] => Some((7, Some(Answer::Completed([*a, *b, *c, *d])))),
            [0x37, 0x25, 0, ..] => Some((3, Some(Answer::Cleared))),
            [0x37, 0x22, rest @ ..] if rest.len() < 5 => None,
            other => match other.iter().position(|byte| *byte == 0) {
                Some(end) => Some((end + 1, (other[0] == b'_').then(|| Answer::Info(text(&other[1..end]))))),
                None if other.len() > MAX_BLOCK_BYTES => Some((1, None)),
                None => None,
            },
        }
    }
}

fn text(bytes: &[u8]) -> String {
    let visible = bytes.iter().filter(|byte| byte.is_ascii_graphic() || **byte == b' ');
    visible.map(|byte| char::from(*byte)).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Answer, Answers};

    fn read(pieces: &[&[u8]]) -> Vec<Answer> {
        let mut answers = Answers::default();
        let mut read = Vec::new();
        for piece in pieces {
            answers.push(piece);
            read.extend(std::iter::from_fn(|| answers.next_answer()));
        }
        read
    }

    #[test]
    fn answers_are_distinguished_however_they_are_split() {
        let whole: &[u8] = b"\x12\x10\x00\x00\x0f\x00\x37\x2212AB\x00\x16_TM-T20 2\x00\x37\x25\x00\x13\x72";
        let expected = [
            Answer::Live(0x12),
            Answer::Changed,
            Answer::Consumed,
            Answer::Completed(*b"12AB"),
            Answer::Live(0x16),
            Answer::Info("TM-T20 2".into()),
            Answer::Cleared,
            Answer::Live(0x72),
        ];
        assert_eq!(read(&[whole]), expected);
        for at in 1..whole.len() {
            assert_eq!(read(&[&whole[..at], &whole[at..]]), expected, "cut at {at}");
        }
    }
}
