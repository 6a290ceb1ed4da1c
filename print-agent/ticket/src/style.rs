//! The look of a piece of text: weight, size, reverse video and alignment.

use serde::{Deserialize, Serialize};

/// Height and width of the characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TextSize))]
pub enum Size {
    /// One column wide, one line high.
    #[default]
    Normal,
    /// Double height only (`h` in the drawings): as many columns as normal text.
    Tall,
    /// Double height and width (`2x` in the drawings): each character takes two columns.
    Double,
}

/// The position of a line between the margins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// At the left margin.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right margin.
    Right,
}

/// The look of a run of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TextStyle))]
pub struct Style {
    /// Emphasised.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bold: bool,
    /// Height and width.
    #[serde(default, skip_serializing_if = "Size::is_normal")]
    pub size: Size,
    /// White on black.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reverse: bool,
}

impl Size {
    fn is_normal(&self) -> bool {
        *self == Self::Normal
    }
}

impl Style {
    /// Plain text.
    pub const NORMAL: Self = Self { bold: false, size: Size::Normal, reverse: false };

    /// Returns this style in bold.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// Returns this style in double height.
    #[must_use]
    pub const fn tall(mut self) -> Self {
        self.size = Size::Tall;
        self
    }

    /// Returns this style in double height and width.
    #[must_use]
    pub const fn double(mut self) -> Self {
        self.size = Size::Double;
        self
    }

    /// Returns this style white on black.
    #[must_use]
    pub const fn reverse(mut self) -> Self {
        self.reverse = true;
        self
    }

    /// The columns that one character of normal width takes.
    #[must_use]
    pub const fn char_columns(self) -> usize {
        match self.size {
            Size::Double => 2,
            Size::Normal | Size::Tall => 1,
        }
    }
}
