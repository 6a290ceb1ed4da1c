//! Draws an A4 sheet from top to bottom; what does not fit continues on the next page.

use super::{
    helvetica::{text_width, wrap_text},
    page::{Align, Font, HEIGHT, Page, WIDTH, bold, plain},
    picture::EmbeddedPicture,
    qr_rows,
    sheet::Sheet,
};
use comanda_base::error::Result;

const MARGIN: f32 = 42.0;
const RIGHT_X: f32 = WIDTH - MARGIN;
/// Below this only the page number is drawn.
const BOTTOM_Y: f32 = HEIGHT - 52.0;
const BOX_WIDTH: f32 = 210.0;
const LINE_HEIGHT: f32 = 12.5;
// The x of each column: numbers end there, texts begin there.
const QUANTITY_RIGHT_X: f32 = MARGIN + 44.0;
const DESCRIPTION_LEFT_X: f32 = MARGIN + 60.0;
const UNIT_PRICE_RIGHT_X: f32 = RIGHT_X - 84.0;
const DESCRIPTION_WIDTH: f32 = UNIT_PRICE_RIGHT_X - 70.0 - DESCRIPTION_LEFT_X;
const QR_SIZE: f32 = 92.0;
/// The largest size of the logo.
const MAX_LOGO_SIZE: (f32, f32) = (180.0, 64.0);
/// The width of the list of payments, beside the QR code.
const PAYMENTS_WIDTH: f32 = 150.0;
const HAIRLINE: f32 = 0.5;
const PALE_GREY: f32 = 0.93;
const FAINT_GREY: f32 = 0.8;

/// The sheet being drawn.
#[derive(Debug)]
pub(super) struct SheetDrawing<'s> {
    pages: Vec<Page>,
    /// The `y` of the next thing on the last page.
    y: f32,
    sheet: &'s Sheet,
    logo: Option<EmbeddedPicture>,
}

