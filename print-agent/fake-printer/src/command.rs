//! Splits a stream of ESC/POS bytes into commands.

/// One command, or one byte of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command<'a> {
    /// All its bytes, including operands and data.
    pub bytes: &'a [u8],
}

/// Returns the first command of `stream`, or none if the command is not complete yet.
#[must_use]
pub fn split(stream: &[u8]) -> Option<Command<'_>> {
    let length = match stream.first()? {
        0x1b => escape_length(stream)?,
        0x1c => 2,
        0x1d => gs_command_length(stream)?,
        _ => 1,
    };
    stream.get(..length).map(|bytes| Command { bytes })
}

fn escape_length(stream: &[u8]) -> Option<usize> {
    Some(match stream.get(1)? {
        b'@' => 2,
        b'B' => 4,
        b'p' => 5,
        b'(' => counted_length(stream)?,
        _ => 3,
    })
}

fn gs_command_length(stream: &[u8]) -> Option<usize> {
    Some(match stream.get(1)? {
        b'(' => counted_length(stream)?,
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

/// The length of a command of the form `x ( y pL pH …`, which contains the length of its data.
fn counted_length(stream: &[u8]) -> Option<usize> {
    Some(5 + usize::from(u16::from_le_bytes([*stream.get(3)?, *stream.get(4)?])))
}
