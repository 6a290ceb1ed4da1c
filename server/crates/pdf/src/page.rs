//! An A4 page: text and rectangles in points from its upper left corner.

use super::{
    drawn::{self, TextPart},
    helvetica,
    picture::EmbeddedPicture,
};
use comanda_ticket::Glyph;
use printpdf::{BuiltinFont, Color, Greyscale, Op, PaintMode, PdfFontHandle, PdfPage, Point, Pt, Rect, TextItem};

pub(super) const WIDTH: f32 = 595.28;
pub(super) const HEIGHT: f32 = 841.89;

/// The alignment of a text relative to its `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Middle,
    Right,
}

/// The size and weight of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Font {
    pub size: f32,
    pub bold: bool,
}

/// Returns regular text of this size.
pub(super) const fn plain(size: f32) -> Font {
    Font { size, bold: false }
}
/// Returns bold text of this size.
pub(super) const fn bold(size: f32) -> Font {
    Font { size, bold: true }
}

/// The operations of a page so far.
#[derive(Debug, Default)]
pub(super) struct Page {
    ops: Vec<Op>,
}

impl Page {
    pub(super) fn into_pdf_page(self) -> PdfPage {
        PdfPage::new(Pt(WIDTH).into(), Pt(HEIGHT).into(), self.ops)
    }

    /// Writes a line of text whose base line is at `y`.
    pub(super) fn draw_text(&mut self, x: f32, y: f32, at: Align, font: Font, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let wide = helvetica::text_width(text, font.size, font.bold);
        let mut left = match at {
            Align::Left => x,
            Align::Middle => x - wide / 2.0,
            Align::Right => x - wide,
        };
        self.fill(0.0);
        for part in drawn::split_into_parts(text) {
            match part {
                TextPart::Written(text) => {
                    self.type_out(left, y, font, &text);
                    left += helvetica::text_width(&text, font.size, font.bold);
                }
                TextPart::Drawn(glyph) => {
                    let dot = font.size / f32::from(Glyph::HEIGHT_DOTS);
                    drawn::draw_glyph(&mut self.ops, glyph, (left, HEIGHT - y), (dot, dot), font.bold);
                    left += f32::from(glyph.width_dots) * dot;
                }
            }
        }
    }

    fn type_out(&mut self, left: f32, y: f32, font: Font, text: &str) {
        let face = if font.bold { BuiltinFont::HelveticaBold } else { BuiltinFont::Helvetica };
        self.ops.extend([
            Op::StartTextSection,
            Op::SetFont { font: PdfFontHandle::Builtin(face), size: Pt(font.size) },
            Op::SetTextCursor { pos: Point { x: Pt(left), y: Pt(HEIGHT - y) } },
            Op::ShowText { items: vec![TextItem::Text(text.to_owned())] },
            Op::EndTextSection,
        ]);
    }

    /// Draws a picture with its upper left corner at a point, in this width and height.
    pub(super) fn draw_picture(&mut self, x: f32, y: f32, (width, height): (f32, f32), picture: &EmbeddedPicture) {
        self.ops.push(picture.draw_at(x, HEIGHT - y - height, width));
    }

    /// Fills a rectangle below and to the right of a point; 0 is black, 1 is white.
    pub(super) fn fill_rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, grey: f32) {
        self.fill(grey);
        let mut area = Rect::from_xywh(Pt(x), Pt(HEIGHT - y - height), Pt(width), Pt(height));
        area.mode = Some(PaintMode::Fill);
        self.ops.push(Op::DrawRectangle { rectangle: area });
    }

    /// Draws the edges of a rectangle.
    pub(super) fn draw_frame(&mut self, x: f32, y: f32, width: f32, height: f32, thick: f32) {
        for (x, y, width, height) in [
            (x, y, width, thick),
            (x, y + height - thick, width, thick),
            (x, y, thick, height),
            (x + width - thick, y, thick, height),
        ] {
            self.fill_rectangle(x, y, width, height, 0.0);
        }
    }

    fn fill(&mut self, percent: f32) {
        let col = Color::Greyscale(Greyscale { percent, icc_profile: None });
        self.ops.push(Op::SetFillColor { col });
    }
}
