//! A report table on A4, over as many pages as it needs; each page begins with the head, the last ends with the totals.

use super::{
    helvetica::{text_width, wrap_text},
    page::{Align, Font, HEIGHT, Page, WIDTH, bold, plain},
};
use comanda_base::{
    error::Result,
    money::{Money, Quantity, SCALE, div_round},
    words::with_thousands,
};
use comanda_platform::report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable};
use printpdf::{PdfDocument, PdfSaveOptions};

const MARGIN: f32 = 36.0;
const RIGHT_X: f32 = WIDTH - MARGIN;
const BOTTOM_Y: f32 = HEIGHT - 48.0;
const FONT_SIZE: f32 = 7.5;
const LINE_HEIGHT: f32 = 9.5;
/// The space between a column's text and its edge.
const CELL_PADDING: f32 = 3.0;
const HAIRLINE: f32 = 0.5;
const PALE_GREY: f32 = 0.93;
const FAINT_GREY: f32 = 0.8;
/// The space between two tables.
const TABLE_GAP: f32 = 24.0;
/// The height of a title with the head of its table and a few rows.
const MIN_TABLE_HEIGHT: f32 = 130.0;

/// The most decimals of a quantity and of a unit's cost on paper.
const MAX_QUANTITY_DECIMALS: usize = 3;
const MAX_COST_DECIMALS: usize = 4;

/// Draws a table as a PDF.
pub fn render_report(table: &ReportTable) -> Result<Vec<u8>> {
    render_reports(&table.title, &[table])
}

/// Draws several tables one below the other; each begins a new page if little room is left.
pub fn render_reports(title: &str, tables: &[&ReportTable]) -> Result<Vec<u8>> {
    let mut pages = vec![Page::default()];
    let mut y = MARGIN;
    for table in tables {
        let mut draw = Draw { pages, y, table, edges: column_edges(table), decimals: column_decimals(table) };
        draw.draw_all();
        (pages, y) = (draw.pages, draw.y + TABLE_GAP);
    }
    let page_count = pages.len();
    for (n, page) in (1..).zip(&mut pages) {
        page.draw_text(RIGHT_X, HEIGHT - 30.0, Align::Right, plain(8.0), &format!("Página {n} de {page_count}"));
    }
    let mut document = PdfDocument::new(title);
    document.metadata.info.producer = "Comanda".into();
    document.with_pages(pages.into_iter().map(Page::into_pdf_page).collect());
    Ok(document.save(&PdfSaveOptions::default(), &mut Vec::new()))
}

/// Returns the left and right edge of each column: the columns share the page's width by their numbers of characters.
fn column_edges(table: &ReportTable) -> Vec<(f32, f32)> {
    let all: f32 = table.columns.iter().map(|c| f32::from(c.width)).sum();
    let mut left = MARGIN;
    let edge = |wide: u16| {
        let begin = left;
        left += (RIGHT_X - MARGIN) * f32::from(wide) / all;
        (begin, left)
    };
    table.columns.iter().map(|c| c.width).map(edge).collect()
}

/// Returns the number of decimals of each column, so that its numbers stand one below the other: one for a percentage, otherwise the most
/// that any of its cells has.
fn column_decimals(table: &ReportTable) -> Vec<usize> {
    let decimals = |(at, column): (usize, &ReportColumn)| {
        let (least, most) = match column.kind {
            ColumnKind::Text => return 0,
            ColumnKind::Money => (2, 2),
            ColumnKind::UnitCost => (2, MAX_COST_DECIMALS),
            ColumnKind::Percent => (1, 1),
            ColumnKind::Quantity => (0, MAX_QUANTITY_DECIMALS),
        };
        let cells = table.rows.iter().chain([&table.total]).filter_map(|cells| cells.get(at));
        cells.map(|cell| decimals_of(&number_text(cell, column.kind, most))).max().unwrap_or(0).clamp(least, most)
    };
    table.columns.iter().enumerate().map(decimals).collect()
}

/// Formats the value of a number's column, rounded to so many decimals; fewer are not filled up.
fn number_text(cell: &ReportCell, kind: ColumnKind, most: usize) -> String {
    let step = i128::from(SCALE) / 10_i128.pow(u32::try_from(most).unwrap_or_default());
    let rounded = |millionths: i64| i64::try_from(div_round(millionths.into(), step) * step).unwrap_or(millionths);
    match cell {
        ReportCell::Quantity(quantity) => Quantity::from_millionths(rounded(quantity.millionths())).to_string(),
        ReportCell::Money(amount) => Money::from_millionths(rounded(amount.millionths())).to_string(),
        other => other.text(kind),
    }
}

