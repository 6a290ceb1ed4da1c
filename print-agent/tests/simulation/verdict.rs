//! Compares the printed paper at the end of a run with the reports that the server received.

use std::collections::{BTreeMap, HashMap};

use comanda_fake_printer::{read_paper, split};
use comanda_ticket::wire::{JobState, Level};

use crate::world::{World, foot, head};

const MARK: &str = "POSIBLE DUPLICADO";

/// The number of complete copies of a ticket, without and with a mark.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Copies {
    pub plain: usize,
    pub marked: usize,
}

/// Checks every ticket against its printed copies. Returns a summary of the run, or the defect that was found.
pub fn check(world: &World) -> Result<String, String> {
    let mut copies = HashMap::new();
    for place in &world.places {
        count(&place.printer.printed(), &mut copies);
    }
    let numbers: BTreeMap<u32, _> = world.numbers.iter().map(|(id, number)| (*number, id)).collect();
    let (mut twice, mut by_stand_in) = (0, 0);
    for (number, id) in numbers {
        let found = copies.get(&number).copied().unwrap_or_default();
        let defect = |what: &str| Err(format!("ticket {number} {what}\n{}", copies_of_ticket(world, number)));
        let Some(report) = world.person.last.get(id) else {
            return defect("was never heard of");
        };
        if found.plain + found.marked == 0 {
            return defect(&format!("is on no paper: {report:?}"));
        }
        if found.plain > 1 {
            return defect(&format!("is there {} times without a mark: {report:?}", found.plain));
        }
        twice += usize::from(found.plain + found.marked > 1);
        by_stand_in += usize::from(report.state == JobState::Rerouted);
    }
    check_drawers(world)?;
    Ok(format!(
        "{} tickets, {} troubles, {} decisions of a person, {twice} twice with a mark, {by_stand_in} by a stand-in",
        world.numbers.len(),
        world.troubles.count,
        world.person.decisions,
    ))
}

/// Checks that the drawer opened at most once for each ticket, no matter how often the ticket was sent.
fn check_drawers(world: &World) -> Result<(), String> {
    let pulses: usize = world.places.iter().flat_map(|place| attempts(&place.printer.printed())).map(pulses).sum();
    let wanted = world.drawers;
    if pulses > wanted { Err(format!("{pulses} pulses of the drawer for {wanted} tickets")) } else { Ok(()) }
}

fn pulses(attempt: Vec<u8>) -> usize {
    read_paper(&attempt).iter().map(|sheet| sheet.drawer_pulses).sum()
}

/// Checks that in the end the server knows the right level of every printer, whatever faults there were.
pub fn check_levels(world: &World) -> Result<(), String> {
    let known = world.levels();
    for (place, known) in world.places.iter().zip(known) {
        let able = match place.abilities {
            abilities if abilities.completed => Level::L2,
            abilities if abilities.consumed => Level::L1,
            _ => Level::L0,
        };
        if known != Some(able) {
            return Err(format!("{} can do {able:?} and is known for {known:?}", place.name));
        }
    }
    Ok(())
}

/// Splits the printed bytes into the attempts to print something, which may be complete or broken off.
///
/// Each attempt begins with a reset and `FS .`. We search for `FS .`, because a printer that was interrupted in the middle
/// of a command may swallow a byte of the reset.
fn attempts(printed: &[u8]) -> Vec<Vec<u8>> {
    let mut attempts = vec![Vec::new()];
    let mut rest = printed;
    while let Some(command) = split(rest) {
        if command.bytes == b"\x1c." {
            attempts.push(Vec::new());
        }
        attempts.last_mut().expect("there is one").extend_from_slice(command.bytes);
        rest = &rest[command.bytes.len()..];
    }
    attempts
}

fn text(attempt: &[u8]) -> String {
    read_paper(attempt).iter().map(|sheet| sheet.text() + if sheet.cut { "✂\n" } else { "" }).collect()
}

/// Counts the complete copies of every ticket on the paper of one printer.
fn count(printed: &[u8], copies: &mut HashMap<u32, Copies>) {
    for attempt in attempts(printed) {
        let (mut marked, mut open) = (false, None);
        for line in text(&attempt).lines().map(str::trim) {
            marked |= line.contains(MARK) && open.is_none();
            if let Some(number) = number(line, "TICKET ") {
                open = Some(number);
            } else if let Some(number) = number(line, "FIN ").filter(|number| open == Some(*number)) {
                let found: &mut Copies = copies.entry(number).or_default();
                if marked { found.marked += 1 } else { found.plain += 1 }
            }
        }
    }
}

/// The ticket number after a word. A number that was broken off does not count.
fn number(line: &str, word: &str) -> Option<u32> {
    // A printer that was interrupted within a line continues on the same line.
    let whole = &line[line.rfind(word)?..];
    let number = whole.strip_prefix(word)?.parse().ok()?;
    [head(number), foot(number)].iter().any(|text| text == whole).then_some(number)
}

/// Everything that was printed and reported about a ticket, to help a developer understand a failed run.
fn copies_of_ticket(world: &World, number: u32) -> String {
    let mut copies = String::new();
    for place in &world.places {
        let found = attempts(&place.printer.printed()).into_iter().map(|attempt| text(&attempt));
        for text in found.filter(|text| text.contains(&head(number))) {
            copies += &format!("-- {}\n{text}", place.name);
        }
    }
    copies + &world.person.history(number)
}

#[cfg(test)]
mod tests {
    use super::{Copies, HashMap, count};

    fn count_copies(printed: &[u8]) -> Copies {
        let mut copies = HashMap::new();
        count(printed, &mut copies);
        copies.remove(&7).unwrap_or_default()
    }

    const PLAIN: &[u8] = b"\x1b@\x1c.TICKET 000007\n----\nFIN 000007\n\x1dV\x00";
    const MARKED: &[u8] =
        b"\x1b@\x1c.** POSIBLE DUPLICADO **\nTICKET 000007\n----\nFIN 000007\n** POSIBLE DUPLICADO **\n\x1dV\x00";

    /// A marked ticket is broken off at every byte and then printed again. It never counts as a ticket without a mark.
    #[test]
    fn a_broken_off_marked_ticket_does_not_hide_the_next_mark() {
        for end in 0..MARKED.len() {
            let found = count_copies(&[PLAIN, &MARKED[..end], MARKED].concat());
            assert_eq!(found.plain, 1, "cut off after {end}");
            assert!((1..=2).contains(&found.marked), "cut off after {end}");
        }
    }

    #[test]
    fn two_copies_without_a_mark_are_detected() {
        let foot = PLAIN.len() - 4;
        for end in foot..PLAIN.len() {
            assert_eq!(count_copies(&[&PLAIN[..end], PLAIN].concat()), Copies { plain: 2, marked: 0 });
        }
        for end in 0..foot {
            assert_eq!(count_copies(&[&PLAIN[..end], PLAIN].concat()).plain, 1, "cut off after {end}");
        }
    }
}
