//! PDFs: tickets, sheets of A4, and report tables, which are also offered as files.
//!
//! A ticket is as wide as its paper. It draws the same lines that the agent prints (`comanda_ticket::layout`), column by column, so that the
//! PDF and the paper cannot differ. The font is the Courier that every PDF reader has.

#![allow(clippy::float_arithmetic, reason = "places on paper in points; no money is here")]

mod canvas;
mod code128;
mod drawn;
mod helvetica;
mod page;
mod picture;
mod report;
mod report_file_http;
mod sheet;
mod sheet_draw;
mod win_ansi;

pub use report::{render_report, render_reports};
pub use report_file_http::report_file_response;
pub use sheet::{Sheet, SheetRow, render_sheet};

use canvas::{COLUMN, Canvas, LINE, MM};
use comanda_base::error::Result;
use comanda_ticket::{Bitmap, Line, Ticket, layout};
use printpdf::{PdfDocument, PdfSaveOptions};
use qrcode::{Color, EcLevel, QrCode};

/// The space above and below the content.
const MARGIN: f32 = 4.0 * MM;
/// The largest width of a QR code, and of its squares.
const QR_WIDTH: f32 = 40.0 * MM;
const QR_SQUARE: f32 = 0.75 * MM;
const BAR_HEIGHT: f32 = 12.0 * MM;
const BAR_WIDTH: f32 = 0.33 * MM;
/// The space above and below codes and pictures.
const GAP: f32 = 1.5 * MM;
/// A dot of a receipt printer: 203 to the inch.
const DOT: f32 = 25.4 / 203.0 * MM;

/// Draws a ticket on paper of 48 (80 mm) or 32 (58 mm) columns, as long as it needs.
pub fn render_ticket(ticket: &Ticket, columns: usize) -> Result<Vec<u8>> {
    let pieces: Vec<Piece> = layout(ticket, columns).into_iter().map(piece).collect::<Result<_>>()?;
    let height = pieces.iter().map(Piece::height).sum::<f32>() + 2.0 * MARGIN;
    let width = if columns > 32 { 80.0 } else { 58.0 } * MM;
    let mut canvas = Canvas::new(width, height, columns);
    canvas.move_down(MARGIN);
    for piece in &pieces {
        piece.draw(&mut canvas);
    }
    let mut document = PdfDocument::new(&ticket.title);
    document.metadata.info.producer = "Comanda".into();
    document.with_pages(vec![canvas.into_page()]);
    Ok(document.save(&PdfSaveOptions::default(), &mut Vec::new()))
}

/// A line with what is needed to measure and draw it.
enum Piece {
    Text(Line),
    /// Dark squares, row by row.
    Squares {
        rows: Vec<Vec<bool>>,
        square: f32,
    },
    Bars {
        widths: Vec<u8>,
        text: String,
        bar: f32,
    },
    /// Commands that print nothing: the knife, the beeper, the drawer.
    Nothing,
}

fn piece(line: Line) -> Result<Piece> {
    Ok(match line {
        Line::Text { .. } => Piece::Text(line),
        Line::Qr { data } => qr(&data)?,
        Line::Barcode { data } => bars(data),
        Line::Image { image } => Piece::Squares { rows: dots(&image), square: DOT },
        // The caller has put the picture in its place; if there is none, the names identify the issuer.
        Line::Logo | Line::Cut | Line::Beep | Line::Drawer => Piece::Nothing,
    })
}

/// Returns the dark squares of a QR code, row by row.
fn qr_rows(data: &str) -> Result<Vec<Vec<bool>>> {
    let code = QrCode::with_error_correction_level(data, EcLevel::M).map_err(|e| anyhow::anyhow!("QR code: {e}"))?;
    Ok(code.to_colors().chunks(code.width()).map(|row| row.iter().map(|c| *c == Color::Dark).collect()).collect())
}

fn qr(data: &str) -> Result<Piece> {
    let rows = qr_rows(data)?;
    let square = QR_SQUARE.min(QR_WIDTH / rows.len() as f32);
    Ok(Piece::Squares { rows, square })
}

fn bars(text: String) -> Piece {
    let widths = code128::bar_widths(&text);
    let modules: f32 = widths.iter().map(|w| f32::from(*w)).sum();
    Piece::Bars { bar: BAR_WIDTH.min(46.0 * MM / modules), widths, text }
}

fn dots(image: &Bitmap) -> Vec<Vec<bool>> {
    let width = usize::from(image.width_dots());
    let row = |bytes: &[u8]| (0..width).map(|x| bytes[x / 8] & (0x80 >> (x % 8)) != 0).collect();
    image.dots().chunks(image.row_bytes()).map(row).collect()
}

