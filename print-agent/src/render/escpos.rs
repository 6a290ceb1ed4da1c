//! Lines as ESC/POS.
//!
//! Written directly rather than through the `escpos` crate: clones number their code pages as they like, which that
//! crate's fixed numbers cannot say; every one of its commands is an allocation with a label; and of the ten
//! commands a ticket needs, it lacks `FS .` and the times of the drawer's pulse.

use comanda_ticket::{Bitmap, Line, Run, Size, Style};

use super::{Beep, Cut, Drawer, Profile};

/// `ESC @`: begins every ticket, whatever the one before left behind.
pub const RESTART: [u8; 2] = [ESC, b'@'];

const ESC: u8 = 0x1b;
const FS: u8 = 0x1c;
const GS: u8 = 0x1d;
const LF: u8 = b'\n';
/// Rows of an image sent at once: cheap printers have a buffer for one band of 24.
const BAND_ROWS: usize = 24;
/// Lines from the print head to the tear bar.
const TEAR_BAR_LINES: u8 = 4;

/// Writes lines as bytes for a printer, from its reset to its cut.
#[must_use]
pub fn render(lines: &[Line], profile: &Profile) -> Vec<u8> {
    let mut writer = Writer { out: Vec::with_capacity(2048), style: Style::NORMAL, profile };
    writer.start();
    for line in lines {
        writer.line(line);
    }
    writer.out
}

struct Writer<'a> {
    out: Vec<u8>,
    /// What the printer is set to, so that nothing is set twice.
    style: Style,
    profile: &'a Profile,
}

impl Writer<'_> {
    fn start(&mut self) {
        self.out.extend_from_slice(&RESTART);
        // Many clones wake up in kanji mode, where accented letters come out as pairs of Chinese.
        self.out.extend_from_slice(&[FS, b'.']);
        self.out.extend_from_slice(&[ESC, b't', self.profile.code_page.number]);
    }

    fn line(&mut self, line: &Line) {
        match line {
            Line::Text { runs } => self.text(runs),
            Line::Qr { data } => self.qr(data),
            Line::Barcode { data } => self.barcode(data),
            Line::Image { image } => self.image(image),
            // The server sends the picture itself; a ticket that only names the logo goes out without.
            Line::Logo => {}
            Line::Cut => self.cut(),
            Line::Beep => self.beep(),
            Line::Drawer => self.drawer(),
        }
    }

    fn text(&mut self, runs: &[Run]) {
        for run in runs {
            self.set(run.style);
            self.profile.code_page.name.encode(&run.text, &mut self.out);
        }
        self.set(Style::NORMAL);
        self.out.push(LF);
    }

    fn set(&mut self, style: Style) {
        if style == self.style {
            return;
        }
        if style.bold != self.style.bold {
            self.out.extend_from_slice(&[ESC, b'E', u8::from(style.bold)]);
        }
        if style.size != self.style.size {
            let size = match style.size {
                Size::Normal => 0x00,
                Size::Tall => 0x01,
                Size::Double => 0x11,
            };
            self.out.extend_from_slice(&[GS, b'!', size]);
        }
        if style.reverse != self.style.reverse {
            self.out.extend_from_slice(&[GS, b'B', u8::from(style.reverse)]);
        }
        self.style = style;
    }

    fn centred(&mut self, on: bool) {
        self.out.extend_from_slice(&[ESC, b'a', u8::from(on)]);
    }

    fn qr(&mut self, data: &str) {
        let data: Vec<u8> = data.bytes().filter(|byte| *byte >= b' ').take(1024).collect();
        let module_dots = if self.profile.columns >= 40 { 5 } else { 4 };
        let Ok(length) = u16::try_from(data.len() + 3) else {
            return;
        };
        let [low, high] = length.to_le_bytes();
        self.centred(true);
        self.out.extend_from_slice(&[GS, b'(', b'k', 4, 0, b'1', b'A', b'2', 0]);
        self.out.extend_from_slice(&[GS, b'(', b'k', 3, 0, b'1', b'C', module_dots]);
        // Correction level Q: the one that SUNAT prescribes for the code of a printed document.
        self.out.extend_from_slice(&[GS, b'(', b'k', 3, 0, b'1', b'E', b'2']);
        self.out.extend_from_slice(&[GS, b'(', b'k', low, high, b'1', b'P', b'0']);
        self.out.extend_from_slice(&data);
        self.out.extend_from_slice(&[GS, b'(', b'k', 3, 0, b'1', b'Q', b'0']);
        self.centred(false);
    }

    fn barcode(&mut self, data: &str) {
        // Code set B; `{` opens a function in it and is no part of any number that we print.
        let data: Vec<u8> = data.bytes().filter(|byte| matches!(byte, b' '..=b'~') && *byte != b'{').take(40).collect();
        let Ok(length) = u8::try_from(data.len() + 2) else {
            return;
        };
        self.centred(true);
        self.out.extend_from_slice(&[GS, b'H', 2, GS, b'h', 64, GS, b'w', 2]);
        self.out.extend_from_slice(&[GS, b'k', 73, length, b'{', b'B']);
        self.out.extend_from_slice(&data);
        self.out.push(LF);
        self.centred(false);
    }

    fn image(&mut self, image: &Bitmap) {
        let row_bytes = image.row_bytes();
        let Ok(width) = u16::try_from(row_bytes) else {
            return;
        };
        self.centred(true);
        for band in image.dots().chunks(row_bytes * BAND_ROWS) {
            let rows = u16::try_from(band.len() / row_bytes).unwrap_or_default();
            self.out.extend_from_slice(&[GS, b'v', b'0', 0]);
            self.out.extend_from_slice(&width.to_le_bytes());
            self.out.extend_from_slice(&rows.to_le_bytes());
            self.dots(band);
        }
        self.centred(false);
    }

    /// `10 04`, `10 05` and `10 14` within a picture would fire real-time commands: one dot more prevents them.
    fn dots(&mut self, band: &[u8]) {
        for (index, byte) in band.iter().enumerate() {
            let next = band.get(index + 1).copied();
            let fires = *byte == 0x10 && matches!(next, Some(0x04 | 0x05 | 0x14) | None);
            self.out.push(if fires { 0x11 } else { *byte });
        }
    }

    fn cut(&mut self) {
        match self.profile.cut {
            Cut::Partial => self.out.extend_from_slice(&[GS, b'V', 66, 0]),
            Cut::Full => self.out.extend_from_slice(&[GS, b'V', 65, 0]),
            Cut::None => self.out.extend_from_slice(&[ESC, b'd', TEAR_BAR_LINES]),
        }
    }

    fn beep(&mut self) {
        match self.profile.beep {
            Beep::EscB => self.out.extend_from_slice(&[ESC, b'B', 2, 2]),
            Beep::EscA => self.out.extend_from_slice(&[ESC, b'(', b'A', 4, 0, 48, 55, 2, 3]),
            Beep::None => {}
        }
    }

    /// 50 ms on, 500 ms off: what the drawer's coil is built for.
    fn drawer(&mut self) {
        match self.profile.drawer {
            Drawer::Pin2 => self.out.extend_from_slice(&[ESC, b'p', 0, 0x19, 0xfa]),
            Drawer::Pin5 => self.out.extend_from_slice(&[ESC, b'p', 1, 0x19, 0xfa]),
            Drawer::None => {}
        }
    }
}
