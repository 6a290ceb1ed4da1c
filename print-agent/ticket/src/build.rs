//! Composing a ticket by chained calls.
//!
//! ```
//! use comanda_ticket::{Kind, Ticket, Total};
//!
//! let ticket = Ticket::new(Kind::Command)
//!     .heading("COCINA")
//!     .pair("Comanda 0347", "21/11/2026 13:05")
//!     .rule()
//!     .dish("2", "LOMO SALTADO")
//!     .detail("Variante: Término 3/4")
//!     .comment("SIN CEBOLLA")
//!     .rule()
//!     .total(Total::new("TOTAL", "114.30").currency("S/").double())
//!     .cut();
//! assert_eq!(comanda_ticket::layout(&ticket, 48).len(), 9);
//! ```

use crate::{Bitmap, Block, Item, Kind, Style, Text, Ticket, Total};

/// Columns of a detail under a dish: past the quantity and the first letters of the name.
const DETAIL_INDENT: u8 = 5;

impl Ticket {
    /// An empty document.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self { kind, title: String::new(), blocks: Vec::new() }
    }

    /// Names it for lists and PDF metadata; nothing is printed.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Appends any block.
    #[must_use]
    pub fn block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// A mark in reverse video: `banner("ANULACIÓN")` prints `** ANULACIÓN **`.
    #[must_use]
    pub fn banner(self, text: impl Into<String>) -> Self {
        self.block(Block::Banner { text: text.into() })
    }

    /// Double size, centred.
    #[must_use]
    pub fn heading(self, text: impl Into<String>) -> Self {
        self.line(Text::new(text).center().style(Style::NORMAL.double()))
    }

    /// A plain paragraph.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.line(Text::new(text))
    }

    /// A plain centred paragraph.
    #[must_use]
    pub fn centered(self, text: impl Into<String>) -> Self {
        self.line(Text::new(text).center())
    }

    /// A paragraph with style, alignment and indents of its own.
    #[must_use]
    pub fn line(self, text: Text) -> Self {
        self.block(Block::Text(text))
    }

    /// One text at each margin; on paper too narrow the right one goes below.
    #[must_use]
    pub fn pair(self, left: impl Into<String>, right: impl Into<String>) -> Self {
        self.spread([left.into(), right.into()])
    }

    /// Several texts between the margins; on paper too narrow the last ones go below.
    #[must_use]
    pub fn spread<T: Into<String>>(self, parts: impl IntoIterator<Item = T>) -> Self {
        let parts = parts.into_iter().map(Into::into).collect();
        self.block(Block::Spread { parts, style: Style::NORMAL })
    }

    /// A dish of a kitchen command, tall and bold.
    #[must_use]
    pub fn dish(self, quantity: impl Into<String>, name: impl Into<String>) -> Self {
        let style = Style::NORMAL.tall().bold();
        self.block(Block::Dish { quantity: quantity.into(), name: name.into(), style })
    }

    /// A line under a dish: variant, topping, a combo's item.
    #[must_use]
    pub fn detail(self, text: impl Into<String>) -> Self {
        self.line(Text::new(text).indent(DETAIL_INDENT).hanging(2))
    }

    /// A dish's comment: bold, after `>>`.
    #[must_use]
    pub fn comment(self, text: impl AsRef<str>) -> Self {
        let text = format!(">> {}", text.as_ref());
        self.line(Text::new(text).indent(DETAIL_INDENT).hanging(3).style(Style::NORMAL.bold()))
    }

    /// The head of the item table.
    #[must_use]
    pub fn item_header(self) -> Self {
        self.block(Block::ItemHeader)
    }

    /// A row of the item table.
    #[must_use]
    pub fn item(self, item: Item) -> Self {
        self.block(Block::Item(item))
    }

    /// A label with an amount at the right margin.
    #[must_use]
    pub fn total(self, total: Total) -> Self {
        self.block(Block::Total(total))
    }

    /// A label and a line to write on.
    #[must_use]
    pub fn fill_in(self, label: impl Into<String>) -> Self {
        self.block(Block::FillIn { label: label.into() })
    }

    /// A dashed line.
    #[must_use]
    pub fn rule(self) -> Self {
        self.block(Block::Rule)
    }

    /// A QR code.
    #[must_use]
    pub fn qr(self, data: impl Into<String>) -> Self {
        self.block(Block::Qr { data: data.into() })
    }

    /// A CODE128 bar code.
    #[must_use]
    pub fn barcode(self, data: impl Into<String>) -> Self {
        self.block(Block::Barcode { data: data.into() })
    }

    /// The company's logo, where the renderer has it.
    #[must_use]
    pub fn logo(self) -> Self {
        self.block(Block::Logo)
    }

    /// Whether it names the company's logo.
    #[must_use]
    pub fn names_logo(&self) -> bool {
        self.blocks.contains(&Block::Logo)
    }

    /// The picture itself where the ticket named the logo, for renderers that do not have it; without one the names go.
    #[must_use]
    pub fn with_logo(mut self, logo: Option<&Bitmap>) -> Self {
        let drawn = |block: Block| match (block, logo) {
            (Block::Logo, None) => None,
            (Block::Logo, Some(image)) => Some(Block::Image { image: image.clone() }),
            (block, _) => Some(block),
        };
        self.blocks = self.blocks.into_iter().filter_map(drawn).collect();
        self
    }

    /// A picture.
    #[must_use]
    pub fn image(self, image: Bitmap) -> Self {
        self.block(Block::Image { image })
    }

    /// Empty lines.
    #[must_use]
    pub fn feed(self, lines: u8) -> Self {
        self.block(Block::Feed { lines })
    }

    /// Numbered columns.
    #[must_use]
    pub fn ruler(self) -> Self {
        self.block(Block::Ruler)
    }

    /// Cuts the paper.
    #[must_use]
    pub fn cut(self) -> Self {
        self.block(Block::Cut)
    }

    /// Beeps.
    #[must_use]
    pub fn beep(self) -> Self {
        self.block(Block::Beep)
    }

    /// Opens the cash drawer.
    #[must_use]
    pub fn drawer(self) -> Self {
        self.block(Block::Drawer)
    }

    /// Puts a mark in reverse video above everything, for what is only known when it prints: `ATRASADO`,
    /// `DESVIADO DE: COCINA`.
    #[must_use]
    pub fn marked_on_top(mut self, text: impl Into<String>) -> Self {
        self.blocks.insert(0, Block::Banner { text: text.into() });
        self
    }

    /// Puts a mark on the first and on the last printed line, as `POSIBLE DUPLICADO` wants it: whoever tears the
    /// paper in the middle still sees one of them.
    #[must_use]
    pub fn marked_at_both_ends(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        let after_print =
            |block: &Block| matches!(block, Block::Cut | Block::Beep | Block::Drawer | Block::Feed { .. });
        let end = self.blocks.iter().rposition(|block| !after_print(block)).map_or(0, |last| last + 1);
        self.blocks.insert(end, Block::Banner { text: text.clone() });
        self.marked_on_top(text)
    }
}
