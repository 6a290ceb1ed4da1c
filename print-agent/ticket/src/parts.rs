//! Composing the parts of a ticket that have a look or columns of their own.

use crate::{Align, Item, Size, Style, Text, Total};

impl Text {
    /// Plain and left-aligned.
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

    /// Emphasised.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.style.bold = true;
        self
    }

    /// Double height.
    #[must_use]
    pub fn tall(mut self) -> Self {
        self.style.size = Size::Tall;
        self
    }

    /// Double height and width.
    #[must_use]
    pub fn double(mut self) -> Self {
        self.style.size = Size::Double;
        self
    }

    /// White on black.
    #[must_use]
    pub fn reverse(mut self) -> Self {
        self.style.reverse = true;
        self
    }

    /// In the middle.
    #[must_use]
    pub fn center(mut self) -> Self {
        self.align = Align::Center;
        self
    }

    /// At the right margin.
    #[must_use]
    pub fn right(mut self) -> Self {
        self.align = Align::Right;
        self
    }

    /// Columns before it.
    #[must_use]
    pub fn indent(mut self, columns: u8) -> Self {
        self.indent = columns;
        self
    }

    /// Further columns before its second and later lines.
    #[must_use]
    pub fn hanging(mut self, columns: u8) -> Self {
        self.hanging = columns;
        self
    }
}

impl Item {
    /// A row without prices.
    #[must_use]
    pub fn new(quantity: impl Into<String>, name: impl Into<String>) -> Self {
        Self { quantity: quantity.into(), name: name.into(), unit_price: None, amount: None }
    }

    /// The price of one.
    #[must_use]
    pub fn unit_price(mut self, price: impl Into<String>) -> Self {
        self.unit_price = Some(price.into());
        self
    }

    /// The price of all of them.
    #[must_use]
    pub fn amount(mut self, amount: impl Into<String>) -> Self {
        self.amount = Some(amount.into());
        self
    }
}

impl Total {
    /// Plain, without currency.
    #[must_use]
    pub fn new(label: impl Into<String>, amount: impl Into<String>) -> Self {
        Self { label: label.into(), amount: amount.into(), ..Self::default() }
    }

    /// Symbol before the amount.
    #[must_use]
    pub fn currency(mut self, symbol: impl Into<String>) -> Self {
        self.currency = Some(symbol.into());
        self
    }

    /// Emphasised.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.style.bold = true;
        self
    }

    /// Double height.
    #[must_use]
    pub fn tall(mut self) -> Self {
        self.style.size = Size::Tall;
        self
    }

    /// Double height and width, or tall where that would not fit.
    #[must_use]
    pub fn double(mut self) -> Self {
        self.style.size = Size::Double;
        self
    }
}
