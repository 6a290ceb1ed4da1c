//! Builder methods that compose a ticket by chained calls.
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

use crate::{Bitmap, Block, Item, Kind, Style, Text, Ticket, Total, label::is_read, wire::Reason};

/// The indent of a detail under a dish: past the quantity and the first letters of the name.
const DETAIL_INDENT: u8 = 5;

impl Ticket {
    /// Creates an empty document.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self { kind, title: String::new(), blocks: Vec::new() }
    }

    /// Sets the title for lists and PDF metadata; nothing is printed.
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

    /// Appends a mark in reverse video: `banner("ANULACIÓN")` prints `** ANULACIÓN **`.
    #[must_use]
    pub fn banner(self, text: impl Into<String>) -> Self {
        self.block(Block::Banner { text: text.into() })
    }

    /// Appends a centred line of double size.
    #[must_use]
    pub fn heading(self, text: impl Into<String>) -> Self {
        self.line(Text::new(text).center().style(Style::NORMAL.double()))
    }

    /// Appends a plain paragraph.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.line(Text::new(text))
    }

    /// Appends a plain centred paragraph.
    #[must_use]
    pub fn centered(self, text: impl Into<String>) -> Self {
        self.line(Text::new(text).center())
    }

    /// Appends a paragraph with style, alignment and indents of its own.
    #[must_use]
    pub fn line(self, text: Text) -> Self {
        self.block(Block::Text(text))
    }

    /// Appends one text at each margin; on paper too narrow the right one goes below.
    #[must_use]
    pub fn pair(self, left: impl Into<String>, right: impl Into<String>) -> Self {
        self.spread([left.into(), right.into()])
    }

    /// Appends several texts between the margins; on paper too narrow the last ones go below.
    #[must_use]
    pub fn spread<T: Into<String>>(self, parts: impl IntoIterator<Item = T>) -> Self {
        self.spread_in(Style::NORMAL, parts)
    }

    /// Appends several texts in this style between the margins.
    #[must_use]
    pub fn spread_in<T: Into<String>>(self, style: Style, parts: impl IntoIterator<Item = T>) -> Self {
        let parts = parts.into_iter().map(Into::into).collect();
        self.block(Block::Spread { parts, style })
    }

    /// Appends a dish of a kitchen command, tall and bold.
    #[must_use]
    pub fn dish(self, quantity: impl Into<String>, name: impl Into<String>) -> Self {
        let style = Style::NORMAL.tall().bold();
        self.block(Block::Dish { quantity: quantity.into(), name: name.into(), style })
    }

    /// Appends a line under a dish: variant, topping, a combo's item.
    #[must_use]
    pub fn detail(self, text: impl Into<String>) -> Self {
        self.line(Text::new(text).indent(DETAIL_INDENT).hanging(2))
    }

    /// Appends a dish's comment in bold after `>>`.
    #[must_use]
    pub fn comment(self, text: impl AsRef<str>) -> Self {
        let text = format!(">> {}", text.as_ref());
        self.line(Text::new(text).indent(DETAIL_INDENT).hanging(3).style(Style::NORMAL.bold()))
    }

    /// Appends the head of the item table.
    #[must_use]
    pub fn item_header(self) -> Self {
        self.block(Block::ItemHeader)
    }

    /// Appends a row of the item table.
    #[must_use]
    pub fn item(self, item: Item) -> Self {
        self.block(Block::Item(item))
    }

    /// Appends a label with an amount at the right margin.
    #[must_use]
    pub fn total(self, total: Total) -> Self {
        self.block(Block::Total(total))
    }

    /// Appends a label and a line to write on.
    #[must_use]
    pub fn fill_in(self, label: impl Into<String>) -> Self {
        self.block(Block::FillIn { label: label.into() })
    }

    /// Appends a dashed line.
    #[must_use]
    pub fn rule(self) -> Self {
        self.block(Block::Rule)
    }

    /// Appends a QR code.
    #[must_use]
    pub fn qr(self, data: impl Into<String>) -> Self {
        self.block(Block::Qr { data: data.into() })
    }

    /// Appends a CODE128 bar code.
    #[must_use]
    pub fn barcode(self, data: impl Into<String>) -> Self {
        self.block(Block::Barcode { data: data.into() })
    }

    /// Appends the company's logo, which is printed where the renderer has it.
    #[must_use]
    pub fn logo(self) -> Self {
        self.block(Block::Logo)
    }

    /// Whether the ticket has the company's logo on it.
    #[must_use]
    pub fn names_logo(&self) -> bool {
        self.blocks.contains(&Block::Logo)
    }

    /// Replaces the logo blocks by the picture itself, for renderers that do not have the logo; without a picture removes those blocks.
    #[must_use]
    pub fn with_logo(mut self, logo: Option<&Bitmap>) -> Self {
        let replace_logo = |block: Block| match (block, logo) {
            (Block::Logo, None) => None,
            (Block::Logo, Some(image)) => Some(Block::Image { image: image.clone() }),
            (block, _) => Some(block),
        };
        self.blocks = self.blocks.into_iter().filter_map(replace_logo).collect();
        self
    }

    /// Appends a picture.
    #[must_use]
    pub fn image(self, image: Bitmap) -> Self {
        self.block(Block::Image { image })
    }

    /// Appends empty lines.
    #[must_use]
    pub fn feed(self, lines: u8) -> Self {
        self.block(Block::Feed { lines })
    }

    /// Appends the numbered columns.
    #[must_use]
    pub fn ruler(self) -> Self {
        self.block(Block::Ruler)
    }

    /// Appends a cut of the paper.
    #[must_use]
    pub fn cut(self) -> Self {
        self.block(Block::Cut)
    }

    /// Appends a beep.
    #[must_use]
    pub fn beep(self) -> Self {
        self.block(Block::Beep)
    }

    /// Appends the pulse that opens the cash drawer.
    #[must_use]
    pub fn drawer(self) -> Self {
        self.block(Block::Drawer)
    }

    /// Puts a mark in reverse video above everything, for facts that are known only at printing: `ATRASADO`. A ticket that is cut into
    /// parts, such as labels, has it on each.
    #[must_use]
    pub fn marked_on_top(self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.with_each_part(|part| part.insert(0, Block::Banner { text: text.clone() }))
    }

    /// Heads a paper that a stand-in prints, for whoever finds it: whose it is in reverse video, why it is here, and where to take it.
    /// `area` is the production area that waits for it; empty outside the kitchen.
    #[must_use]
    pub fn marked_for(self, printer: &str, area: &str, reason: Option<Reason>) -> Self {
        let cause = match reason {
            Some(Reason::PaperOut) => "no tiene papel",
            Some(Reason::CoverOpen) => "tiene la tapa abierta",
            Some(Reason::Error) => "tiene un error",
            _ => "no responde",
        };
        let way = if area.is_empty() { String::new() } else { format!(" Llévalo a {area}.") };
        let text = Text::new(format!("Su impresora {cause}.{way}")).center();
        let marked = self.with_each_part(|part| part.insert(0, Block::Text(text.clone())));
        marked.marked_on_top(format!("PARA {}", printer.to_uppercase()))
    }

    /// Puts a mark above the first and below the last printed line, for `POSIBLE DUPLICADO`: anyone who tears the paper in the middle still
    /// sees one of them.
    #[must_use]
    pub fn marked_at_both_ends(self, text: impl Into<String>) -> Self {
        let text = text.into();
        let after_print =
            |block: &Block| matches!(block, Block::Cut | Block::Beep | Block::Drawer | Block::Feed { .. });
        let marked = self.with_each_part(|part| {
            let end = part.iter().rposition(|block| !after_print(block)).map_or(0, |last| last + 1);
            part.insert(end, Block::Banner { text: text.clone() });
        });
        marked.marked_on_top(text)
    }

    /// Changes each part up to its cut; what follows the last cut is none, unless there is something to read in it.
    fn with_each_part(mut self, change: impl Fn(&mut Vec<Block>)) -> Self {
        let parts = self.blocks.split_inclusive(|block| *block == Block::Cut);
        let first_only = parts.clone().count() == 1;
        let changed = parts.flat_map(|blocks| {
            let mut part = blocks.to_vec();
            if first_only || part.iter().any(is_read) {
                change(&mut part);
            }
            part
        });
        self.blocks = changed.collect();
        self
    }
}
