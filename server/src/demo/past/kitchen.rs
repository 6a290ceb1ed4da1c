//! How long the demo's kitchen took. Its chance is its own: what was sold stays as it is.

use super::{PastLine, random::Dice};
use crate::demo::menu::Area;
use chrono::{DateTime, Timelike, Utc};

/// Hours, by UTC, in which a full house makes everybody wait: one and two, eight and nine in Lima.
const BUSY: [u32; 4] = [18, 19, 1, 2];

/// Gives each line of an account that was sent then its time.
pub(super) fn cook(lines: &mut [PastLine<'_>], sent: DateTime<Utc>) {
    let mut dice = Dice::new(sent.timestamp().unsigned_abs());
    let slower = if BUSY.contains(&sent.hour()) { 140 } else { 100 };
    for line in lines {
        let (quick, slow) = match line.product.item.area {
            Area::Kitchen => (330, 900),
            Area::Grill => (600, 1_140),
            Area::Bar => (90, 420),
            Area::Parts => (660, 1_200),
        };
        // Each dish asks for its own.
        let own = line.product.id % 5 * 30;
        let seconds = (dice.between(quick, slow) + own) * slower / 100;
        line.prepared_seconds = (!dice.percent(6)).then_some(seconds);
    }
}
