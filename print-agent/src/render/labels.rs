//! Renders labels for a printer of labels, in TSPL or in ESC/POS. A label is a picture of the sticker's size, so that neither code pages nor
//! the fonts of a model decide what it looks like.

use comanda_ticket::{Bitmap, profile::LabelLanguage, wire::LabelSize};

use super::{escpos::RESTART, graphics::raster_commands};

/// The gap between two labels on the roll. Printers measure it themselves; this is the usual one that they look for.
const GAP_MM: u16 = 2;
/// `FS ( L` function 67: feeds to the beginning of the next label, unless the printer is at it.
const TO_BEGINNING: [u8; 7] = [0x1c, b'(', b'L', 2, 0, 67, 48];
/// `FS ( L` function 65: feeds to where the label can be peeled off.
const TO_PEELING: [u8; 7] = [0x1c, b'(', b'L', 2, 0, 65, 48];

/// Renders labels as bytes for a printer of this language.
#[must_use]
pub fn render_labels(labels: &[Bitmap], size: LabelSize, language: LabelLanguage) -> Vec<u8> {
    match language {
        LabelLanguage::Tspl => render_tspl(labels, size),
        LabelLanguage::EscPos => render_escpos_labels(labels),
    }
}

fn render_tspl(labels: &[Bitmap], size: LabelSize) -> Vec<u8> {
    let (width, height) = size.millimetres();
    // The empty line ends a command that broke off in an earlier connection.
    let mut out = format!("\r\nSIZE {width} mm,{height} mm\r\nGAP {GAP_MM} mm,0 mm\r\nDIRECTION 1\r\n").into_bytes();
    for label in labels {
        out.extend(format!("CLS\r\nBITMAP 0,0,{},{},0,", label.row_bytes(), label.height_dots()).bytes());
        push_tspl_dots(label.dots(), &mut out);
        out.extend(b"\r\nPRINT 1,1\r\n");
    }
    out
}

/// Appends the dots of a picture, of which TSPL prints those that are 0. `ESC !` within a picture would begin a command that printers obey
/// at once, such as a restart; one more black dot prevents this.
fn push_tspl_dots(dots: &[u8], out: &mut Vec<u8>) {
    for (index, byte) in dots.iter().enumerate() {
        let next = dots.get(index + 1).map(|next| !next);
        out.push(if !byte == 0x1b && next == Some(b'!') { 0x1a } else { !byte });
    }
}

fn render_escpos_labels(labels: &[Bitmap]) -> Vec<u8> {
    let mut out = RESTART.to_vec();
    for label in labels {
        out.extend(TO_BEGINNING);
        out.extend(raster_commands(label));
        out.extend(TO_PEELING);
    }
    out
}
