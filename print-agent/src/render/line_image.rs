//! Draws a line as a picture, for letters that the printer's code page lacks.

use comanda_ticket::{Bitmap, Canvas, Run, profile::Profile, text_height};

/// The dots between lines of text, like the line feed of printers.
const LINE_GAP_DOTS: u16 = 6;

/// Draws a line with the width of the paper.
pub(super) fn draw_line(runs: &[Run], profile: &Profile) -> Option<Bitmap> {
    let column = profile.dots / u16::try_from(profile.columns()).ok()?;
    let mut canvas = Canvas::new(profile.dots, text_height(runs) + LINE_GAP_DOTS);
    canvas.draw_runs(runs, (0, 0), column);
    canvas.into_bitmap()
}
