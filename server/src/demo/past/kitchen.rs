//! Generates the preparation times of the demo's kitchen. It has its own random numbers, so that the generated sales do not change.

use super::{PastLine, random::Random};
use crate::demo::menu::Area;
use chrono::{DateTime, Timelike, Utc};

/// The hours in UTC in which a full house makes everybody wait: one and two, eight and nine in Lima.
const BUSY_HOURS_UTC: [u32; 4] = [18, 19, 1, 2];

/// Sets the preparation time of each line of an account sent at `sent`.
pub(super) fn set_preparation_times(lines: &mut [PastLine<'_>], sent: DateTime<Utc>) {
    let mut random = Random::new(sent.timestamp().unsigned_abs());
    let percent = if BUSY_HOURS_UTC.contains(&sent.hour()) { 140 } else { 100 };
    for line in lines {
        let (quick, slow) = match line.product.item.area {
            Area::Kitchen => (330, 900),
            Area::Grill => (600, 1_140),
            Area::Bar => (90, 420),
            Area::Parts => (660, 1_200),
        };
        // Each dish has a constant extra time.
        let product_seconds = line.product.id % 5 * 30;
        let seconds = (random.between(quick, slow) + product_seconds) * percent / 100;
        line.prepared_seconds = (!random.chance(6)).then_some(seconds);
    }
}
