//! Shrinks uploads to small pictures: upright, without the camera's metadata, as JPEG, or as PNG where they are transparent.

use comanda_base::error::{Result, invalid};
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageReader, Limits,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
};
use sha2::{Digest, Sha256};
use std::io::Cursor;
use tokio::sync::Semaphore;

/// The most pixels: cameras make 50 million; more would be an attack on memory.
const MAX_PIXELS: u64 = 60_000_000;
const MAX_SIDE: u32 = 20_000;
/// The largest decoded picture: four channels of one byte. No camera makes deeper pictures of that size.
const MAX_DECODED_BYTES: u64 = MAX_PIXELS * 4;
/// The most memory that the decoder may allocate.
const MAX_MEMORY_BYTES: u64 = 320 * 1024 * 1024;
const JPEG_QUALITY: u8 = 84;
/// Limits decoding to two pictures at a time, since the server may be a small PC.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// A shrunk picture, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Picture {
    /// The hash of the content.
    pub hash: String,
    /// `image/jpeg` or `image/png`.
    pub media_type: String,
    pub width: i64,
    pub height: i64,
    pub bytes: Vec<u8>,
}

impl Picture {
    /// The URL path of the picture, which is different for every content.
    pub fn address(&self) -> String {
        format!("/api/pictures/{}", self.hash)
    }
}

/// Decodes a PNG, JPEG or WebP and shrinks it into a square of `side_px`; smaller pictures keep their size.
///
/// # Errors
/// `invalid` at `image` for anything else, or for more pixels than a camera makes.
pub async fn shrink_upload(bytes: Vec<u8>, side_px: u32) -> Result<Picture> {
    let _turn = AT_ONCE.acquire().await.map_err(anyhow::Error::from)?;
    let shrunk = tokio::task::spawn_blocking(move || shrink(&bytes, side_px)).await.map_err(anyhow::Error::from)?;
    match shrunk {
        Ok(picture) => Ok(picture),
        Err(PictureError::TooLarge) => invalid(
            "image",
            "La imagen tiene demasiados puntos. Usa una foto de hasta 60 megapíxeles y 8 bits por color.",
        )
        .err(),
        Err(PictureError::NoPicture) => {
            invalid("image", "No pudimos leer la imagen. Usa un archivo JPG, PNG o WebP que se abra bien.").err()
        }
    }
}

enum PictureError {
    TooLarge,
    NoPicture,
}
impl From<image::ImageError> for PictureError {
    fn from(e: image::ImageError) -> Self {
        if matches!(e, image::ImageError::Limits(_)) { Self::TooLarge } else { Self::NoPicture }
    }
}

fn shrink(bytes: &[u8], side_px: u32) -> Result<Picture, PictureError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| PictureError::NoPicture)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(PictureError::TooLarge);
    }
    let upright = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    if width > side_px || height > side_px {
        picture = picture.thumbnail(side_px, side_px);
    }
    picture.apply_orientation(upright);
    Ok(encode(&picture)?)
}

fn encode(picture: &DynamicImage) -> Result<Picture, image::ImageError> {
    let (width, height) = (picture.width(), picture.height());
    let mut bytes = Vec::new();
    let shines_through = picture.color().has_alpha() && picture.to_rgba8().pixels().any(|p| p.0[3] < u8::MAX);
    let media_type = if shines_through {
        let rgba = picture.to_rgba8();
        PngEncoder::new(&mut bytes).write_image(rgba.as_raw(), width, height, ExtendedColorType::Rgba8)?;
        "image/png"
    } else {
        let rgb = picture.to_rgb8();
        let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
        encoder.write_image(rgb.as_raw(), width, height, ExtendedColorType::Rgb8)?;
        "image/jpeg"
    };
    Ok(Picture {
        hash: hex::encode(&Sha256::digest(&bytes)[..16]),
        media_type: media_type.to_owned(),
        width: i64::from(width),
        height: i64::from(height),
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    fn png(picture: &DynamicImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[tokio::test]
    async fn a_large_photo_becomes_a_small_jpeg_of_the_same_shape() {
        let photo = DynamicImage::ImageRgb8(RgbImage::from_pixel(1600, 800, Rgb([200, 30, 30])));
        let small = shrink_upload(png(&photo), 640).await.unwrap();
        assert_eq!((small.media_type.as_str(), small.width, small.height), ("image/jpeg", 640, 320));
        assert_eq!(small, shrink_upload(png(&photo), 640).await.unwrap(), "the same content has the same address");
    }

    #[tokio::test]
    async fn transparent_pictures_become_png_and_small_ones_keep_their_size() {
        let logo = DynamicImage::ImageRgba8(RgbaImage::from_pixel(40, 20, Rgba([0, 0, 0, 10])));
        let small = shrink_upload(png(&logo), 640).await.unwrap();
        assert_eq!((small.media_type.as_str(), small.width, small.height), ("image/png", 40, 20));
        let opaque = DynamicImage::ImageRgba8(RgbaImage::from_pixel(40, 20, Rgba([0, 0, 0, 255])));
        assert_eq!(shrink_upload(png(&opaque), 640).await.unwrap().media_type, "image/jpeg");
    }

    #[tokio::test]
    async fn a_picture_may_be_as_thin_as_a_line() {
        for (width, height, wide, high) in [(1, 1, 1, 1), (1, 5000, 1, 640), (20_000, 1, 640, 1)] {
            let small =
                shrink_upload(png(&DynamicImage::ImageLuma8(image::GrayImage::new(width, height))), 640).await.unwrap();
            assert_eq!((small.width, small.height), (wide, high));
        }
    }

    #[test]
    fn a_corrupted_picture_never_panics() {
        let photo = DynamicImage::ImageRgb8(RgbImage::from_fn(48, 32, |x, y| Rgb([x as u8, y as u8, 90])));
        let as_file = |format| {
            let mut bytes = Cursor::new(Vec::new());
            photo.write_to(&mut bytes, format).unwrap();
            bytes.into_inner()
        };
        let files = [image::ImageFormat::Png, image::ImageFormat::Jpeg, image::ImageFormat::WebP].map(as_file);
        let corpus = files.each_ref().map(Vec::as_slice);
        comanda_test_support::hostile::assert_survives_mutations("picture", &corpus, |file| drop(shrink(file, 640)));
    }

    #[test]
    fn pictures_that_need_too_much_memory_are_refused() {
        let mut deep = png(&DynamicImage::new_rgba16(1, 1));
        // The header claims 9,000 by 6,000 pixels.
        deep[16..24].copy_from_slice(&[0, 0, 0x23, 0x28, 0, 0, 0x17, 0x70]);
        comanda_test_support::hostile::fix_png_checksums(&mut deep);
        assert!(matches!(shrink(&deep, 640), Err(PictureError::TooLarge)), "two at a time would take a gigabyte");
    }

    #[tokio::test]
    async fn files_that_are_no_picture_are_refused() {
        let photo = DynamicImage::ImageRgb8(RgbImage::new(64, 64));
        let cut = png(&photo)[..60].to_vec();
        let wide = png(&DynamicImage::ImageLuma8(image::GrayImage::new(20_001, 1)));
        for bad in [Vec::new(), b"<svg onload=alert(1)>".to_vec(), b"GIF89a".to_vec(), cut, wide] {
            assert!(shrink_upload(bad, 640).await.is_err());
        }
    }
}
