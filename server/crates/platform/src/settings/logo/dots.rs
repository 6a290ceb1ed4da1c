//! Converts the logo for papers: to black dots for receipt printers, to pixels on white for A4 sheets.

use super::Pixels;
use comanda_ticket::Bitmap;
use image::{
    DynamicImage, RgbImage, Rgba, RgbaImage,
    imageops::{self, FilterType, colorops::BiLevel},
};

/// The largest size in dots: 40 by 22 mm; the narrowest paper has 384 dots.
const MAX_SIZE_DOTS: (u32, u32) = (320, 176);

/// The least width and height: dithering spreads the error of a dot to the dots beside and below, which must exist.
const MIN_SIDE_DOTS: u32 = 2;

/// Dithers a stored picture to black dots; `None` where it is no picture.
pub(super) fn dither_to_bitmap(file: &[u8]) -> Option<Bitmap> {
    let mut picture = image::load_from_memory(file).ok()?;
    if picture.width() > MAX_SIZE_DOTS.0 || picture.height() > MAX_SIZE_DOTS.1 {
        picture = picture.resize(MAX_SIZE_DOTS.0, MAX_SIZE_DOTS.1, FilterType::Lanczos3);
    }
    let (width, height) = (picture.width().max(MIN_SIDE_DOTS), picture.height().max(MIN_SIDE_DOTS));
    let mut grey = DynamicImage::ImageRgb8(on_white(&picture, width, height)).into_luma8();
    imageops::dither(&mut grey, &BiLevel);
    let mut packed = Vec::with_capacity(grey.len() / 8 + 1);
    for row in grey.rows() {
        let row: Vec<bool> = row.map(|dot| dot.0[0] < 128).collect();
        for eight in row.chunks(8) {
            packed.push(eight.iter().enumerate().fold(0, |byte, (bit, black)| byte | (u8::from(*black) << (7 - bit))));
        }
    }
    Bitmap::new(u16::try_from(grey.width()).ok()?, u16::try_from(grey.height()).ok()?, packed).ok()
}

/// Draws a stored picture on white.
pub(super) fn decode_pixels(file: &[u8]) -> Option<Pixels> {
    let picture = image::load_from_memory(file).ok()?;
    let rgb = on_white(&picture, picture.width(), picture.height());
    Some(Pixels { width: rgb.width() as usize, height: rgb.height() as usize, rgb: rgb.into_raw() })
}

fn on_white(picture: &DynamicImage, width: u32, height: u32) -> RgbImage {
    let mut paper = RgbaImage::from_pixel(width, height, Rgba([255, 255, 255, 255]));
    imageops::overlay(&mut paper, &picture.to_rgba8(), 0, 0);
    DynamicImage::ImageRgba8(paper).into_rgb8()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::ImageFormat;
    use std::io::Cursor;

    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        // Left half black, right half clear.
        let picture = RgbaImage::from_fn(width, height, |x, _| Rgba([0, 0, 0, if x < width / 2 { 255 } else { 0 }]));
        let picture = DynamicImage::ImageRgba8(picture);
        let picture = if format == ImageFormat::Jpeg {
            DynamicImage::ImageRgb8(on_white(&picture, width, height))
        } else {
            picture
        };
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, format).unwrap();
        out.into_inner()
    }

    #[test]
    fn logos_fit_the_paper_and_transparency_becomes_white() {
        for (format, width, height, wide, high) in [
            (ImageFormat::Png, 64, 32, 64, 32),
            (ImageFormat::Jpeg, 1280, 320, 320, 80),
            (ImageFormat::Png, 400, 1600, 44, 176),
        ] {
            let file = file(width, height, format);
            let dots = dither_to_bitmap(&file).unwrap();
            assert_eq!((dots.width_dots(), dots.height_dots()), (wide, high), "{width}x{height}");
            let row = &dots.dots()[..dots.row_bytes()];
            assert_eq!((row[0], row[dots.row_bytes() - 1]), (0xff, 0x00), "{row:x?}");
            let sheet = decode_pixels(&file).unwrap();
            assert_eq!(sheet.rgb.len(), sheet.width * sheet.height * 3);
        }
        for (width, height) in [(1, 1), (1, 50), (50, 1), (5, 3000), (3000, 5), (2, 2)] {
            let file = file(width, height, ImageFormat::Png);
            let dots = dither_to_bitmap(&file).unwrap();
            assert!(dots.width_dots() >= 2 && dots.height_dots() >= 2, "{width}x{height}");
        }
        assert!(dither_to_bitmap(b"hola").is_none() && decode_pixels(b"").is_none());
    }
}
