//! Builder methods of the parts of a ticket that have a style or columns of their own.

use crate::{Align, Item, Size, Style, Text, Total};

impl Text {
    /// Creates a plain, left-aligned paragraph.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Replaces the whole style.
    #[must_use]
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Makes the text bold.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.style.bold = true;
        self
    }

    /// Makes the text double in height.
    #[must_use]
    pub fn tall(mut self) -> Self {
        self.style.size = Size::Tall;
        self
    }

    /// Makes the text double in height and width.
    #[must_use]
    pub fn double(mut self) -> Self {
        self.style.size = Size::Double;
        self
    }

    /// Prints the text white on black.
    #[must_use]
    pub fn reverse(mut self) -> Self {
        self.style.reverse = true;
        self
    }

    /// Centres the text.
    #[must_use]
    pub fn center(mut self) -> Self {
        self.align = Align::Center;
        self
    }

    /// Aligns the text at the right margin.
    #[must_use]
    pub fn right(mut self) -> Self {
        self.align = Align::Right;
        self
    }

    /// Sets the number of columns before the text.
    #[must_use]
    pub fn indent(mut self, columns: u8) -> Self {
        self.indent = columns;
        self
    }

    /// Sets the number of further columns before the second and later lines.
    #[must_use]
    pub fn hanging(mut self, columns: u8) -> Self {
        self.hanging = columns;
        self
    }
}

impl Item {
    /// Creates a row without prices.
    #[must_use]
    pub fn new(quantity: impl Into<String>, name: impl Into<String>) -> Self {
        Self { quantity: quantity.into(), name: name.into(), unit_price: None, amount: None }
    }

    /// Sets the price of one unit.
    #[must_use]
    pub fn unit_price(mut self, price: impl Into<String>) -> Self {
        self.unit_price = Some(price.into());
        self
    }

    /// Sets the price of the whole row.
    #[must_use]
    pub fn amount(mut self, amount: impl Into<String>) -> Self {
        self.amount = Some(amount.into());
        self
    }
}

impl Total {
    /// Creates a plain total without currency.
    #[must_use]
    pub fn new(label: impl Into<String>, amount: impl Into<String>) -> Self {
        Self { label: label.into(), amount: amount.into(), ..Self::default() }
    }

    /// Sets the currency symbol before the amount.
    #[must_use]
    pub fn currency(mut self, symbol: impl Into<String>) -> Self {
        self.currency = Some(symbol.into());
        self
    }

    /// Makes the row bold.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.style.bold = true;
        self
    }

    /// Makes the row double in height.
    #[must_use]
    pub fn tall(mut self) -> Self {
        self.style.size = Size::Tall;
        self
    }

    /// Makes the row double in height and width, or only in height where that would not fit.
    #[must_use]
    pub fn double(mut self) -> Self {
        self.style.size = Size::Double;
        self
    }
}
