//! Commands for pictures: printed in bands, or stored in the printer's own memory.

use comanda_ticket::Bitmap;

use super::escpos::{GS, RESTART};

/// The rows of a picture that are sent at once: cheap printers have a buffer for one band of 24.
const BAND_ROWS: usize = 24;
/// The key of the logo in the printer's memory; a new logo replaces the old one.
const KEY: [u8; 2] = *b"CL";
/// The bytes of the operands of `GS ( L` before the dots.
const STORE_OPERANDS: usize = 11;

/// Returns the commands that print a picture: `GS v 0`, in bands.
pub(super) fn raster_commands(picture: &Bitmap) -> Vec<u8> {
    let row_bytes = picture.row_bytes();
    let Ok(width) = u16::try_from(row_bytes) else {
        return Vec::new();
    };
    let mut out = Vec::with_capacity(picture.dots().len() + 64);
    for band in picture.dots().chunks(row_bytes * BAND_ROWS) {
        let rows = u16::try_from(band.len() / row_bytes).unwrap_or_default();
        out.extend_from_slice(&[GS, b'v', b'0', 0]);
        out.extend_from_slice(&width.to_le_bytes());
        out.extend_from_slice(&rows.to_le_bytes());
        dots(band, &mut out);
    }
    out
}

/// Appends the dots of a band. `10 04`, `10 05` and `10 14` within a picture would trigger real-time commands; one more black dot
/// prevents this.
fn dots(band: &[u8], out: &mut Vec<u8>) {
    for (index, byte) in band.iter().enumerate() {
        let next = band.get(index + 1).copied();
        let fires = *byte == 0x10 && matches!(next, Some(0x04 | 0x05 | 0x14) | None);
        out.push(if fires { 0x11 } else { *byte });
    }
}

/// Returns the command that stores the logo in the printer's non-volatile memory (`GS ( L`, function 67), or `None` if the logo is too
/// large. Printers are made for some ten of these commands a day.
#[must_use]
pub fn store_logo_command(picture: &Bitmap) -> Option<Vec<u8>> {
    let length = u16::try_from(STORE_OPERANDS + picture.dots().len()).ok()?;
    let mut out = Vec::with_capacity(picture.dots().len() + 20);
    out.extend_from_slice(&RESTART);
    out.extend_from_slice(&[GS, b'(', b'L']);
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&[48, 67, 48, KEY[0], KEY[1], 1]);
    out.extend_from_slice(&picture.width_dots().to_le_bytes());
    out.extend_from_slice(&picture.height_dots().to_le_bytes());
    out.push(49);
    dots(picture.dots(), &mut out);
    Some(out)
}

/// The command that prints the stored logo at its own size (function 69).
pub(super) const STORED_LOGO: [u8; 11] = [GS, b'(', b'L', 6, 0, 48, 69, KEY[0], KEY[1], 1, 1];
