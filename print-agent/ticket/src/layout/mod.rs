//! Lays a ticket out in columns. Only this module decides the position of everything on the paper.

mod rows;
mod table;
mod wrap;

use serde::{Deserialize, Serialize};

use crate::{
    Align, Bitmap, Block, Size, Style, Text, Ticket,
    columns::{char_columns, width_of},
    normalise,
};

/// A piece of a line in one style. A character takes [`Style::char_columns`] columns, a Chinese character twice as many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PaperRun))]
pub struct Run {
    /// The text, normalised, with the spaces that position it.
    pub text: String,
    /// The style of the text.
    #[serde(default)]
    pub style: Style,
}

/// One thing that a renderer draws; the lines of a ticket follow each other from top to bottom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PaperLine))]
pub enum Line {
    /// A line of text, never wider than the columns of the paper. Without runs it is an empty line.
    Text {
        /// The runs, from left to right.
        runs: Vec<Run>,
    },
    /// A QR code, centred.
    Qr {
        /// The content of the code.
        data: String,
    },
    /// A CODE128 bar code, centred, with its text beneath.
    Barcode {
        /// The content of the code, ASCII only.
        data: String,
    },
    /// The company's logo, centred, where the renderer has it.
    Logo,
    /// A picture, centred.
    Image {
        /// The dots of the picture.
        image: Bitmap,
    },
    /// A cut of the paper.
    Cut,
    /// A beep.
    Beep,
    /// The pulse that opens the cash drawer.
    Drawer,
}

impl Line {
    /// The height in text rows: 2 with tall or double text in it, 0 if the line is not text.
    #[must_use]
    pub fn text_rows(&self) -> usize {
        match self {
            Self::Text { runs } if runs.iter().any(|run| run.style.size != Size::Normal) => 2,
            Self::Text { .. } => 1,
            _ => 0,
        }
    }

    fn from_text(text: String, style: Style) -> Self {
        Self::Text { runs: vec![Run { text, style }] }
    }
}

/// Lays a ticket out in `columns` of the printer's font A: 48 on 80 mm paper, 32 on 58 mm, never fewer than 24.
#[must_use]
pub fn layout(ticket: &Ticket, columns: usize) -> Vec<Line> {
    // On fewer columns the item table has no room for a name.
    let columns = columns.max(24);
    let mut lines = Vec::with_capacity(ticket.blocks.len() + 8);
    for block in &ticket.blocks {
        layout_block(block, columns, &mut lines);
    }
    lines
}

fn layout_block(block: &Block, columns: usize, lines: &mut Vec<Line>) {
    match block {
        Block::Text(text) => rows::paragraph(text, columns, lines),
        Block::Banner { text } => rows::banner(text, columns, lines),
        Block::Spread { parts, style } => rows::spread(parts, *style, columns, lines),
        Block::Dish { quantity, name, style } => table::dish(quantity, name, *style, columns, lines),
        Block::ItemHeader => table::header(columns, lines),
        Block::Item(item) => table::item(item, columns, lines),
        Block::Total(total) => table::total(total, columns, lines),
        Block::FillIn { label } => rows::fill_in(label, columns, lines),
        Block::Rule => lines.push(Line::from_text("-".repeat(columns), Style::NORMAL)),
        Block::Qr { data } => lines.push(Line::Qr { data: data.clone() }),
        Block::Barcode { data } => lines.push(Line::Barcode { data: data.clone() }),
        Block::Logo => lines.push(Line::Logo),
        Block::Image { image } => lines.push(Line::Image { image: image.clone() }),
        Block::Feed { lines: count } => lines.extend((0..*count).map(|_| Line::Text { runs: Vec::new() })),
        Block::Ruler => rows::ruler(columns, lines),
        Block::Cut => lines.push(Line::Cut),
        Block::Beep => lines.push(Line::Beep),
        Block::Drawer => lines.push(Line::Drawer),
    }
}

/// Returns the lines as plain text for logs, tests and places that cannot draw: one character per column, double-size characters spaced
/// out, and everything that is not text as a word in brackets.
#[must_use]
pub fn plain_text(lines: &[Line]) -> String {
    let mut out = String::new();
    for line in lines {
        match line {
            Line::Text { runs } => runs.iter().for_each(|run| push_plain_text(run, &mut out)),
            Line::Qr { data } => out.push_str(&format!("[QR {data}]")),
            Line::Barcode { data } => out.push_str(&format!("[CODE128 {data}]")),
            Line::Logo => out.push_str("[LOGO]"),
            Line::Image { image } => {
                out.push_str(&format!("[IMAGE {}x{}]", image.width_dots(), image.height_dots()));
            }
            Line::Cut => out.push_str("[CUT]"),
            Line::Beep => out.push_str("[BEEP]"),
            Line::Drawer => out.push_str("[DRAWER]"),
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
    out
}

fn push_plain_text(run: &Run, out: &mut String) {
    for c in run.text.chars() {
        out.push(c);
        if run.style.size == Size::Double {
            out.push(' ');
        }
    }
}
