//! Cutting a stream of ESC/POS into commands.

/// One command, or a stretch of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command<'a> {
    /// Its bytes, operands and data included.
    pub bytes: &'a [u8],
}

/// The first command of `stream`; none when it is not complete yet.
#[must_use]
pub fn split(stream: &[u8]) -> Option<Command<'_>> {
    let length = match stream.first()? {
        0x1b => escape(stream)?,
        0x1c => 2,
        0x1d => group(stream)?,
        _ => 1,
    };
    stream.get(..length).map(|bytes| Command { bytes })
}

fn escape(stream: &[u8]) -> Option<usize> {
    Some(match stream.get(1)? {
        b'@' => 2,
        b'B' => 4,
        b'p' => 5,
        b'(' => counted(stream)?,
        _ => 3,
    })
}

fn group(stream: &[u8]) -> Option<usize> {
    Some(match stream.get(1)? {
        b'(' => counted(stream)?,
        b'V' if *stream.get(2)? >= 65 => 4,
        b'k' => 4 + usize::from(*stream.get(3)?),
        b'v' => {
            let row_bytes = usize::from(u16::from_le_bytes([*stream.get(4)?, *stream.get(5)?]));
            let rows = usize::from(u16::from_le_bytes([*stream.get(6)?, *stream.get(7)?]));
            8 + row_bytes * rows
        }
        _ => 3,
    })
}

/// `x ( y pL pH …`: the length says itself.
fn counted(stream: &[u8]) -> Option<usize> {
    Some(5 + usize::from(u16::from_le_bytes([*stream.get(3)?, *stream.get(4)?])))
}
