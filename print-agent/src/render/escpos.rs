//! Renders lines as ESC/POS, written by the crate `escpos` into memory.
//!
//! Commands that the crate lacks are written by its `custom`; their bytes and reasons are in `server/docs/decisions/010-escpos.md`. Above
//! all they concern the code pages, which every clone numbers differently.

use std::cell::RefCell;

use comanda_ticket::{
    Bitmap, Line, Run, Size, Style,
    profile::{Beep, Cut, Drawer, ImageMode, Profile, Qr},
};
use escpos::{
    driver::Driver,
    errors::Result,
    printer::Printer,
    utils::{JustifyMode, Protocol, QRCodeCorrectionLevel, QRCodeModel, QRCodeOption},
};

use super::{Logo, codepage::must_be_drawn, encode_text, graphics, line_image, qr};

/// `ESC @`, the reset at the beginning of every ticket.
pub const RESTART: [u8; 2] = [ESC, b'@'];

pub(super) const ESC: u8 = 0x1b;
const FS: u8 = 0x1c;
pub(super) const GS: u8 = 0x1d;
const LF: u8 = b'\n';
/// The lines from the print head to the tear bar.
const TEAR_BAR_LINES: u8 = 4;
const MAX_QR_BYTES: usize = 1024;

/// Renders lines as bytes for a printer, from the reset to the cut.
#[must_use]
pub fn render_escpos(lines: &[Line], profile: &Profile, logo: Logo<'_>) -> Vec<u8> {
    let printer = Printer::new(Memory(RefCell::new(Vec::with_capacity(2048))), Protocol::default(), None);
    let mut writer = Writer { printer, text: Vec::with_capacity(256), style: Style::NORMAL, profile, logo };
    if let Err(error) = writer.ticket(lines) {
        tracing::error!(%error, "a ticket that cannot be written");
    }
    writer.printer.driver().0.into_inner()
}

/// A driver of the crate that writes to memory.
struct Memory(RefCell<Vec<u8>>);

impl Driver for Memory {
    fn name(&self) -> String {
        "memory".to_owned()
    }

    fn write(&self, data: &[u8]) -> Result<()> {
        self.0.borrow_mut().extend_from_slice(data);
        Ok(())
    }

    fn read(&self, _: &mut [u8]) -> Result<usize> {
        Ok(0)
    }

    fn flush(&self) -> Result<()> {
        Ok(())
    }
}

struct Writer<'a> {
    printer: Printer<Memory>,
    /// The text and raw bytes since the last command of the crate, each of which costs several allocations.
    text: Vec<u8>,
    /// The current style of the printer, so that nothing is set twice.
    style: Style,
    profile: &'a Profile,
    logo: Logo<'a>,
}

