//! Reproducible random numbers (SplitMix64): the same day always has the same sales.

/// A random number generator that is determined by its seed.
#[derive(Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1).unsigned_abs()) as i64
    }

    /// Returns true with this chance in per cent.
    pub(super) fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// Returns one of the elements.
    pub(super) fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.between(0, items.len() as i64 - 1) as usize]
    }

    /// Returns one of the elements, with a probability proportional to its weight.
    pub(super) fn pick_weighted<'t, T>(&mut self, items: &'t [T], weight: impl Fn(&T) -> u32) -> &'t T {
        let all: i64 = items.iter().map(|t| i64::from(weight(t))).sum();
        let mut remaining = self.between(1, all.max(1));
        for candidate in items {
            remaining -= i64::from(weight(candidate));
            if remaining <= 0 {
                return candidate;
            }
        }
        &items[0]
    }
}