impl Piece {
    fn height(&self) -> f32 {
        match self {
            Self::Text(line) => line.text_rows() as f32 * LINE,
            Self::Squares { rows, square } => rows.len() as f32 * square + 2.0 * GAP,
            Self::Bars { .. } => BAR_HEIGHT + LINE + 2.0 * GAP,
            Self::Nothing => 0.0,
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        match self {
            Self::Text(Line::Text { runs }) => canvas.draw_line(runs, self.height()),
            Self::Squares { rows, square } => {
                let width = rows.first().map_or(0, Vec::len) as f32 * square;
                let left = canvas.centred_left_edge(width);
                canvas.move_down(GAP);
                for row in rows {
                    draw_row(canvas, left, row, *square);
                    canvas.move_down(*square);
                }
                canvas.move_down(GAP);
            }
            Self::Bars { widths, text, bar } => draw_bars(canvas, widths, text, *bar),
            Self::Text(_) | Self::Nothing => {}
        }
    }
}

/// Draws a row, with neighbouring squares as one rectangle: PDF readers show hair lines between squares that only touch.
fn draw_row(canvas: &mut Canvas, left: f32, row: &[bool], square: f32) {
    let mut at = 0;
    for run in row.chunk_by(|a, b| a == b) {
        if run.first() == Some(&true) {
            canvas.draw_black(left + at as f32 * square, run.len() as f32 * square, square);
        }
        at += run.len();
    }
}

fn draw_bars(canvas: &mut Canvas, widths: &[u8], text: &str, bar: f32) {
    let total: f32 = widths.iter().map(|w| f32::from(*w)).sum();
    let mut at = canvas.centred_left_edge(total * bar);
    canvas.move_down(GAP);
    for (index, width) in widths.iter().enumerate() {
        let width = f32::from(*width) * bar;
        if index % 2 == 0 {
            canvas.draw_black(at, width, BAR_HEIGHT);
        }
        at += width;
    }
    canvas.move_down(BAR_HEIGHT);
    let left = canvas.centred_left_edge(text.chars().count() as f32 * COLUMN);
    canvas.draw_plain(left, text);
    canvas.move_down(LINE + GAP);
}

#[cfg(test)]
mod tests {
    use super::render_ticket;
    use comanda_test_support::pdf::run_poppler;
    use comanda_ticket::{Item, Kind, Text, Ticket, Total};

    fn sample() -> Ticket {
        Ticket::new(Kind::Receipt)
            .title("B001-00000347")
            .line(Text::new("LA TERRAZA DE MIRAFLORES").center().bold())
            .heading("COCINA")
            .banner("ANULACIÓN")
            .dish("2", "LOMO SALTADO")
            .comment("SIN CEBOLLA, CON AJÍ")
            .rule()
            .item_header()
            .item(Item::new("2", "Ají de gallina ñoño").unit_price("38.00").amount("76.00"))
            .total(Total::new("TOTAL", "114.30").currency("S/").double())
            .text("¿Pagó con €? ¡Sí! ☕ → 5 ′ 6")
            .line(Text::new("alta invertida").tall().reverse().right())
            .qr("20601234567|03|B001|00000347|17.44|114.30|2026-11-21|1|00000000")
            .barcode("B001-00000347")
            .cut()
    }

    #[test]
    fn the_text_of_the_paper_is_in_the_pdf() {
        let pdf = render_ticket(&sample(), 48).unwrap();
        let text = run_poppler("pdftotext", &["-layout", "-", "-"], &pdf);
        for words in [
            "LA TERRAZA DE MIRAFLORES",
            "COCINA",
            "** ANULACIÓN **",
            "2 LOMO SALTADO",
            ">> SIN CEBOLLA, CON AJÍ",
            "Ají de gallina ñoño",
            "38.00",
            "76.00",
            "114.30",
            "¿Pagó con €? ¡Sí! ?",
            "> 5 ' 6",
            "alta invertida",
            "B001-00000347",
        ] {
            assert!(text.contains(words), "{words} is not in\n{text}");
        }
    }

    #[test]
    fn characters_without_a_pdf_glyph_are_drawn() {
        let ticket =
            Ticket::new(Kind::Command).dish("2", "宫保鸡丁 Pollo").line(Text::new("洋葱 加急").double().reverse());
        let text = run_poppler("pdftotext", &["-layout", "-", "-"], &render_ticket(&ticket, 48).unwrap());
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words, ["2", "Pollo"]);
    }

    #[test]
    fn the_page_is_as_wide_as_the_paper_and_as_long_as_its_content() {
        for (columns, width) in [(48, 226.77), (32, 164.41)] {
            let size = |ticket: &Ticket| {
                let info = run_poppler("pdfinfo", &["-"], &render_ticket(ticket, columns).unwrap());
                let line = info.lines().find(|l| l.starts_with("Page size")).unwrap().to_owned();
                assert!(info.contains("Pages:           1"), "{info}");
                let numbers: Vec<f32> = line.split_whitespace().filter_map(|w| w.parse().ok()).collect();
                (numbers[0], numbers[1])
            };
            let (short, long) =
                (size(&Ticket::new(Kind::Test).text("a")), size(&Ticket::new(Kind::Test).text("a").text("b")));
            assert!((short.0 - width).abs() < 0.1 && (long.0 - width).abs() < 0.1, "{short:?} {long:?}");
            assert!((long.1 - short.1 - super::LINE).abs() < 0.1, "one line longer: {short:?} {long:?}");
        }
    }
}
