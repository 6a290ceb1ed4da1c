//! What lies on the counters in the end, against what the server was told.

use std::collections::HashMap;

use comanda_fake_printer::Sheet;
use comanda_ticket::wire::JobState;

use crate::world::{World, foot, head};

const MARK: &str = "POSIBLE DUPLICADO";

/// Whole copies of a ticket.
#[derive(Debug, Default, Clone, Copy)]
struct Copies {
    plain: usize,
    marked: usize,
}

/// Every ticket against its papers; says what a run was like.
pub fn judge(world: &World) -> Result<String, String> {
    let mut copies: HashMap<u32, Copies> = HashMap::new();
    for sheet in world.places.iter().flat_map(|place| place.printer.sheets()) {
        count(&sheet, &mut copies);
    }
    let (mut twice, mut by_stand_in) = (0, 0);
    for (id, number) in &world.numbers {
        let found = copies.get(number).copied().unwrap_or_default();
        let report = world.person.last.get(id).ok_or_else(|| format!("ticket {number} was never heard of"))?;
        if found.plain + found.marked == 0 {
            return Err(format!("ticket {number} is on no paper: {report:?}"));
        }
        if found.plain > 1 {
            return Err(format!("ticket {number} is there {} times without a mark", found.plain));
        }
        twice += usize::from(found.plain + found.marked > 1);
        by_stand_in += usize::from(report.state == JobState::Rerouted);
    }
    Ok(format!(
        "{} tickets, {} troubles, {} decisions of a person, {twice} marked as duplicates, {by_stand_in} by a stand-in",
        world.numbers.len(),
        world.troubles.count,
        world.person.decisions,
    ))
}

/// A sheet may hold the beginning of one ticket and the whole of the next: a printer that is cleared does not cut.
fn count(sheet: &Sheet, copies: &mut HashMap<u32, Copies>) {
    let (mut mark_above, mut open, mut mark_below) = (false, None, false);
    for line in sheet.text().lines().map(str::trim) {
        if line.contains(MARK) {
            // The last line of a marked ticket is no mark of the next one.
            mark_above = !std::mem::take(&mut mark_below);
        } else if let Some(number) = number(line, "TICKET ") {
            open = Some((number, std::mem::take(&mut mark_above)));
            mark_below = false;
        } else if let Some(number) = number(line, "FIN ")
            && let Some((_, marked)) = open.take().filter(|(begun, _)| *begun == number)
        {
            let found = copies.entry(number).or_default();
            if marked {
                found.marked += 1
            } else {
                found.plain += 1
            }
            mark_below = marked;
        }
    }
}

/// Half a number, where a connection broke, is none.
fn number(line: &str, word: &str) -> Option<u32> {
    // A printer that was cut off within a line goes on behind it.
    let whole = &line[line.rfind(word)?..];
    let number = whole.strip_prefix(word)?.parse().ok()?;
    [head(number), foot(number)].iter().any(|text| text == whole).then_some(number)
}