impl Writer<'_> {
    fn ticket(&mut self, lines: &[Line]) -> Result<()> {
        self.start()?;
        for line in lines {
            // The crate accepts every line of a ticket, because sizes are 1 and 2, and the length of a QR code is limited.
            if let Err(error) = self.line(line) {
                tracing::error!(%error, "a line that cannot be written is left out");
            }
        }
        self.commands()?.print()?;
        Ok(())
    }

    /// Writes the collected text and returns the printer for the next command.
    fn commands(&mut self) -> Result<&mut Printer<Memory>> {
        if !self.text.is_empty() {
            self.printer.custom(&self.text)?;
            self.text.clear();
        }
        Ok(&mut self.printer)
    }

    fn start(&mut self) -> Result<()> {
        self.printer.init()?;
        // Many clones start in kanji mode, in which accented letters come out as Chinese characters.
        self.text.extend([FS, b'.', ESC, b't', self.profile.code_page.number]);
        Ok(())
    }

    fn line(&mut self, line: &Line) -> Result<()> {
        match line {
            Line::Text { runs } => self.text(runs),
            Line::Qr { data } => self.qr(data),
            Line::Barcode { data } => self.barcode(data),
            Line::Image { image } => self.image(image),
            Line::Logo => self.logo(),
            Line::Cut => self.cut(),
            Line::Beep => {
                self.beep();
                Ok(())
            }
            Line::Drawer => {
                self.drawer();
                Ok(())
            }
        }
    }

    fn text(&mut self, runs: &[Run]) -> Result<()> {
        let page = self.profile.code_page.name;
        // A printer that cannot print pictures writes substitutes instead.
        if self.profile.image != ImageMode::None
            && runs.iter().any(|run| must_be_drawn(page, &run.text))
            && let Some(picture) = line_image::draw_line(runs, self.profile)
        {
            return self.image(&picture);
        }
        for run in runs {
            self.set(run.style)?;
            encode_text(self.profile.code_page.name, &run.text, &mut self.text);
        }
        self.set(Style::NORMAL)?;
        self.text.push(LF);
        Ok(())
    }

    fn set(&mut self, style: Style) -> Result<()> {
        let before = std::mem::replace(&mut self.style, style);
        if style == before {
            return Ok(());
        }
        let printer = self.commands()?;
        if style.bold != before.bold {
            printer.bold(style.bold)?;
        }
        if style.size != before.size {
            match style.size {
                Size::Normal => printer.size(1, 1)?,
                Size::Tall => printer.size(1, 2)?,
                Size::Double => printer.size(2, 2)?,
            };
        }
        if style.reverse != before.reverse {
            printer.reverse(style.reverse)?;
        }
        Ok(())
    }

    /// Runs `draw` with centred alignment.
    fn centred(&mut self, draw: impl FnOnce(&mut Printer<Memory>) -> Result<()>) -> Result<()> {
        let printer = self.commands()?.justify(JustifyMode::CENTER)?;
        draw(printer)?;
        printer.justify(JustifyMode::LEFT)?;
        Ok(())
    }

    fn centred_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.centred(|printer| printer.custom(bytes).map(|_| ()))
    }

    fn qr(&mut self, data: &str) -> Result<()> {
        let data: String = data.chars().filter(|c| *c >= ' ').collect();
        let data = &data[..data.floor_char_boundary(MAX_QR_BYTES)];
        let square_dots: u8 = if self.profile.columns() >= 40 { 5 } else { 4 };
        match self.profile.qr {
            Qr::Native => {
                // Correction level Q: the one that SUNAT prescribes for the code of a printed document.
                let option = QRCodeOption::new(QRCodeModel::Model2, square_dots, QRCodeCorrectionLevel::Q);
                self.centred(|printer| printer.qrcode_option(data, option).map(|_| ()))
            }
            Qr::Raster => {
                let drawn = qr::draw_qr(data.as_bytes(), usize::from(square_dots), usize::from(self.profile.dots));
                drawn.map_or(Ok(()), |drawn| self.image(&drawn))
            }
            Qr::None => Ok(()),
        }
    }

    fn barcode(&mut self, data: &str) -> Result<()> {
        // In code set B `{` begins a function; no number that we print has it.
        let data: Vec<u8> = data.bytes().filter(|byte| matches!(byte, b' '..=b'~') && *byte != b'{').take(40).collect();
        let Ok(length) = u8::try_from(data.len() + 2) else {
            return Ok(());
        };
        let head = [GS, b'H', 2, GS, b'h', 64, GS, b'w', 2, GS, b'k', 73, length, b'{', b'B'];
        self.centred_bytes(&[&head, data.as_slice(), &[LF]].concat())
    }

    fn image(&mut self, image: &Bitmap) -> Result<()> {
        // A picture wider than the paper would be cut, or printed as letters.
        if self.profile.image == ImageMode::None || image.width_dots() > self.profile.dots {
            return Ok(());
        }
        self.centred_bytes(&graphics::raster_commands(image))
    }

    fn logo(&mut self) -> Result<()> {
        match self.logo {
            Logo::None => Ok(()),
            Logo::Sent(picture) => self.image(picture),
            Logo::Stored => self.centred_bytes(&graphics::STORED_LOGO),
        }
    }

    fn cut(&mut self) -> Result<()> {
        match self.profile.cut {
            Cut::Partial => self.text.extend([GS, b'V', 66, 0]),
            Cut::Full => {
                self.commands()?.cut()?;
            }
            Cut::None => {
                self.commands()?.feeds(TEAR_BAR_LINES)?;
            }
        }
        Ok(())
    }

    fn beep(&mut self) {
        match self.profile.beep {
            Beep::EscB => self.text.extend([ESC, b'B', 2, 2]),
            Beep::EscA => self.text.extend([ESC, b'(', b'A', 4, 0, 48, 55, 2, 3]),
            Beep::None => {}
        }
    }

    /// Writes the drawer pulse: 50 ms on, 500 ms off, for which the drawer's coil is built.
    fn drawer(&mut self) {
        match self.profile.drawer {
            Drawer::Pin2 => self.text.extend([ESC, b'p', 0, 0x19, 0xfa]),
            Drawer::Pin5 => self.text.extend([ESC, b'p', 1, 0x19, 0xfa]),
            Drawer::None => {}
        }
    }
}
