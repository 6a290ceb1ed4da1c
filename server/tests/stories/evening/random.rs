//! Random choices from a seed.

use rand::{Rng, SeedableRng, rngs::StdRng};
use uuid::Uuid;

/// The random choices of one person.
#[derive(Debug)]
pub struct Random(StdRng);

impl Random {
    /// Returns the choices of the person with this number, on the evening of this seed.
    pub fn for_person(seed: u64, person: usize) -> Self {
        Self(StdRng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(person as u64)))
    }
    /// Returns a number from 0 to below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }
    /// Returns a number from `from` to `to`, both included.
    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        self.0.random_range(from..=to)
    }
    /// Returns true in this percentage of cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.0.random_range(0..100) < percent
    }
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
    pub fn key(&mut self) -> Uuid {
        uuid::Builder::from_random_bytes(self.0.random()).into_uuid()
    }
}

/// Returns the seed in the environment variable of this name, else a new one.
pub fn seed(name: &str) -> u64 {
    std::env::var(name).map_or_else(|_| rand::random_range(0..1_000_000), |text| text.parse().unwrap())
}