impl<'s> SheetDrawing<'s> {
    /// Draws the whole sheet, page by page.
    pub(super) fn draw_all(sheet: &'s Sheet, logo: Option<EmbeddedPicture>) -> Result<Vec<Page>> {
        let mut draw = Self { pages: vec![Page::default()], y: MARGIN, sheet, logo };
        draw.draw_head();
        draw.draw_facts();
        draw.draw_table();
        draw.draw_foot()?;
        draw.number_pages();
        Ok(draw.pages)
    }
    fn page(&mut self) -> &mut Page {
        if self.pages.is_empty() {
            self.pages.push(Page::default());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    fn draw_text(&mut self, x: f32, at: Align, font: Font, text: &str) {
        let y = self.y;
        self.page().draw_text(x, y, at, font, text);
    }

    fn draw_head(&mut self) {
        let (sheet, top) = (self.sheet, self.y);
        let room = RIGHT_X - BOX_WIDTH - 24.0 - MARGIN;
        self.draw_logo(room);
        self.y += 14.0;
        for line in wrap_text(&sheet.company_name, 17.0, true, room) {
            self.draw_text(MARGIN, Align::Left, bold(17.0), &line);
            self.y += 20.0;
        }
        for line in sheet.issuer.iter().flat_map(|l| wrap_text(l, 9.0, false, room)) {
            self.draw_text(MARGIN, Align::Left, plain(9.0), &line);
            self.y += LINE_HEIGHT;
        }
        let issuer_bottom = self.y;
        self.draw_number_box(top);
        self.y = self.y.max(issuer_bottom) + 12.0;
    }

    fn draw_logo(&mut self, room: f32) {
        let Some(logo) = self.logo.take() else { return };
        let (size, y) = (logo.size_within(room.min(MAX_LOGO_SIZE.0), MAX_LOGO_SIZE.1), self.y);
        self.page().draw_picture(MARGIN, y, size, &logo);
        self.y += size.1 + 8.0;
    }

    fn draw_number_box(&mut self, top: f32) {
        let sheet = self.sheet;
        let lines: Vec<String> = sheet.number.iter().flat_map(|l| wrap_text(l, 12.0, true, BOX_WIDTH - 20.0)).collect();
        let height = 22.0 + lines.len() as f32 * 19.0;
        self.page().draw_frame(RIGHT_X - BOX_WIDTH, top, BOX_WIDTH, height, 1.2);
        self.y = top + 26.0;
        for line in lines {
            self.draw_text(RIGHT_X - BOX_WIDTH / 2.0, Align::Middle, bold(12.0), &line);
            self.y += 19.0;
        }
        self.y = top + height;
    }

    fn draw_facts(&mut self) {
        let sheet = self.sheet;
        let half = (RIGHT_X - MARGIN) / 2.0;
        let top = self.y;
        self.y += 16.0;
        for pair in sheet.facts.chunks(2) {
            let begin = self.y;
            let mut end = begin;
            for (column, (name, value)) in (0_u8..).zip(pair) {
                self.y = begin;
                self.draw_fact(MARGIN + 10.0 + f32::from(column) * half, half - 20.0, name, value);
                end = end.max(self.y);
            }
            self.y = end;
        }
        let height = self.y - top - 2.0;
        self.page().draw_frame(MARGIN, top, RIGHT_X - MARGIN, height, HAIRLINE);
        self.y = top + height + 14.0;
    }

    fn draw_fact(&mut self, x: f32, room: f32, name: &str, value: &str) {
        let label = format!("{name}: ");
        let indent = text_width(&label, 9.0, true).max(62.0);
        self.draw_text(x, Align::Left, bold(9.0), &label);
        for line in wrap_text(value, 9.0, false, room - indent) {
            self.draw_text(x + indent, Align::Left, plain(9.0), &line);
            self.y += 14.0;
        }
        if value.is_empty() {
            self.y += 14.0;
        }
    }

    fn draw_table_head(&mut self) {
        let y = self.y;
        self.page().fill_rectangle(MARGIN, y, RIGHT_X - MARGIN, 20.0, PALE_GREY);
        self.y += 13.5;
        self.draw_text(QUANTITY_RIGHT_X, Align::Right, bold(8.5), "Cant.");
        self.draw_text(DESCRIPTION_LEFT_X, Align::Left, bold(8.5), "Descripción");
        self.draw_text(UNIT_PRICE_RIGHT_X, Align::Right, bold(8.5), "P. unitario");
        self.draw_text(RIGHT_X - 8.0, Align::Right, bold(8.5), "Importe");
        self.y = y + 20.0;
    }

    fn draw_table(&mut self) {
        let sheet = self.sheet;
        self.draw_table_head();
        for row in &sheet.rows {
            let lines = wrap_text(&row.description, 9.0, false, DESCRIPTION_WIDTH);
            let height = lines.len().max(1) as f32 * LINE_HEIGHT + 6.0;
            if self.y + height > BOTTOM_Y {
                self.next_page();
                self.draw_table_head();
            }
            let top = self.y;
            self.y += 13.0;
            self.draw_text(QUANTITY_RIGHT_X, Align::Right, plain(9.0), &row.quantity);
            self.draw_text(UNIT_PRICE_RIGHT_X, Align::Right, plain(9.0), &row.unit_price);
            self.draw_text(RIGHT_X - 8.0, Align::Right, plain(9.0), &row.amount);
            for line in &lines {
                self.draw_text(DESCRIPTION_LEFT_X, Align::Left, plain(9.0), line);
                self.y += LINE_HEIGHT;
            }
            self.y = top + height;
            let y = self.y;
            self.page().fill_rectangle(MARGIN, y - HAIRLINE, RIGHT_X - MARGIN, HAIRLINE, FAINT_GREY);
        }
        self.y += 12.0;
    }

    /// Begins a further page, which names the document in short.
    fn next_page(&mut self) {
        let sheet = self.sheet;
        self.pages.push(Page::default());
        self.y = MARGIN + 8.0;
        self.draw_text(MARGIN, Align::Left, bold(10.0), &sheet.company_name);
        self.draw_text(RIGHT_X, Align::Right, bold(10.0), &sheet.title);
        self.y += 10.0;
    }

    fn foot_height(&self) -> f32 {
        let sheet = self.sheet;
        let totals = (sheet.totals.len() as f32 + 2.0) * 15.0;
        let side = if sheet.qr.is_some() { QR_SIZE } else { 0.0 } + sheet.paid.len() as f32 * 2.0 * LINE_HEIGHT + 30.0;
        let legend = sheet.legend.len() as f32 * 2.0 * LINE_HEIGHT + 20.0;
        40.0 + totals.max(side) + legend
    }

    fn draw_foot(&mut self) -> Result<()> {
        if self.y + self.foot_height() > BOTTOM_Y {
            self.next_page();
            self.y += 14.0;
        }
        let sheet = self.sheet;
        self.y += 6.0;
        for line in wrap_text(&sheet.words, 9.0, true, RIGHT_X - MARGIN) {
            self.draw_text(MARGIN, Align::Left, bold(9.0), &line);
            self.y += LINE_HEIGHT;
        }
        self.y += 6.0;
        let top = self.y;
        self.draw_totals();
        let totals_bottom = self.y;
        self.y = top;
        self.draw_payments_and_qr()?;
        self.y = self.y.max(totals_bottom) + 16.0;
        let y = self.y;
        self.page().fill_rectangle(MARGIN, y - 10.0, RIGHT_X - MARGIN, HAIRLINE, FAINT_GREY);
        self.y += 6.0;
        for line in sheet.legend.iter().flat_map(|l| wrap_text(l, 8.5, false, RIGHT_X - MARGIN)) {
            self.draw_text(WIDTH / 2.0, Align::Middle, plain(8.5), &line);
            self.y += LINE_HEIGHT;
        }
        Ok(())
    }

    fn draw_totals(&mut self) {
        let (sheet, left) = (self.sheet, RIGHT_X - 220.0);
        self.y += 11.0;
        for (label, amount) in &sheet.totals {
            self.draw_text(left, Align::Left, plain(9.5), label);
            self.draw_text(RIGHT_X - 8.0, Align::Right, plain(9.5), amount);
            self.y += 15.0;
        }
        let y = self.y;
        self.page().fill_rectangle(left - 8.0, y - 8.0, RIGHT_X - left + 8.0, 24.0, PALE_GREY);
        self.y += 8.0;
        self.draw_text(left, Align::Left, bold(12.0), &sheet.total.0);
        self.draw_text(RIGHT_X - 8.0, Align::Right, bold(12.0), &sheet.total.1);
        self.y += 14.0;
    }

    fn draw_payments_and_qr(&mut self) -> Result<()> {
        let sheet = self.sheet;
        let mut x = MARGIN;
        let top = self.y;
        if let Some(data) = &sheet.qr {
            let rows = qr_rows(data)?;
            let square = QR_SIZE / rows.len() as f32;
            for (n, row) in rows.iter().enumerate() {
                self.draw_qr_row(x, top + n as f32 * square, row, square);
            }
            x += QR_SIZE + 18.0;
        }
        self.y = top + 11.0;
        for (name, amount) in &sheet.paid {
            self.draw_text(x + PAYMENTS_WIDTH, Align::Right, plain(9.0), amount);
            for line in wrap_text(name, 9.0, false, PAYMENTS_WIDTH - 50.0) {
                self.draw_text(x, Align::Left, plain(9.0), &line);
                self.y += 14.0;
            }
        }
        self.y = self.y.max(top + if sheet.qr.is_some() { QR_SIZE } else { 0.0 });
        Ok(())
    }

    fn draw_qr_row(&mut self, left: f32, y: f32, row: &[bool], square: f32) {
        let mut at = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run.first() == Some(&true) {
                // Slightly larger than the square: readers show lines between rectangles that only touch.
                let page = self.page();
                page.fill_rectangle(left + at as f32 * square, y, run.len() as f32 * square, square + 0.1, 0.0);
            }
            at += run.len();
        }
    }

    fn number_pages(&mut self) {
        let page_count = self.pages.len();
        for (n, page) in (1..).zip(&mut self.pages) {
            page.draw_text(RIGHT_X, HEIGHT - 30.0, Align::Right, plain(8.0), &format!("Página {n} de {page_count}"));
        }
    }
}