fn decimals_of(number: &str) -> usize {
    number.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

/// Formats the value of a number's column with exactly so many decimals.
fn aligned_text(cell: &ReportCell, kind: ColumnKind, decimals: usize) -> String {
    let mut text = number_text(cell, kind, decimals);
    if matches!(cell, ReportCell::Quantity(_) | ReportCell::Money(_)) {
        let missing = decimals.saturating_sub(decimals_of(&text));
        if decimals > 0 && !text.contains('.') {
            text.push('.');
        }
        text.extend(std::iter::repeat_n('0', missing));
    }
    with_thousands(&text)
}

struct Draw<'t> {
    pages: Vec<Page>,
    /// The `y` of the next thing on the last page.
    y: f32,
    table: &'t ReportTable,
    edges: Vec<(f32, f32)>,
    /// The number of decimals of each column.
    decimals: Vec<usize>,
}

impl Draw<'_> {
    fn draw_all(&mut self) {
        let table = self.table;
        if self.y + MIN_TABLE_HEIGHT > BOTTOM_Y {
            self.pages.push(Page::default());
            self.y = MARGIN;
        }
        self.y += 12.0;
        self.draw_text(MARGIN, Align::Left, bold(14.0), &table.title);
        self.y += 8.0;
        for line in &table.lines {
            self.y += 12.0;
            self.draw_text(MARGIN, Align::Left, plain(9.0), line);
        }
        self.y += 14.0;
        self.draw_head();
        for row in &table.rows {
            self.draw_row(row, plain(FONT_SIZE));
        }
        if !table.total.is_empty() {
            self.draw_row(&table.total, bold(FONT_SIZE));
        }
        self.y += 6.0;
        for note in table.notes.iter().flat_map(|n| wrap_text(n, 8.5, false, RIGHT_X - MARGIN)) {
            self.reserve(12.0);
            self.y += 12.0;
            self.draw_text(MARGIN, Align::Left, plain(8.5), &note);
        }
    }

    fn draw_text(&mut self, x: f32, at: Align, font: Font, text: &str) {
        let y = self.y;
        if let Some(page) = self.pages.last_mut() {
            page.draw_text(x, y, at, font, text);
        }
    }
    fn draw_rectangle(&mut self, y: f32, height: f32, grey: f32) {
        if let Some(page) = self.pages.last_mut() {
            page.fill_rectangle(MARGIN, y, RIGHT_X - MARGIN, height, grey);
        }
    }

    fn draw_head(&mut self) {
        let table = self.table;
        self.draw_rectangle(self.y, 17.0, PALE_GREY);
        let top = self.y;
        self.y += 11.5;
        for (column, (left, right)) in table.columns.iter().zip(self.edges.clone()) {
            let (x, at) = if column.kind.is_number() {
                (right - CELL_PADDING, Align::Right)
            } else {
                (left + CELL_PADDING, Align::Left)
            };
            self.draw_text(
                x,
                at,
                fit_font(column.title, bold(FONT_SIZE), right - left - 2.0 * CELL_PADDING),
                column.title,
            );
        }
        self.y = top + 17.0;
    }

    /// Begins a further page if something of this height does not fit.
    fn reserve(&mut self, height: f32) -> bool {
        let is_new = self.y + height > BOTTOM_Y;
        if is_new {
            self.pages.push(Page::default());
            self.y = MARGIN + 8.0;
            let title = &self.table.title;
            self.draw_text(MARGIN, Align::Left, bold(9.0), title);
            self.y += 8.0;
        }
        is_new
    }

    fn draw_row(&mut self, cells: &[ReportCell], font: Font) {
        let table = self.table;
        let texts: Vec<Vec<String>> = cells
            .iter()
            .zip(&table.columns)
            .zip(self.edges.iter().zip(&self.decimals))
            .map(|((cell, column), ((left, right), decimals))| {
                let room = right - left - 2.0 * CELL_PADDING;
                if column.kind.is_number() {
                    vec![aligned_text(cell, column.kind, *decimals)]
                } else {
                    wrap_text(&cell.text(column.kind), font.size, font.bold, room)
                }
            })
            .collect();
        let lines = texts.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let height = lines as f32 * LINE_HEIGHT + 4.0;
        if self.reserve(height) {
            self.draw_head();
        }
        let top = self.y;
        for ((lines, column), (left, right)) in texts.iter().zip(&table.columns).zip(self.edges.clone()) {
            self.y = top + LINE_HEIGHT;
            for line in lines {
                if column.kind.is_number() {
                    let size = fit_font(line, font, right - left - CELL_PADDING);
                    self.draw_text(right - CELL_PADDING, Align::Right, size, line);
                } else {
                    self.draw_text(left + CELL_PADDING, Align::Left, font, line);
                }
                self.y += LINE_HEIGHT;
            }
        }
        self.y = top + height;
        self.draw_rectangle(self.y - HAIRLINE, HAIRLINE, FAINT_GREY);
    }
}

/// Returns a font in which the text fits: numbers and heads are never cut, but written smaller.
fn fit_font(text: &str, font: Font, room: f32) -> Font {
    let wide = text_width(text, font.size, font.bold);
    if wide <= room { font } else { Font { size: font.size * room / wide, ..font } }
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
