//! Matches the house's operations with the lines of a file: first by number and amount, then by number alone; pairs that merely look
//! alike are offered for a user to confirm. Pure.

use super::store::StatementLine;
use crate::reports::MoneyOperation;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{money::Money, words::text_enum};
use std::collections::{HashMap, HashSet};

/// The days within which equal numbers mean the same operation: acquirers reuse their numbers after a while.
pub(super) const NEAR_DAYS: i64 = 3;
/// The longest time between the two sides of a likely pair.
const NEAR: Duration = Duration::minutes(5);
const MINUTE_SECONDS: i64 = 60;

text_enum!(
    /// The result of comparing an operation of the house with the file.
    CaseKind {
        /// The same number and amount.
        Matched = "MATCHED",
        /// A user said that both are one operation.
        Joined = "JOINED",
        /// The same amount within five minutes, and numbers that differ in one digit or are missing on one side.
        Likely = "LIKELY",
        /// The same number, another amount.
        OtherAmount = "OTHER_AMOUNT",
        OnlyComanda = "ONLY_COMANDA",
        OnlyFile = "ONLY_FILE",
    }
);

/// An operation and its line, or only one of both, by their indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub kind: CaseKind,
    pub ours: Option<usize>,
    pub theirs: Option<usize>,
}

/// The compared values of an operation or a line.
struct Side {
    number: String,
    amount: Money,
    day: NaiveDate,
    at: Option<DateTime<Utc>>,
}

/// Returns an operation number as it is compared: `0040-281 733` becomes `40281733`.
pub(super) fn number_key(number: &str) -> String {
    let bare: String = number.chars().filter(|c| c.is_alphanumeric()).collect();
    bare.trim_start_matches('0').to_uppercase()
}

/// The indexes of operations on days that no file covers, and of lines outside the days of their file. These are paired only by equal
/// number and amount, and such a line without a pair is not reported.
#[derive(Debug, Clone, Default)]
pub(super) struct Uncovered {
    pub ours: HashSet<usize>,
    pub theirs: HashSet<usize>,
}

/// Puts every operation and every line into one pair. `joined` has the indexes of the pairs that users joined.
pub(super) fn match_operations(
    ours: &[MoneyOperation],
    theirs: &[StatementLine],
    joined: &[(usize, usize)],
    uncovered: &Uncovered,
) -> Vec<Pair> {
    let ours: Vec<Side> = ours.iter().map(operation_side).collect();
    let theirs: Vec<Side> = theirs.iter().map(line_side).collect();
    let mut matching = Matching {
        ours: &ours,
        theirs: &theirs,
        beside: uncovered,
        paired: (HashSet::new(), HashSet::new()),
        pairs: Vec::new(),
    };
    joined.iter().for_each(|(a, b)| matching.pair(CaseKind::Joined, *a, *b));
    let is_same = |a: usize, b: usize| ours[a].amount == theirs[b].amount;
    matching.pair_by_number(CaseKind::Matched, |a, b| is_same(a, b) && !uncovered.theirs.contains(&b));
    matching.pair_by_number(CaseKind::Matched, is_same);
    // Likely pairs go before equal numbers with another amount: a number typed twice must not take their line.
    matching.pair_likely();
    let is_same_direction = |a: usize, b: usize| ours[a].amount.is_negative() == theirs[b].amount.is_negative();
    matching.pair_by_number(CaseKind::OtherAmount, |a, b| is_same_direction(a, b) && !uncovered.has(a, b));
    matching.into_all_pairs()
}

fn operation_side(o: &MoneyOperation) -> Side {
    let number = number_key(o.operation_number.as_deref().unwrap_or_default());
    Side { number, amount: o.amount, day: o.business_day, at: Some(o.at) }
}

fn line_side(l: &StatementLine) -> Side {
    Side { number: number_key(&l.operation_number), amount: l.amount, day: l.business_day, at: l.at }
}

impl Uncovered {
    fn has(&self, ours: usize, theirs: usize) -> bool {
        self.ours.contains(&ours) || self.theirs.contains(&theirs)
    }
}

struct Matching<'s> {
    ours: &'s [Side],
    theirs: &'s [Side],
    beside: &'s Uncovered,
    /// The indexes, of operations and of lines, that already have a pair.
    paired: (HashSet<usize>, HashSet<usize>),
    pairs: Vec<Pair>,
}

