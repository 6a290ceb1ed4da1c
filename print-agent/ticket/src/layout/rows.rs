//! Layout of paragraphs, banners, spread texts and lines to write on.

use super::{Align, Line, Run, Size, Style, Text, normalise, width_of, wrap::wrap};

/// Reduces double size to tall where the text would need a second line: a heading in two halves reads worse.
fn shrink_to_fit(style: Style, chars: usize, columns: usize) -> Style {
    if style.size == Size::Double && chars * 2 > columns { style.tall() } else { style }
}

pub(super) fn paragraph(text: &Text, columns: usize, lines: &mut Vec<Line>) {
    let normalised = normalise(&text.text);
    let longest = normalised.split('\n').map(width_of).max().unwrap_or(0);
    let style = shrink_to_fit(text.style, longest + usize::from(text.indent), columns);
    let width = columns / style.char_columns();
    // Indents only make sense at the left margin, and must leave room to write.
    let is_left_aligned = text.align == Align::Left;
    let indent = if is_left_aligned { usize::from(text.indent).min(width / 2) } else { 0 };
    let hanging = if is_left_aligned { usize::from(text.hanging).min(width / 4) } else { 0 };
    for (index, piece) in wrap(&normalised, width - indent, width - indent - hanging).into_iter().enumerate() {
        let before = if index == 0 { indent } else { indent + hanging };
        lines.push(place_line(piece, style, text.align, before * style.char_columns(), columns));
    }
}

fn place_line(piece: &str, style: Style, align: Align, indent: usize, columns: usize) -> Line {
    let used_columns = width_of(piece) * style.char_columns();
    let spare = columns.saturating_sub(used_columns);
    let before = match align {
        Align::Left => indent.min(spare),
        Align::Center => spare / 2,
        Align::Right => spare,
    };
    let mut runs = Vec::with_capacity(2);
    if before > 0 && !piece.is_empty() {
        // Padding in normal width: double-width spaces could only centre to every second column.
        runs.push(Run { text: " ".repeat(before), style: Style::NORMAL });
    }
    if !piece.is_empty() {
        runs.push(Run { text: piece.to_owned(), style });
    }
    Line::Text { runs }
}

/// Lays out a mark as a bar over the whole width, so that nobody overlooks it.
pub(super) fn banner(text: &str, columns: usize, lines: &mut Vec<Line>) {
    let normalised = format!("** {} **", normalise(text).replace('\n', " "));
    let style = shrink_to_fit(Style::NORMAL.double().bold().reverse(), width_of(&normalised), columns);
    let width = columns / style.char_columns();
    for piece in wrap(&normalised, width, width) {
        let spare = width.saturating_sub(width_of(piece));
        let (before, after) = (" ".repeat(spare / 2), " ".repeat(spare - spare / 2));
        lines.push(Line::from_text(format!("{before}{piece}{after}"), style));
    }
}

/// Distributes the parts over lines; a part that does not fit with a space before it starts the next line.
pub(super) fn spread(parts: &[String], style: Style, columns: usize, lines: &mut Vec<Line>) {
    let width = columns / style.char_columns();
    let normalised: Vec<_> = parts.iter().map(|part| normalise(part)).collect();
    let mut row: Vec<&str> = Vec::new();
    for part in &normalised {
        let used_columns: usize = row.iter().map(|other| width_of(other) + 1).sum();
        if !row.is_empty() && used_columns + width_of(part) > width {
            push_row(&row, row.len() < parts.len(), style, width, lines);
            row.clear();
        }
        row.push(part);
    }
    push_row(&row, row.len() < parts.len(), style, width, lines);
}

/// Appends one row. `broken` means that the parts did not fit in one line: a part alone in its row is then aligned at the left.
fn push_row(row: &[&str], broken: bool, style: Style, width: usize, lines: &mut Vec<Line>) {
    match row {
        [] => {}
        [one] if broken || width_of(one) > width => {
            lines.extend(wrap(one, width, width).into_iter().map(|piece| Line::from_text(piece.to_owned(), style)));
        }
        _ => lines.push(Line::from_text(justify(row, width), style)),
    }
}

fn justify(row: &[&str], width: usize) -> String {
    let used_columns: usize = row.iter().map(|part| width_of(part)).sum();
    let gaps = row.len().saturating_sub(1).max(1);
    let spare = width.saturating_sub(used_columns);
    let mut out = String::with_capacity(width + 8);
    for (index, part) in row.iter().enumerate() {
        if index > 0 {
            // The first gaps take the remainder of the division, so that the last part ends at the margin.
            let gap = spare / gaps + usize::from(index <= spare % gaps);
            out.extend(std::iter::repeat_n(' ', gap));
        }
        out.push_str(&part.replace('\n', " "));
    }
    out
}

pub(super) fn fill_in(label: &str, columns: usize, lines: &mut Vec<Line>) {
    let label = normalise(label).replace('\n', " ");
    let used = width_of(&label);
    if used + 8 > columns {
        lines.extend(
            wrap(&label, columns, columns).into_iter().map(|piece| Line::from_text(piece.to_owned(), Style::NORMAL)),
        );
        lines.push(Line::from_text("_".repeat(columns), Style::NORMAL));
    } else {
        lines.push(Line::from_text(format!("{label}{}", "_".repeat(columns - used)), Style::NORMAL));
    }
}

pub(super) fn ruler(columns: usize, lines: &mut Vec<Line>) {
    let digit = |n: usize| char::from(b'0' + u8::try_from(n % 10).unwrap_or(0));
    let tens = (1..=columns).map(|n| if n % 10 == 0 { digit(n / 10) } else { ' ' }).collect();
    lines.push(Line::from_text(tens, Style::NORMAL));
    lines.push(Line::from_text((1..=columns).map(digit).collect(), Style::NORMAL));
}
