//! Draws QR codes as pictures, for printers that cannot draw them.

use comanda_ticket::Bitmap;
use qrcode::{Color, EcLevel, QrCode};

/// The white squares around the code; the paper's margins and the lines above and below add to them.
const QUIET_SQUARES: usize = 2;

/// Draws `data` with squares of `square_dots`, or smaller ones where the code would not fit into `dots`. `None` when the data are too long
/// for any QR code, or the code too large for the paper.
pub(super) fn draw_qr(data: &[u8], square_dots: usize, dots: usize) -> Option<Bitmap> {
    // Correction level Q: the one that SUNAT prescribes for the code of a printed document.
    let code = QrCode::with_error_correction_level(data, EcLevel::Q).ok()?;
    let squares = code.width() + 2 * QUIET_SQUARES;
    let square = square_dots.min(dots / squares);
    let side = squares * square;
    let colors = code.to_colors();
    let dark = |x: usize, y: usize| {
        let code_square =
            |dot: usize| (dot / square).checked_sub(QUIET_SQUARES).filter(|square| *square < code.width());
        code_square(x).zip(code_square(y)).is_some_and(|(x, y)| colors[y * code.width() + x] == Color::Dark)
    };
    let row_bytes = side.div_ceil(8);
    let mut packed = vec![0; row_bytes * side];
    for y in 0..side {
        for x in (0..side).filter(|x| dark(*x, y)) {
            packed[y * row_bytes + x / 8] |= 0x80 >> (x % 8);
        }
    }
    let side = u16::try_from(side).ok()?;
    Bitmap::new(side, side, packed).ok()
}
