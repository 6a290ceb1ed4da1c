//! A ticket in columns: the one place where it is decided what stands where on the paper.

mod rows;
mod table;
mod wrap;

use serde::{Deserialize, Serialize};

use crate::{
    Align, Bitmap, Block, Size, Style, Text, Ticket,
    columns::{char_columns, width_of},
    normalise,
};

/// Text of one look within a line. A character takes [`Style::char_columns`] columns, a Chinese sign twice as many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PaperRun))]
pub struct Run {
    /// Composed, without control characters; the spaces that place it are part of it.
    pub text: String,
    /// Its look.
    #[serde(default)]
    pub style: Style,
}

/// What a renderer draws, from top to bottom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PaperLine))]
pub enum Line {
    /// A line of text; never wider than the columns asked for. Without runs it is an empty line.
    Text {
        /// From left to right.
        runs: Vec<Run>,
    },
    /// A QR code, centred.
    Qr {
        /// Content.
        data: String,
    },
    /// A CODE128 bar code, centred, with its text beneath.
    Barcode {
        /// ASCII only.
        data: String,
    },
    /// The company's logo, centred, where the renderer has it.
    Logo,
    /// A picture, centred.
    Image {
        /// Its dots.
        image: Bitmap,
    },
    /// The knife.
    Cut,
    /// The beeper.
    Beep,
    /// The cash drawer.
    Drawer,
}

impl Line {
    /// Text lines that this line is high: 2 with tall or double text in it, 0 where it is no text.
    #[must_use]
    pub fn text_rows(&self) -> usize {
        match self {
            Self::Text { runs } if runs.iter().any(|run| run.style.size != Size::Normal) => 2,
            Self::Text { .. } => 1,
            _ => 0,
        }
    }

    fn of(text: String, style: Style) -> Self {
        Self::Text { runs: vec![Run { text, style }] }
    }
}

/// Lays a ticket out in `columns` of the printer's font A: 48 on 80 mm paper, 32 on 58 mm.
#[must_use]
pub fn layout(ticket: &Ticket, columns: usize) -> Vec<Line> {
    // Narrower than this the item table has no room for a name.
    let columns = columns.max(24);
    let mut lines = Vec::with_capacity(ticket.blocks.len() + 8);
    for block in &ticket.blocks {
        lay_block(block, columns, &mut lines);
    }
    lines
}

fn lay_block(block: &Block, columns: usize, lines: &mut Vec<Line>) {
    match block {
        Block::Text(text) => rows::paragraph(text, columns, lines),
        Block::Banner { text } => rows::banner(text, columns, lines),
        Block::Spread { parts, style } => rows::spread(parts, *style, columns, lines),
        Block::Dish { quantity, name, style } => table::dish(quantity, name, *style, columns, lines),
        Block::ItemHeader => table::header(columns, lines),
        Block::Item(item) => table::item(item, columns, lines),
        Block::Total(total) => table::total(total, columns, lines),
        Block::FillIn { label } => rows::fill_in(label, columns, lines),
        Block::Rule => lines.push(Line::of("-".repeat(columns), Style::NORMAL)),
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

/// The lines as plain text, one character per column, double-size characters spaced out: for logs, tests and
/// places that cannot draw. What is no text stands in brackets.
#[must_use]
pub fn plain_text(lines: &[Line]) -> String {
    let mut out = String::new();
    for line in lines {
        match line {
            Line::Text { runs } => runs.iter().for_each(|run| push_plain(run, &mut out)),
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

fn push_plain(run: &Run, out: &mut String) {
    for c in run.text.chars() {
        out.push(c);
        if run.style.size == Size::Double {
            out.push(' ');
        }
    }
}
