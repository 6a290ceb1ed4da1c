//! Labels: a ticket as pictures of a sticker's size, one for each part of the ticket that ends with a cut. Printers of labels print the
//! picture, and the server shows it, so that both are the same.

use crate::{
    Bitmap, Block, Canvas, Line, Run, Size, Style, Text, Ticket, layout, style::Align, text_height, width_of,
    wire::LabelSize,
};

/// The width of a column in dots: that of a letter.
const COLUMN_DOTS: u16 = 12;
/// The dots between two lines.
const LINE_GAP_DOTS: u16 = 1;
/// The white dots at the upper and the lower edge, since no roll runs straight.
const EDGE_DOTS: u16 = 7;
/// The largest type of the head and of everything else, which are tried until the text fits.
const LARGEST_SIZES: [(Size, Size); 4] =
    [(Size::Double, Size::Double), (Size::Tall, Size::Tall), (Size::Normal, Size::Tall), (Size::Normal, Size::Normal)];

impl Ticket {
    /// Splits the ticket at its cuts; each part with something to read on it is one label.
    #[must_use]
    pub fn labels(&self) -> Vec<Self> {
        let parts = self.blocks.split(|block| *block == Block::Cut);
        let labels = parts.map(|blocks| Self { blocks: blocks.to_vec(), ..self.clone() });
        labels.filter(|label| label.blocks.iter().any(is_read)).collect()
    }
}

/// Whether people read the block on paper.
pub(crate) const fn is_read(block: &Block) -> bool {
    !matches!(block, Block::Beep | Block::Drawer | Block::Feed { .. } | Block::Cut)
}

/// Draws the labels of a ticket. Large type gets smaller where the text does not fit; what does not fit in the smallest ends with an
/// ellipsis.
#[must_use]
pub fn draw_labels(ticket: &Ticket, size: LabelSize) -> Vec<Bitmap> {
    ticket.labels().iter().filter_map(|label| draw_label(label, size)).collect()
}

fn draw_label(label: &Ticket, size: LabelSize) -> Option<Bitmap> {
    let room = size.height_dots() - 2 * EDGE_DOTS;
    let mut lines = Vec::new();
    for largest in LARGEST_SIZES {
        lines = text_lines(&with_largest_size(label, largest), size);
        if height_of(&lines) <= room {
            break;
        }
    }
    end_with_ellipsis(&mut lines, room, size.columns());
    let margin = (size.width_dots() - COLUMN_DOTS * u16::try_from(size.columns()).unwrap_or_default()) / 2;
    let mut canvas = Canvas::new(size.width_dots(), size.height_dots());
    let mut top = EDGE_DOTS;
    for runs in &lines {
        canvas.draw_runs(runs, (margin, top), COLUMN_DOTS);
        top += text_height(runs) + LINE_GAP_DOTS;
    }
    canvas.into_bitmap()
}

/// Lays the label out; only text is drawn.
fn text_lines(label: &Ticket, size: LabelSize) -> Vec<Vec<Run>> {
    let lines = layout(label, size.columns()).into_iter();
    let texts = lines.filter_map(|line| if let Line::Text { runs } = line { Some(runs) } else { None });
    texts.map(|runs| widen_reverse(runs, size.columns())).collect()
}

/// Makes a line in reverse video a bar over the whole width, so that nobody overlooks it.
fn widen_reverse(runs: Vec<Run>, columns: usize) -> Vec<Run> {
    let Some(style) = runs.iter().map(|run| run.style).find(|style| style.reverse) else { return runs };
    if runs.iter().any(|run| !run.style.reverse && !run.text.trim().is_empty()) {
        return runs;
    }
    let text: String = runs.iter().map(|run| run.text.as_str()).collect();
    let width = columns / style.char_columns();
    let spare = width.saturating_sub(width_of(text.trim()));
    let (before, after) = (" ".repeat(spare / 2), " ".repeat(spare - spare / 2));
    vec![Run { text: format!("{before}{}{after}", text.trim()), style }]
}

fn height_of(lines: &[Vec<Run>]) -> u16 {
    lines.iter().map(|runs| text_height(runs) + LINE_GAP_DOTS).sum()
}

/// Returns the label with no type larger than these: that of its head, which are the texts spread between the margins, and of the others.
fn with_largest_size(label: &Ticket, (head, largest): (Size, Size)) -> Ticket {
    let limit = |style: &mut Style, largest: Size| {
        if largest == Size::Normal || (largest == Size::Tall && style.size == Size::Double) {
            style.size = largest;
        }
    };
    let mut limited = label.clone();
    for block in &mut limited.blocks {
        match block {
            Block::Text(text) => limit(&mut text.style, largest),
            Block::Spread { style, .. } => limit(style, head),
            Block::Dish { style, .. } => limit(style, largest),
            // A bar is always large: in small type it is a line in reverse video.
            Block::Banner { text } if largest == Size::Normal => {
                let style = Style::NORMAL.bold().reverse();
                *block = Block::Text(Text { text: text.clone(), style, align: Align::Center, ..Text::default() });
            }
            _ => {}
        }
    }
    limited
}

