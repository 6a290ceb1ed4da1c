//! Reads what is printed on the paper.

use std::collections::HashMap;

use crate::{Picture, charset, split};

/// A part of a line whose text has one style.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Piece {
    /// The text as a person reads it.
    pub text: String,
    /// Whether the text is bold.
    pub bold: bool,
    /// The width of a letter, as a multiple of the normal width.
    pub width: u8,
    /// The height of a letter, as a multiple of the normal height.
    pub height: u8,
    /// Whether the text is white on black.
    pub reverse: bool,
}

/// One line of text, or another printed element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaperLine {
    /// A line of text.
    Text(Vec<Piece>),
    /// A QR code.
    Qr(String),
    /// A bar code.
    Barcode(String),
    /// A picture, or a band of one.
    Image(Picture),
    /// A picture from the printer's memory.
    Stored(Picture),
}

/// A piece of paper, from one cut to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// The lines from top to bottom.
    pub lines: Vec<PaperLine>,
    /// Whether the sheet was cut off. It is false for the last sheet while it still hangs from the printer.
    pub cut: bool,
    /// The number of times that the cash drawer was opened while this sheet was printed.
    pub drawer_pulses: usize,
    /// The number of times that the printer beeped while this sheet was printed.
    pub beeps: usize,
    /// The numbers of the code pages that were selected.
    pub code_pages: Vec<u8>,
    /// Whether kanji mode was switched off before any text.
    pub kanji_left: bool,
}

impl Sheet {
    /// The lines as plain text, without trailing spaces.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text() + "\n").collect()
    }

    /// Whether any line contains this text.
    #[must_use]
    pub fn says(&self, what: &str) -> bool {
        self.lines.iter().any(|line| line.text().contains(what))
    }

    /// The pictures on the sheet. Bands that follow one another are joined to one picture.
    #[must_use]
    pub fn pictures(&self) -> Vec<Picture> {
        let mut pictures: Vec<Picture> = Vec::new();
        let mut after_band = false;
        for line in &self.lines {
            match line {
                PaperLine::Image(band) => match pictures.last_mut() {
                    Some(above) if after_band && above.width == band.width => above.join(band),
                    _ => pictures.push(band.clone()),
                },
                PaperLine::Stored(picture) => pictures.push(picture.clone()),
                _ => {}
            }
            after_band = matches!(line, PaperLine::Image(_));
        }
        pictures
    }

    /// The first and the last line of text.
    #[must_use]
    pub fn ends(&self) -> (String, String) {
        let mut texts = self.lines.iter().map(PaperLine::text).filter(|text| !text.is_empty());
        let first = texts.next().unwrap_or_default();
        let last = texts.next_back().unwrap_or_else(|| first.clone());
        (first, last)
    }
}

impl PaperLine {
    fn text(&self) -> String {
        match self {
            Self::Text(pieces) => {
                pieces.iter().map(|piece| piece.text.as_str()).collect::<String>().trim_end().to_owned()
            }
            Self::Qr(data) => format!("[QR {data}]"),
            Self::Barcode(data) => format!("[CODE128 {data}]"),
            Self::Image(picture) => format!("[IMAGE {}x{}]", picture.width, picture.height),
            Self::Stored(picture) => format!("[STORED {}x{}]", picture.width, picture.height),
        }
    }
}

#[derive(Default)]
struct PaperReader {
    sheets: Vec<Sheet>,
    sheet: Sheet,
    line: Vec<Piece>,
    style: Piece,
    code_page: u8,
    qr: String,
    stored: HashMap<[u8; 2], Picture>,
}

/// Converts consumed bytes to the printed sheets. A last sheet that is still empty is left out.
#[must_use]
pub fn read_paper(mut stream: &[u8]) -> Vec<Sheet> {
    let mut reader = PaperReader { style: normal_style(), ..PaperReader::default() };
    while let Some(command) = split(stream) {
        reader.read(command.bytes);
        stream = &stream[command.bytes.len()..];
    }
    reader.end_started_line();
    if !reader.sheet.lines.is_empty() {
        reader.sheets.push(reader.sheet);
    }
    reader.sheets
}

