//! Layout of rows with quantities and amounts in columns of their own. An amount is never cut: where it does not fit beside the name it
//! takes a line of its own.

use super::{Line, Size, Style, normalise, width_of, wrap::wrap};
use crate::{Item, Total};

/// Width of the column `Cant` with the rows' quantities.
const QUANTITY_WIDTH: usize = 4;
/// Width of the amount column of a total, its sign included; the currency stands before it.
const TOTAL_AMOUNT_WIDTH: usize = 9;
/// The minimum number of columns of wide paper. On fewer the name uses the whole width and the prices go where there is room.
const MIN_WIDE_COLUMNS: usize = 40;

/// Returns the width of the amount column: the unit price ends where this column begins.
fn amount_width(columns: usize) -> usize {
    if columns >= MIN_WIDE_COLUMNS { 11 } else { 9 }
}

pub(super) fn dish(quantity: &str, name: &str, style: Style, columns: usize, lines: &mut Vec<Line>) {
    let width = columns / style.char_columns();
    let quantity = format!("{:>2} ", normalise(quantity));
    let indent = width_of(&quantity).min(width / 2);
    let name = normalise(name);
    for (index, piece) in wrap(&name, width - indent, width - indent).into_iter().enumerate() {
        let before = if index == 0 { quantity.as_str() } else { "" };
        lines.push(Line::from_text(format!("{before:<indent$}{piece}"), style));
    }
}

pub(super) fn header(columns: usize, lines: &mut Vec<Line>) {
    let prices = prices("P.Unit", "Importe", columns);
    lines.push(Line::from_text(beside("Cant Descripción", &prices, columns), Style::NORMAL));
}

pub(super) fn item(item: &Item, columns: usize, lines: &mut Vec<Line>) {
    let unit_price = item.unit_price.as_deref().map(normalise).unwrap_or_default();
    let amount = item.amount.as_deref().map(normalise).unwrap_or_default();
    let prices = prices(&unit_price, &amount, columns);
    let name = normalise(&item.name);
    let quantity = format!("{:>QUANTITY_WIDTH$} ", normalise(&item.quantity));
    // The quantity pushes the name to the right rather than being cut.
    let indent = width_of(&quantity);
    let room = columns - width_of(&prices).min(columns);
    let wide = columns >= MIN_WIDE_COLUMNS && room > indent + 12;
    let width = if wide { room - indent - 1 } else { columns - indent.min(columns / 2) };
    let mut pieces: Vec<String> = wrap(&name, width, width)
        .into_iter()
        .enumerate()
        .map(|(index, piece)| if index == 0 { format!("{quantity}{piece}") } else { format!("{:indent$}{piece}", "") })
        .collect();
    if !prices.is_empty() {
        // Wide paper shows the prices beside the name's first line, narrow paper after its last.
        let at = if wide { 0 } else { pieces.len() - 1 };
        if width_of(&pieces[at]) < room {
            pieces[at] = beside(&pieces[at], &prices, columns);
        } else {
            pieces.push(format!("{prices:>columns$}"));
        }
    }
    lines.extend(pieces.into_iter().map(|piece| Line::from_text(piece, Style::NORMAL)));
}

/// Joins unit price and amount: the text from the first character of the unit price to the right margin.
fn prices(unit_price: &str, amount: &str, columns: usize) -> String {
    let width = amount_width(columns);
    match (unit_price.is_empty(), amount.is_empty()) {
        (true, true) => String::new(),
        (true, false) => amount.to_owned(),
        // An amount as wide as its column still needs a space before it.
        (false, _) if width_of(amount) >= width => format!("{unit_price} {amount}"),
        (false, _) => format!("{unit_price}{amount:>width$}"),
    }
}

pub(super) fn total(total: &Total, columns: usize, lines: &mut Vec<Line>) {
    let label = normalise(&total.label);
    let amount = normalise(&total.amount);
    let right = match &total.currency {
        Some(symbol) => format!("{} {amount:>width$}", normalise(symbol), width = TOTAL_AMOUNT_WIDTH - 1),
        None => amount.into_owned(),
    };
    let chars = width_of(&label) + 1 + width_of(&right);
    let style = match total.style.size {
        Size::Double if chars * 2 > columns => total.style.tall(),
        _ => total.style,
    };
    let width = columns / style.char_columns();
    let room = width.saturating_sub(width_of(&right) + 1);
    let mut pieces = wrap(&label, width, width);
    let last = pieces.pop().unwrap_or_default();
    lines.extend(pieces.into_iter().map(|piece| Line::from_text(piece.to_owned(), style)));
    if width_of(last) <= room {
        lines.push(Line::from_text(beside(last, &right, width), style));
    } else {
        lines.push(Line::from_text(last.to_owned(), style));
        lines.push(Line::from_text(format!("{right:>width$}"), style));
    }
}

fn beside(left: &str, right: &str, columns: usize) -> String {
    let gap = columns.saturating_sub(width_of(left));
    format!("{left}{right:>gap$}")
}