/// Leaves out the lines for which there is no room; the last one that stays then ends with an ellipsis.
fn end_with_ellipsis(lines: &mut Vec<Vec<Run>>, room: u16, columns: usize) {
    let mut is_shortened = false;
    while height_of(lines) > room {
        lines.pop();
        is_shortened = true;
    }
    let used: usize = lines.last().into_iter().flatten().map(|run| run.text.chars().count()).sum();
    if let Some(run) = lines.last_mut().and_then(|runs| runs.last_mut()).filter(|_| is_shortened) {
        if used >= columns {
            run.text.pop();
        }
        run.text.truncate(run.text.trim_end().len());
        run.text.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::{EDGE_DOTS, draw_label, draw_labels, end_with_ellipsis, text_lines, with_largest_size};
    use crate::{Bitmap, Block, Kind, Size, Text, Ticket, wire::LabelSize};

    fn sticker(details: &str) -> Ticket {
        Ticket::new(Kind::Command)
            .pair("LLEVAR #18", "1 de 3")
            .line(Text::new("ALERGIA: MANÍ").bold().reverse())
            .line(Text::new("Ají de gallina").bold().double())
            .text(details)
            .cut()
    }

    fn drawn(label: &Ticket, size: LabelSize) -> Bitmap {
        draw_label(label, size).expect("has dots")
    }

    #[test]
    fn each_part_that_ends_with_a_cut_is_a_label_of_the_size_of_the_sticker() {
        let mut ticket = sticker("Sin cebolla");
        ticket.blocks.extend(sticker("Con arroz").blocks);
        for (size, dots) in [(LabelSize::Mm40x30, (320, 240)), (LabelSize::Mm50x30, (400, 240))] {
            let labels = draw_labels(&ticket.clone().beep(), size);
            let sizes: Vec<_> = labels.iter().map(|label| (label.width_dots(), label.height_dots())).collect();
            assert_eq!(sizes, [dots, dots]);
            assert!(
                labels[0] == drawn(&sticker("Sin cebolla"), size) && labels[1] == drawn(&sticker("Con arroz"), size)
            );
        }
    }

    #[test]
    fn the_edges_stay_white_and_a_line_in_reverse_is_mostly_black() {
        let picture = drawn(&sticker("Sin cebolla"), LabelSize::Mm40x30);
        let rows: Vec<u32> =
            picture.dots().chunks(40).map(|row| row.iter().map(|byte| byte.count_ones()).sum()).collect();
        assert!(rows[..7].iter().chain(&rows[233..]).all(|black| *black == 0), "{rows:?}");
        let allergy = &rows[32..56];
        assert!(allergy.iter().sum::<u32>() > 24 * 300 * 3 / 4, "a bar from margin to margin: {allergy:?}");
    }

    #[test]
    fn a_long_text_is_printed_smaller_before_anything_is_left_out() {
        let (short, long) = ("Sin cebolla, con arroz", "Sin cebolla, sin culantro, con arroz aparte, ".repeat(3));
        let in_size = |details: &str, largest| {
            drawn(&with_largest_size(&sticker(details), (largest, largest)), LabelSize::Mm40x30)
        };
        assert!(in_size(short, Size::Double) != in_size(short, Size::Normal));
        assert!(in_size(&long, Size::Double) == in_size(&long, Size::Normal));
    }

    #[test]
    fn what_does_not_fit_ends_with_an_ellipsis() {
        let room = LabelSize::Mm40x30.height_dots() - 2 * EDGE_DOTS;
        let text = |details: &str| -> Vec<String> {
            let mut lines =
                text_lines(&with_largest_size(&sticker(details), (Size::Normal, Size::Normal)), LabelSize::Mm40x30);
            end_with_ellipsis(&mut lines, room, LabelSize::Mm40x30.columns());
            lines.iter().map(|runs| runs.iter().map(|run| run.text.as_str()).collect()).collect()
        };
        let shortened = text(&"una nota muy larga ".repeat(20));
        assert_eq!(shortened.len(), 9);
        assert_eq!(shortened[..3], ["LLEVAR #18         1 de 3", "      ALERGIA: MANÍ      ", "Ají de gallina"]);
        assert!(shortened[8].ends_with('…') && shortened[8].chars().count() <= 25, "{shortened:?}");
        assert_eq!(text("una nota")[3], "una nota");
    }

    #[test]
    fn a_mark_stands_on_every_label() {
        let two = Ticket { blocks: [sticker("Uno").blocks, sticker("Dos").blocks].concat(), ..sticker("") };
        let marked = |ticket: &Ticket| {
            let labels = ticket.labels();
            labels
                .iter()
                .filter(|label| matches!(&label.blocks[0], Block::Banner { text } if text == "ATRASADO"))
                .count()
        };
        assert_eq!((two.labels().len(), marked(&two), marked(&two.clone().marked_on_top("ATRASADO"))), (2, 0, 2));
        let moved = two.marked_for("COCINA", "Cocina", None).labels();
        assert!(moved.iter().all(|label| matches!(&label.blocks[0], Block::Banner { text } if text == "PARA COCINA")));
    }
}
