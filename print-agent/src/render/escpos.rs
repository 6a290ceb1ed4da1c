//! Lines as ESC/POS.
//!
//! Written directly rather than through the `escpos` crate: clones number their code pages as they like, which that
//! crate's fixed numbers cannot say; every one of its commands is an allocation with a label; and of the ten
//! commands a ticket needs, it lacks `FS .` and the times of the drawer's pulse.

use comanda_ticket::{
    Bitmap, Line, Run, Size, Style,
    profile::{Beep, Cut, Drawer, ImageMode, Profile, Qr},
};

use super::{Logo, encode, graphics, qr};

/// `ESC @`: begins every ticket, whatever the one before left behind.
pub const RESTART: [u8; 2] = [ESC, b'@'];

pub(super) const ESC: u8 = 0x1b;
const FS: u8 = 0x1c;
pub(super) const GS: u8 = 0x1d;
const LF: u8 = b'\n';
/// Lines from the print head to the tear bar.
const TEAR_BAR_LINES: u8 = 4;

/// Writes lines as bytes for a printer, from its reset to its cut.
#[must_use]
pub fn render(lines: &[Line], profile: &Profile, logo: Logo<'_>) -> Vec<u8> {
    let mut writer = Writer { out: Vec::with_capacity(2048), style: Style::NORMAL, profile, logo };
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
    logo: Logo<'a>,
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
            Line::Logo => self.logo(),
            Line::Cut => self.cut(),
            Line::Beep => self.beep(),
            Line::Drawer => self.drawer(),
        }
    }

    fn text(&mut self, runs: &[Run]) {
        for run in runs {
            self.set(run.style);
            encode(self.profile.code_page.name, &run.text, &mut self.out);
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
        let square_dots: u8 = if self.profile.columns() >= 40 { 5 } else { 4 };
        match self.profile.qr {
            Qr::Native => self.native_qr(&data, square_dots),
            Qr::Raster => {
                let drawn = qr::draw(&data, usize::from(square_dots), usize::from(self.profile.dots));
                drawn.iter().for_each(|drawn| self.image(drawn));
            }
            Qr::None => {}
        }
    }

    fn native_qr(&mut self, data: &[u8], square_dots: u8) {
        let Ok(length) = u16::try_from(data.len() + 3) else {
            return;
        };
        let [low, high] = length.to_le_bytes();
        self.centred(true);
        self.out.extend_from_slice(&[GS, b'(', b'k', 4, 0, b'1', b'A', b'2', 0]);
        self.out.extend_from_slice(&[GS, b'(', b'k', 3, 0, b'1', b'C', square_dots]);
        // Correction level Q: the one that SUNAT prescribes for the code of a printed document.
        self.out.extend_from_slice(&[GS, b'(', b'k', 3, 0, b'1', b'E', b'2']);
        self.out.extend_from_slice(&[GS, b'(', b'k', low, high, b'1', b'P', b'0']);
        self.out.extend_from_slice(data);
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
        // Wider than the paper it would be cut, or print as letters.
        if self.profile.image == ImageMode::None || image.width_dots() > self.profile.dots {
            return;
        }
        self.centred(true);
        graphics::raster(image, &mut self.out);
        self.centred(false);
    }

    fn logo(&mut self) {
        match self.logo {
            Logo::None => {}
            Logo::Sent(picture) => self.image(picture),
            Logo::Stored => {
                self.centred(true);
                graphics::stored_logo(&mut self.out);
                self.centred(false);
            }
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