fn normal_style() -> Piece {
    Piece { width: 1, height: 1, ..Piece::default() }
}

impl PaperReader {
    fn read(&mut self, command: &[u8]) {
        match command {
            b"\x1b@" => {
                self.end_started_line();
                (self.style, self.code_page) = (normal_style(), 0);
            }
            b"\x1c." => self.sheet.kanji_left = self.sheet.lines.is_empty(),
            [0x1b, b't', page] => {
                self.code_page = *page;
                self.sheet.code_pages.push(*page);
            }
            [0x1b, b'E', on] => self.style.bold = on & 1 == 1,
            [0x1b, b'd', lines] => {
                self.end_started_line();
                self.cut_at_tear_bar(*lines);
            }
            [0x1b, b'p', _, on, off] if *on > 0 && *off > 0 => self.sheet.drawer_pulses += 1,
            [0x1b, b'B', ..] | [0x1b, b'(', b'A', ..] => self.sheet.beeps += 1,
            [0x1d, b'!', size] => (self.style.width, self.style.height) = ((size >> 4) + 1, (size & 0x0f) + 1),
            [0x1d, b'B', on] => self.style.reverse = on & 1 == 1,
            [0x1d, b'V', ..] => self.cut(),
            [0x1d, b'(', b'k', _, _, b'1', function, data @ ..] => self.qr(*function, data),
            [0x1d, b'k', 73, _, data @ ..] => {
                let data = data.strip_prefix(b"{B").unwrap_or(data);
                self.sheet.lines.push(PaperLine::Barcode(String::from_utf8_lossy(data).into_owned()));
            }
            [0x1d, b'v', b'0', _, a, b, c, d, data @ ..] => {
                self.sheet.lines.extend(Picture::read([*a, *b, *c, *d], false, data).map(PaperLine::Image));
            }
            // Colour 1, which is the only colour that the printer has.
            [0x1d, b'(', b'L', _, _, 48, 67, 48, k1, k2, 1, a, b, c, d, 49, data @ ..] => {
                self.stored.extend(Picture::read([*a, *b, *c, *d], true, data).map(|picture| ([*k1, *k2], picture)));
            }
            [0x1d, b'(', b'L', 6, 0, 48, 69, k1, k2, 1, 1] => {
                // If no picture has this key, nothing is printed.
                self.sheet.lines.extend(self.stored.get(&[*k1, *k2]).cloned().map(PaperLine::Stored));
            }
            [b'\n'] => self.end_line(),
            [byte] if *byte >= b' ' => self.write(*byte),
            _ => {}
        }
    }

    fn write(&mut self, byte: u8) {
        let c = charset::decode(self.code_page, byte);
        let style = |piece: &Piece| (piece.bold, piece.width, piece.height, piece.reverse);
        let same = |piece: &Piece| style(piece) == style(&self.style);
        match self.line.last_mut().filter(|piece| same(piece)) {
            Some(piece) => piece.text.push(c),
            None => self.line.push(Piece { text: c.to_string(), ..self.style.clone() }),
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.sheet.lines.push(PaperLine::Text(line));
    }

    fn end_started_line(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
    }

    fn qr(&mut self, function: u8, data: &[u8]) {
        match function {
            b'P' => self.qr = String::from_utf8_lossy(data.get(1..).unwrap_or_default()).into_owned(),
            b'Q' => self.sheet.lines.push(PaperLine::Qr(std::mem::take(&mut self.qr))),
            _ => {}
        }
    }

    fn cut(&mut self) {
        self.end_started_line();
        let sheet = std::mem::take(&mut self.sheet);
        self.sheets.push(Sheet { cut: true, ..sheet });
    }

    /// Counts a feed of three or more lines as a cut: on a printer without a cutter the waiter tears the paper there.
    fn cut_at_tear_bar(&mut self, lines: u8) {
        if lines >= 3 {
            self.cut();
        }
    }
}
