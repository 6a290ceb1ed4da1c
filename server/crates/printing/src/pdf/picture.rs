//! A picture in colour on a sheet.

use comanda_platform::settings::logo::Pixels;
use printpdf::{Op, PdfDocument, Pt, RawImage, RawImageData, RawImageFormat, XObjectId, XObjectTransform};

/// Points of an inch.
const INCH: f32 = 72.0;

/// A picture that is part of a document, to be drawn on its pages.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    id: XObjectId,
    width: f32,
    height: f32,
}

impl Placed {
    /// Makes it part of the document.
    pub(super) fn of(document: &mut PdfDocument, pixels: &Pixels) -> Self {
        let raw = RawImage {
            pixels: RawImageData::U8(pixels.rgb.clone()),
            width: pixels.width,
            height: pixels.height,
            data_format: RawImageFormat::RGB8,
            tag: Vec::new(),
        };
        let id = document.add_image(&raw);
        Self { id, width: pixels.width as f32, height: pixels.height as f32 }
    }

    /// How large it is drawn so that it fits, in points.
    pub(super) fn fitted(&self, most_width: f32, most_height: f32) -> (f32, f32) {
        // No coarser than 110 points an inch: a small picture stays small.
        let scale = (most_width / self.width).min(most_height / self.height).min(INCH / 110.0);
        (self.width * scale, self.height * scale)
    }

    /// Draws it with its lower left corner there, this wide, in points of PDF's own direction.
    pub(super) fn at(&self, left: f32, bottom: f32, width: f32) -> Op {
        let transform = XObjectTransform {
            translate_x: Some(Pt(left)),
            translate_y: Some(Pt(bottom)),
            dpi: Some(self.width * INCH / width),
            ..XObjectTransform::default()
        };
        Op::UseXobject { id: self.id.clone(), transform }
    }
}
