//! A picture in colour on an A4 page.

use comanda_platform::settings::logo::Pixels;
use printpdf::{Op, PdfDocument, Pt, RawImage, RawImageData, RawImageFormat, XObjectId, XObjectTransform};

/// The points of an inch.
const INCH: f32 = 72.0;

/// A picture that was added to a document, to be drawn on its pages.
#[derive(Debug, Clone)]
pub(super) struct EmbeddedPicture {
    id: XObjectId,
    width: f32,
    height: f32,
}

impl EmbeddedPicture {
    /// Adds the picture to the document.
    pub(super) fn embed(document: &mut PdfDocument, pixels: &Pixels) -> Self {
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

    /// Returns the size in points at which the picture fits.
    pub(super) fn size_within(&self, max_width: f32, max_height: f32) -> (f32, f32) {
        // Not below 110 pixels an inch, so that a small picture stays small.
        let scale = (max_width / self.width).min(max_height / self.height).min(INCH / 110.0);
        (self.width * scale, self.height * scale)
    }

    /// Draws the picture with its lower left corner at a point and with this width, in PDF coordinates.
    pub(super) fn draw_at(&self, left: f32, bottom: f32, width: f32) -> Op {
        let transform = XObjectTransform {
            translate_x: Some(Pt(left)),
            translate_y: Some(Pt(bottom)),
            dpi: Some(self.width * INCH / width),
            ..XObjectTransform::default()
        };
        Op::UseXobject { id: self.id.clone(), transform }
    }
}
