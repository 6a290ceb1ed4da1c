//! A page of a receipt: text in columns and black rectangles, from top to bottom.

use super::drawn::{self, TextPart};
use comanda_ticket::{Run, Size, Style, width_of};
use printpdf::{BuiltinFont, Color, Greyscale, Op, PaintMode, PdfFontHandle, PdfPage, Point, Pt, Rect, TextItem};

/// The points of a millimetre.
pub(super) const MM: f32 = 72.0 / 25.4;
/// The width of a column: 48 columns are 72 mm, the printable width of 80 mm paper.
pub(super) const COLUMN: f32 = 1.5 * MM;
/// The height of a line of normal text.
pub(super) const LINE: f32 = 3.5 * MM;
/// The font size: a Courier character is 0.6 of it wide.
const FONT: f32 = COLUMN / 0.6;
/// The dot of a drawn letter: twelve of them are a column.
const DOT: f32 = COLUMN / 12.0;
/// The distance from the line's lower edge to its base line, for each text row of height.
const BASE: f32 = LINE * 0.3;

#[derive(Debug)]
pub(super) struct Canvas {
    ops: Vec<Op>,
    width: f32,
    height: f32,
    left: f32,
    /// The distance of the pen from the page's lower edge.
    y: f32,
}

impl Canvas {
    pub fn new(width: f32, height: f32, columns: usize) -> Self {
        let left = (width - columns as f32 * COLUMN) / 2.0;
        Self { ops: Vec::new(), width, height, left, y: height }
    }

    pub fn into_page(self) -> PdfPage {
        PdfPage::new(Pt(self.width).into(), Pt(self.height).into(), self.ops)
    }

    /// Moves the pen down.
    pub fn move_down(&mut self, distance: f32) {
        self.y -= distance;
    }

    /// Returns the left edge of something of this width that is centred.
    pub fn centred_left_edge(&self, width: f32) -> f32 {
        (self.width - width) / 2.0
    }

    /// Draws a black rectangle below the pen.
    pub fn draw_black(&mut self, x: f32, width: f32, height: f32) {
        self.set_colour(0.0);
        let mut area = Rect::from_xywh(Pt(x), Pt(self.y - height), Pt(width), Pt(height));
        area.mode = Some(PaintMode::Fill);
        self.ops.push(Op::DrawRectangle { rectangle: area });
    }

    /// Writes a line of runs on one base line, and moves past it.
    pub fn draw_line(&mut self, runs: &[Run], height: f32) {
        let mut x = self.left;
        let base = self.y - height + height / LINE * BASE;
        for run in runs {
            let width = (width_of(&run.text) * run.style.char_columns()) as f32 * COLUMN;
            if run.style.reverse {
                self.draw_black(x, width, height);
            }
            self.write(x, base, &run.text, run.style);
            x += width;
        }
        self.move_down(height);
    }

    /// Writes plain text below the pen at `x`.
    pub fn draw_plain(&mut self, x: f32, text: &str) {
        self.write(x, self.y - LINE + BASE, text, Style::NORMAL);
    }

    fn write(&mut self, mut x: f32, base: f32, text: &str, style: Style) {
        if text.trim().is_empty() {
            return;
        }
        self.set_colour(if style.reverse { 1.0 } else { 0.0 });
        let (wide, tall) = match style.size {
            Size::Normal => (DOT, DOT),
            Size::Tall => (DOT, DOT * 2.0),
            Size::Double => (DOT * 2.0, DOT * 2.0),
        };
        for part in drawn::split_into_parts(text) {
            match part {
                TextPart::Written(text) => {
                    self.type_out(x, base, &text, style);
                    x += (text.chars().count() * style.char_columns()) as f32 * COLUMN;
                }
                TextPart::Drawn(glyph) => {
                    drawn::draw_glyph(&mut self.ops, glyph, (x, base), (wide, tall), style.bold);
                    x += f32::from(glyph.width_dots) * wide;
                }
            }
        }
    }

    fn type_out(&mut self, x: f32, base: f32, text: &str, style: Style) {
        let font = if style.bold { BuiltinFont::CourierBold } else { BuiltinFont::Courier };
        let (size, percent) = match style.size {
            Size::Normal => (FONT, 100.0),
            Size::Tall => (FONT * 2.0, 50.0),
            Size::Double => (FONT * 2.0, 100.0),
        };
        self.ops.extend([
            Op::StartTextSection,
            Op::SetFont { font: PdfFontHandle::Builtin(font), size: Pt(size) },
            Op::SetHorizontalScaling { percent },
            Op::SetTextCursor { pos: Point { x: Pt(x), y: Pt(base) } },
            Op::ShowText { items: vec![TextItem::Text(text.to_owned())] },
            Op::EndTextSection,
        ]);
    }

    fn set_colour(&mut self, percent: f32) {
        let col = Color::Greyscale(Greyscale { percent, icc_profile: None });
        self.ops.push(Op::SetFillColor { col });
    }
}
