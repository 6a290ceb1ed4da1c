//! A table of figures on A4, over as many pages as it needs; each begins with the head, the last ends with the sum.

use super::{
    helvetica::{width, wrap},
    page::{At, Font, HEIGHT, Page, WIDTH, bold, plain},
};
use comanda_base::{error::Result, words::with_thousands};
use comanda_platform::report_table::{Cell, ReportTable};
use printpdf::{PdfDocument, PdfSaveOptions};

const MARGIN: f32 = 36.0;
const RIGHT: f32 = WIDTH - MARGIN;
const BOTTOM: f32 = HEIGHT - 48.0;
const SIZE: f32 = 7.5;
const LINE: f32 = 9.5;
/// Between a column's text and its edge.
const GAP: f32 = 3.0;
const HAIR: f32 = 0.5;
const PALE: f32 = 0.93;
const FAINT: f32 = 0.8;
/// Between two tables.
const BETWEEN: f32 = 24.0;
/// A title with the head of its table and a few rows.
const HEAD: f32 = 130.0;

/// Draws it.
pub fn render_report(table: &ReportTable) -> Result<Vec<u8>> {
    render_reports(&table.title, &[table])
}

/// Draws several below each other; each goes to a page of its own where little is left of the last one.
pub fn render_reports(title: &str, tables: &[&ReportTable]) -> Result<Vec<u8>> {
    let mut pages = vec![Page::default()];
    let mut y = MARGIN;
    for table in tables {
        let mut draw = Draw { pages, y, table, edges: edges(table) };
        draw.all();
        (pages, y) = (draw.pages, draw.y + BETWEEN);
    }
    let of = pages.len();
    for (n, page) in (1..).zip(&mut pages) {
        page.text(RIGHT, HEIGHT - 30.0, At::Right, plain(8.0), &format!("Página {n} de {of}"));
    }
    let mut document = PdfDocument::new(title);
    document.metadata.info.producer = "Comanda".into();
    document.with_pages(pages.into_iter().map(Page::done).collect());
    Ok(document.save(&PdfSaveOptions::default(), &mut Vec::new()))
}

/// Where each column begins and ends: they share the page's width as their characters say.
fn edges(table: &ReportTable) -> Vec<(f32, f32)> {
    let all: f32 = table.columns.iter().map(|c| f32::from(c.width)).sum();
    let mut left = MARGIN;
    let edge = |wide: u16| {
        let begin = left;
        left += (RIGHT - MARGIN) * f32::from(wide) / all;
        (begin, left)
    };
    table.columns.iter().map(|c| c.width).map(edge).collect()
}

struct Draw<'t> {
    pages: Vec<Page>,
    /// Where the next thing goes on the last page.
    y: f32,
    table: &'t ReportTable,
    edges: Vec<(f32, f32)>,
}

impl Draw<'_> {
    fn all(&mut self) {
        let table = self.table;
        if self.y + HEAD > BOTTOM {
            self.pages.push(Page::default());
            self.y = MARGIN;
        }
        self.y += 12.0;
        self.text(MARGIN, At::Left, bold(14.0), &table.title);
        self.y += 8.0;
        for line in &table.lines {
            self.y += 12.0;
            self.text(MARGIN, At::Left, plain(9.0), line);
        }
        self.y += 14.0;
        self.head();
        for row in &table.rows {
            self.row(row, plain(SIZE));
        }
        if !table.total.is_empty() {
            self.row(&table.total, bold(SIZE));
        }
        self.y += 6.0;
        for note in table.notes.iter().flat_map(|n| wrap(n, 8.5, false, RIGHT - MARGIN)) {
            self.needs(12.0);
            self.y += 12.0;
            self.text(MARGIN, At::Left, plain(8.5), &note);
        }
    }

    fn text(&mut self, x: f32, at: At, font: Font, text: &str) {
        let y = self.y;
        if let Some(page) = self.pages.last_mut() {
            page.text(x, y, at, font, text);
        }
    }
    fn rectangle(&mut self, y: f32, height: f32, grey: f32) {
        if let Some(page) = self.pages.last_mut() {
            page.rectangle(MARGIN, y, RIGHT - MARGIN, height, grey);
        }
    }

    fn head(&mut self) {
        let table = self.table;
        self.rectangle(self.y, 17.0, PALE);
        let top = self.y;
        self.y += 11.5;
        for (column, (left, right)) in table.columns.iter().zip(self.edges.clone()) {
            let (x, at) = if column.kind.is_number() { (right - GAP, At::Right) } else { (left + GAP, At::Left) };
            self.text(x, at, fitted(column.title, bold(SIZE), right - left - 2.0 * GAP), column.title);
        }
        self.y = top + 17.0;
    }

    /// A further page begins where the next thing of this height does not fit.
    fn needs(&mut self, height: f32) -> bool {
        let is_new = self.y + height > BOTTOM;
        if is_new {
            self.pages.push(Page::default());
            self.y = MARGIN + 8.0;
            let title = &self.table.title;
            self.text(MARGIN, At::Left, bold(9.0), title);
            self.y += 8.0;
        }
        is_new
    }

    fn row(&mut self, cells: &[Cell], font: Font) {
        let table = self.table;
        let texts: Vec<Vec<String>> = cells
            .iter()
            .zip(&table.columns)
            .zip(&self.edges)
            .map(|((cell, column), (left, right))| {
                let text = cell.text(column.kind);
                let room = right - left - 2.0 * GAP;
                if column.kind.is_number() {
                    vec![with_thousands(&text)]
                } else {
                    wrap(&text, font.size, font.bold, room)
                }
            })
            .collect();
        let lines = texts.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let height = lines as f32 * LINE + 4.0;
        if self.needs(height) {
            self.head();
        }
        let top = self.y;
        for ((lines, column), (left, right)) in texts.iter().zip(&table.columns).zip(self.edges.clone()) {
            self.y = top + LINE;
            for line in lines {
                if column.kind.is_number() {
                    let size = fitted(line, font, right - left - GAP);
                    self.text(right - GAP, At::Right, size, line);
                } else {
                    self.text(left + GAP, At::Left, font, line);
                }
                self.y += LINE;
            }
        }
        self.y = top + height;
        self.rectangle(self.y - HAIR, HAIR, FAINT);
    }
}

/// A number is never cut, nor is a head: a long one is written smaller.
fn fitted(text: &str, font: Font, room: f32) -> Font {
    let wide = width(text, font.size, font.bold);
    if wide <= room { font } else { Font { size: font.size * room / wide, ..font } }
}
