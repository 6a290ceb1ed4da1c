//! One-bit pictures, such as the company's logo and QR codes.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

/// A picture of black and white dots, rows from top to bottom, each row padded to whole bytes, the leftmost dot in
/// the highest bit, 1 for black. In JSON the dots are base64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Encoded", into = "Encoded")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PaperPicture))]
pub struct Bitmap {
    width_dots: u16,
    height_dots: u16,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    dots: Vec<u8>,
}

/// The error of a picture whose number of bytes does not fit its width and height, or whose text is not base64.
#[derive(Debug, PartialEq, Eq)]
pub struct BitmapError;

#[derive(Serialize, Deserialize)]
struct Encoded {
    width_dots: u16,
    height_dots: u16,
    dots: String,
}

impl Bitmap {
    /// Creates a picture from packed rows.
    ///
    /// # Errors
    /// Returns an error if `dots` is not `height_dots` rows of `width_dots` bits rounded up to bytes.
    pub fn new(width_dots: u16, height_dots: u16, dots: Vec<u8>) -> Result<Self, BitmapError> {
        let expected = usize::from(width_dots).div_ceil(8) * usize::from(height_dots);
        if width_dots == 0 || height_dots == 0 || dots.len() != expected {
            return Err(BitmapError);
        }
        Ok(Self { width_dots, height_dots, dots })
    }

    /// Width in dots (203 to the inch on nearly every receipt printer).
    #[must_use]
    pub fn width_dots(&self) -> u16 {
        self.width_dots
    }

    /// Height in dots.
    #[must_use]
    pub fn height_dots(&self) -> u16 {
        self.height_dots
    }

    /// Bytes of one row.
    #[must_use]
    pub fn row_bytes(&self) -> usize {
        usize::from(self.width_dots).div_ceil(8)
    }

    /// Returns a hash of the dots in 16 hexadecimal digits. It tells a company's few logos apart and does not protect against
    /// forgery.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        // FNV-1a.
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        let sizes = [self.width_dots.to_le_bytes(), self.height_dots.to_le_bytes()];
        let hash = sizes.as_flattened().iter().chain(&self.dots).fold(0xcbf2_9ce4_8422_2325, mix);
        format!("{hash:016x}")
    }

    /// The packed rows.
    #[must_use]
    pub fn dots(&self) -> &[u8] {
        &self.dots
    }
}

impl TryFrom<Encoded> for Bitmap {
    type Error = BitmapError;

    fn try_from(encoded: Encoded) -> Result<Self, BitmapError> {
        let dots = STANDARD.decode(encoded.dots).map_err(|_| BitmapError)?;
        Self::new(encoded.width_dots, encoded.height_dots, dots)
    }
}

impl From<Bitmap> for Encoded {
    fn from(bitmap: Bitmap) -> Self {
        Self { width_dots: bitmap.width_dots, height_dots: bitmap.height_dots, dots: STANDARD.encode(&bitmap.dots) }
    }
}

impl std::fmt::Display for BitmapError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the picture's bytes do not belong to its width and height")
    }
}

impl std::error::Error for BitmapError {}
