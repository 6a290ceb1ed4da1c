//! What stands on the paper.

use std::collections::HashMap;

use crate::{Picture, charset, split};

/// Text of one look.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Piece {
    /// As it can be read.
    pub text: String,
    /// Emphasised.
    pub bold: bool,
    /// Times as wide as normal.
    pub width: u8,
    /// Times as high as normal.
    pub height: u8,
    /// White on black.
    pub reverse: bool,
}

/// One line, or something else that takes paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaperLine {
    /// Text.
    Text(Vec<Piece>),
    /// A QR code.
    Qr(String),
    /// A bar code.
    Barcode(String),
    /// A picture, or a band of one.
    Image(Picture),
    /// A picture from the printer's own memory.
    Stored(Picture),
}

/// A piece of paper, from one cut to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// From top to bottom.
    pub lines: Vec<PaperLine>,
    /// False for the last one while it still hangs from the printer.
    pub cut: bool,
    /// How often the drawer was opened meanwhile.
    pub drawer_pulses: usize,
    /// How often it beeped meanwhile.
    pub beeps: usize,
    /// Code page numbers that were chosen.
    pub code_pages: Vec<u8>,
    /// Left kanji mode before any text.
    pub kanji_left: bool,
}

impl Sheet {
    /// The lines as plain text, without the spaces at their ends.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text() + "\n").collect()
    }

    /// Whether some line contains this.
    #[must_use]
    pub fn says(&self, what: &str) -> bool {
        self.lines.iter().any(|line| line.text().contains(what))
    }

    /// The pictures on it; bands that follow one another are one.
    #[must_use]
    pub fn pictures(&self) -> Vec<Picture> {
        let mut pictures: Vec<Picture> = Vec::new();
        let mut follows = false;
        for line in &self.lines {
            match line {
                PaperLine::Image(band) => match pictures.last_mut() {
                    Some(above) if follows && above.width == band.width => above.join(band),
                    _ => pictures.push(band.clone()),
                },
                PaperLine::Stored(picture) => pictures.push(picture.clone()),
                _ => {}
            }
            follows = matches!(line, PaperLine::Image(_));
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
struct Reader {
    sheets: Vec<Sheet>,
    sheet: Sheet,
    line: Vec<Piece>,
    look: Piece,
    code_page: u8,
    qr: String,
    stored: HashMap<[u8; 2], Picture>,
}

/// Reads consumed bytes as the sheets they became. A sheet that nothing stands on is not counted.
#[must_use]
pub fn read_paper(mut stream: &[u8]) -> Vec<Sheet> {
    let mut reader = Reader { look: normal(), ..Reader::default() };
    while let Some(command) = split(stream) {
        reader.read(command.bytes);
        stream = &stream[command.bytes.len()..];
    }
    reader.end_line_if_begun();
    if !reader.sheet.lines.is_empty() {
        reader.sheets.push(reader.sheet);
    }
    reader.sheets
}

fn normal() -> Piece {
    Piece { width: 1, height: 1, ..Piece::default() }
}

impl Reader {
    fn read(&mut self, command: &[u8]) {
        match command {
            b"\x1b@" => {
                self.end_line_if_begun();
                (self.look, self.code_page) = (normal(), 0);
            }
            b"\x1c." => self.sheet.kanji_left = self.sheet.lines.is_empty(),
            [0x1b, b't', page] => {
                self.code_page = *page;
                self.sheet.code_pages.push(*page);
            }
            [0x1b, b'E', on] => self.look.bold = on & 1 == 1,
            [0x1b, b'd', lines] => {
                self.end_line_if_begun();
                self.cut_at_tear_bar(*lines);
            }
            [0x1b, b'p', _, on, off] if *on > 0 && *off > 0 => self.sheet.drawer_pulses += 1,
            [0x1b, b'B', ..] | [0x1b, b'(', b'A', ..] => self.sheet.beeps += 1,
            [0x1d, b'!', size] => (self.look.width, self.look.height) = ((size >> 4) + 1, (size & 0x0f) + 1),
            [0x1d, b'B', on] => self.look.reverse = on & 1 == 1,
            [0x1d, b'V', ..] => self.cut(),
            [0x1d, b'(', b'k', _, _, b'1', function, data @ ..] => self.qr(*function, data),
            [0x1d, b'k', 73, _, data @ ..] => {
                let data = data.strip_prefix(b"{B").unwrap_or(data);
                self.sheet.lines.push(PaperLine::Barcode(String::from_utf8_lossy(data).into_owned()));
            }
            [0x1d, b'v', b'0', _, a, b, c, d, data @ ..] => {
                self.sheet.lines.extend(Picture::read([*a, *b, *c, *d], false, data).map(PaperLine::Image));
            }
            // One colour, which is the only one there is.
            [0x1d, b'(', b'L', _, _, 48, 67, 48, k1, k2, 1, a, b, c, d, 49, data @ ..] => {
                self.stored.extend(Picture::read([*a, *b, *c, *d], true, data).map(|picture| ([*k1, *k2], picture)));
            }
            [0x1d, b'(', b'L', 6, 0, 48, 69, k1, k2, 1, 1] => {
                // A key that names nothing prints nothing.
                self.sheet.lines.extend(self.stored.get(&[*k1, *k2]).cloned().map(PaperLine::Stored));
            }
            [b'\n'] => self.end_line(),
            [byte] if *byte >= b' ' => self.write(*byte),
            _ => {}
        }
    }

    fn write(&mut self, byte: u8) {
        let c = charset::read(self.code_page, byte);
        let look = |piece: &Piece| (piece.bold, piece.width, piece.height, piece.reverse);
        let same = |piece: &Piece| look(piece) == look(&self.look);
        match self.line.last_mut().filter(|piece| same(piece)) {
            Some(piece) => piece.text.push(c),
            None => self.line.push(Piece { text: c.to_string(), ..self.look.clone() }),
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.sheet.lines.push(PaperLine::Text(line));
    }

    fn end_line_if_begun(&mut self) {
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
        self.end_line_if_begun();
        let sheet = std::mem::take(&mut self.sheet);
        self.sheets.push(Sheet { cut: true, ..sheet });
    }

    /// Without a knife the waiter tears where the paper was fed to.
    fn cut_at_tear_bar(&mut self, lines: u8) {
        if lines >= 3 {
            self.cut();
        }
    }
}