impl Matching<'_> {
    fn pair(&mut self, kind: CaseKind, ours: usize, theirs: usize) {
        let is_free = !self.paired.0.contains(&ours) && !self.paired.1.contains(&theirs);
        if is_free {
            self.paired.0.insert(ours);
            self.paired.1.insert(theirs);
            self.pairs.push(Pair { kind, ours: Some(ours), theirs: Some(theirs) });
        }
    }

    /// Pairs operations with lines of the same number that satisfy `suits`, the nearest in days first.
    fn pair_by_number(&mut self, kind: CaseKind, suits: impl Fn(usize, usize) -> bool) {
        let (all, theirs) = (self.ours, self.theirs);
        let mut places_by_number: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, side) in
            theirs.iter().enumerate().filter(|(at, side)| !side.number.is_empty() && !self.paired.1.contains(at))
        {
            places_by_number.entry(&side.number).or_default().push(at);
        }
        let mut found = Vec::new();
        for (at, side) in all.iter().enumerate().filter(|(at, _)| !self.paired.0.contains(at)) {
            for other in places_by_number.get(side.number.as_str()).into_iter().flatten() {
                let apart = (side.day - theirs[*other].day).num_days().abs();
                if apart <= NEAR_DAYS && suits(at, *other) {
                    found.push((apart, at, *other));
                }
            }
        }
        self.pair_nearest_first(kind, found);
    }

    fn pair_likely(&mut self) {
        let (all, theirs) = (self.ours, self.theirs);
        let mut places_by_amount: HashMap<Money, Vec<usize>> = HashMap::new();
        for (at, side) in theirs.iter().enumerate().filter(|(at, _)| !self.paired.1.contains(at)) {
            places_by_amount.entry(side.amount).or_default().push(at);
        }
        // Sorted by time, so that only lines near a moment are visited; a line without a time is near nothing.
        places_by_amount.values_mut().for_each(|places| {
            places.retain(|at| theirs[*at].at.is_some());
            places.sort_by_key(|at| theirs[*at].at);
        });
        let (mut one_digit, mut unnumbered) = (Vec::new(), Vec::new());
        for (at, side) in all.iter().enumerate().filter(|(at, _)| !self.paired.0.contains(at)) {
            let Some((moment, places)) = side.at.zip(places_by_amount.get(&side.amount)) else { continue };
            let first = places.partition_point(|other| theirs[*other].at < Some(moment - NEAR));
            for other in places[first..].iter().take_while(|other| theirs[**other].at <= Some(moment + NEAR)) {
                let Some(apart) = seconds_apart(side, &theirs[*other]) else { continue };
                if self.beside.has(at, *other) {
                    continue;
                }
                if is_one_digit_apart(&side.number, &theirs[*other].number) {
                    one_digit.push((apart, at, *other));
                } else if side.number.is_empty() || theirs[*other].number.is_empty() {
                    unnumbered.push((apart, at, *other));
                }
            }
        }
        self.pair_nearest_first(CaseKind::Likely, one_digit);
        // Without a number only unambiguous pairs count: first those within one minute, then those within five.
        let same_minute = unnumbered.iter().filter(|(apart, ..)| *apart < MINUTE_SECONDS).copied().collect();
        self.pair_unambiguous(same_minute);
        self.pair_unambiguous(unnumbered);
    }

    /// Pairs the candidates of which neither side could be in another pair.
    fn pair_unambiguous(&mut self, mut found: Vec<(i64, usize, usize)>) {
        found.retain(|(_, a, b)| !self.paired.0.contains(a) && !self.paired.1.contains(b));
        let (mut our_counts, mut their_counts) = (HashMap::<usize, u32>::new(), HashMap::<usize, u32>::new());
        for (_, a, b) in &found {
            *our_counts.entry(*a).or_default() += 1;
            *their_counts.entry(*b).or_default() += 1;
        }
        let is_unique =
            |(_, a, b): &&(i64, usize, usize)| our_counts.get(a) == Some(&1) && their_counts.get(b) == Some(&1);
        let unique = found.iter().filter(is_unique).copied().collect();
        self.pair_nearest_first(CaseKind::Likely, unique);
    }

    fn pair_nearest_first(&mut self, kind: CaseKind, mut found: Vec<(i64, usize, usize)>) {
        found.sort_unstable();
        found.into_iter().for_each(|(_, a, b)| self.pair(kind, a, b));
    }

    fn into_all_pairs(mut self) -> Vec<Pair> {
        let (ours, theirs) = (0..self.ours.len(), 0..self.theirs.len());
        let unpaired_ours = ours.filter(|at| !self.paired.0.contains(at));
        let house_pairs = unpaired_ours.map(|at| Pair { kind: CaseKind::OnlyComanda, ours: Some(at), theirs: None });
        let unpaired_theirs = theirs.filter(|at| !self.paired.1.contains(at) && !self.beside.theirs.contains(at));
        let file_pairs = unpaired_theirs.map(|at| Pair { kind: CaseKind::OnlyFile, ours: None, theirs: Some(at) });
        let unpaired: Vec<Pair> = house_pairs.chain(file_pairs).collect();
        self.pairs.extend(unpaired);
        self.pairs
    }
}

/// Returns `None` where a side has no time, or they are more than [`NEAR`] apart.
fn seconds_apart(a: &Side, b: &Side) -> Option<i64> {
    let apart = (a.at? - b.at?).abs();
    (apart <= NEAR).then(|| apart.num_seconds())
}

/// Whether two numbers of equal length, of at least four characters, differ in exactly one.
fn is_one_digit_apart(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.len() >= 4 && a.bytes().zip(b.bytes()).filter(|(x, y)| x != y).count() == 1
}

#[cfg(test)]
#[path = "matching_tests.rs"]
mod tests;
