//! Which operation of the house is which line of a file: by number and amount; what remains by number alone; and what may be the same,
//! which somebody has to say. Pure.

use super::store::StatementLine;
use crate::reports::MoneyOperation;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{money::Money, words::words};
use std::collections::{HashMap, HashSet};

/// Numbers of acquirers come again after a while: the same one is the same operation only within so many days.
pub(super) const NEAR_DAYS: i64 = 3;
/// As near as this are two that may be the same.
const NEAR: Duration = Duration::minutes(5);
const MINUTE_SECONDS: i64 = 60;

words!(
    /// How an operation stands to the file.
    CaseKind {
        /// The same number and amount.
        Matched = "MATCHED",
        /// Somebody said that both are one.
        Joined = "JOINED",
        /// The same amount within five minutes, and one digit of the number apart or one of both without a number.
        Likely = "LIKELY",
        /// The same number, another amount.
        OtherAmount = "OTHER_AMOUNT",
        OnlyComanda = "ONLY_COMANDA",
        OnlyFile = "ONLY_FILE",
    }
);

/// An operation and its line, or one of both, by their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub kind: CaseKind,
    pub ours: Option<usize>,
    pub theirs: Option<usize>,
}

/// What is compared of either.
struct Side {
    number: String,
    amount: Money,
    day: NaiveDate,
    at: Option<DateTime<Utc>>,
}

/// A number as it is compared: `0040-281 733` is `40281733`.
pub(super) fn number_key(number: &str) -> String {
    let bare: String = number.chars().filter(|c| c.is_alphanumeric()).collect();
    bare.trim_start_matches('0').to_uppercase()
}

/// Places of operations on days that no file tells of, and of lines beside the days of their file: only the same number and amount
/// make a pair of one. Such a line that has no pair is not told.
#[derive(Debug, Clone, Default)]
pub(super) struct Beside {
    pub ours: HashSet<usize>,
    pub theirs: HashSet<usize>,
}

/// Every operation and every line stands in one pair. `joined` are places of what somebody said is one.
pub(super) fn matched(
    ours: &[MoneyOperation],
    theirs: &[StatementLine],
    joined: &[(usize, usize)],
    beside: &Beside,
) -> Vec<Pair> {
    let ours: Vec<Side> = ours.iter().map(of_operation).collect();
    let theirs: Vec<Side> = theirs.iter().map(of_line).collect();
    let mut matching =
        Matching { ours: &ours, theirs: &theirs, beside, taken: (HashSet::new(), HashSet::new()), pairs: Vec::new() };
    joined.iter().for_each(|(a, b)| matching.pair(CaseKind::Joined, *a, *b));
    let is_same = |a: usize, b: usize| ours[a].amount == theirs[b].amount;
    matching.by_number(CaseKind::Matched, |a, b| is_same(a, b) && !beside.theirs.contains(&b));
    matching.by_number(CaseKind::Matched, is_same);
    // First what may be the same at another number: a number typed twice takes nothing away from it.
    matching.likely();
    let goes_the_same_way = |a: usize, b: usize| ours[a].amount.is_negative() == theirs[b].amount.is_negative();
    matching.by_number(CaseKind::OtherAmount, |a, b| goes_the_same_way(a, b) && !beside.has(a, b));
    matching.rest()
}

fn of_operation(o: &MoneyOperation) -> Side {
    let number = number_key(o.operation_number.as_deref().unwrap_or_default());
    Side { number, amount: o.amount, day: o.business_day, at: Some(o.at) }
}

fn of_line(l: &StatementLine) -> Side {
    Side { number: number_key(&l.operation_number), amount: l.amount, day: l.business_day, at: l.at }
}

impl Beside {
    fn has(&self, ours: usize, theirs: usize) -> bool {
        self.ours.contains(&ours) || self.theirs.contains(&theirs)
    }
}

struct Matching<'s> {
    ours: &'s [Side],
    theirs: &'s [Side],
    beside: &'s Beside,
    /// Places that have their pair.
    taken: (HashSet<usize>, HashSet<usize>),
    pairs: Vec<Pair>,
}

impl Matching<'_> {
    fn pair(&mut self, kind: CaseKind, ours: usize, theirs: usize) {
        let is_free = !self.taken.0.contains(&ours) && !self.taken.1.contains(&theirs);
        if is_free {
            self.taken.0.insert(ours);
            self.taken.1.insert(theirs);
            self.pairs.push(Pair { kind, ours: Some(ours), theirs: Some(theirs) });
        }
    }

    /// The nearest in days of those that have the number and suit.
    fn by_number(&mut self, kind: CaseKind, suits: impl Fn(usize, usize) -> bool) {
        let (all, theirs) = (self.ours, self.theirs);
        let mut of_number: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, side) in
            theirs.iter().enumerate().filter(|(at, side)| !side.number.is_empty() && !self.taken.1.contains(at))
        {
            of_number.entry(&side.number).or_default().push(at);
        }
        let mut found = Vec::new();
        for (at, side) in all.iter().enumerate().filter(|(at, _)| !self.taken.0.contains(at)) {
            for other in of_number.get(side.number.as_str()).into_iter().flatten() {
                let apart = (side.day - theirs[*other].day).num_days().abs();
                if apart <= NEAR_DAYS && suits(at, *other) {
                    found.push((apart, at, *other));
                }
            }
        }
        self.nearest_first(kind, found);
    }

    fn likely(&mut self) {
        let (all, theirs) = (self.ours, self.theirs);
        let mut of_amount: HashMap<Money, Vec<usize>> = HashMap::new();
        for (at, side) in theirs.iter().enumerate().filter(|(at, _)| !self.taken.1.contains(at)) {
            of_amount.entry(side.amount).or_default().push(at);
        }
        // In order of time, so that only those near a moment are looked at; what has no hour is near nothing.
        of_amount.values_mut().for_each(|places| {
            places.retain(|at| theirs[*at].at.is_some());
            places.sort_by_key(|at| theirs[*at].at);
        });
        let (mut one_digit, mut without) = (Vec::new(), Vec::new());
        for (at, side) in all.iter().enumerate().filter(|(at, _)| !self.taken.0.contains(at)) {
            let Some((moment, places)) = side.at.zip(of_amount.get(&side.amount)) else { continue };
            let first = places.partition_point(|other| theirs[*other].at < Some(moment - NEAR));
            for other in places[first..].iter().take_while(|other| theirs[**other].at <= Some(moment + NEAR)) {
                let Some(apart) = seconds_apart(side, &theirs[*other]) else { continue };
                if self.beside.has(at, *other) {
                    continue;
                }
                if is_one_digit_apart(&side.number, &theirs[*other].number) {
                    one_digit.push((apart, at, *other));
                } else if side.number.is_empty() || theirs[*other].number.is_empty() {
                    without.push((apart, at, *other));
                }
            }
        }
        self.nearest_first(CaseKind::Likely, one_digit);
        // Without a number only what can be nothing else: of the same minute, and then of five.
        let of_the_minute = without.iter().filter(|(apart, ..)| *apart < MINUTE_SECONDS).copied().collect();
        self.unmistakable(of_the_minute);
        self.unmistakable(without);
    }

    /// Pairs of which neither side could be in another one.
    fn unmistakable(&mut self, mut found: Vec<(i64, usize, usize)>) {
        found.retain(|(_, a, b)| !self.taken.0.contains(a) && !self.taken.1.contains(b));
        let (mut of_ours, mut of_theirs) = (HashMap::<usize, u32>::new(), HashMap::<usize, u32>::new());
        for (_, a, b) in &found {
            *of_ours.entry(*a).or_default() += 1;
            *of_theirs.entry(*b).or_default() += 1;
        }
        let is_unique = |(_, a, b): &&(i64, usize, usize)| of_ours.get(a) == Some(&1) && of_theirs.get(b) == Some(&1);
        let unique = found.iter().filter(is_unique).copied().collect();
        self.nearest_first(CaseKind::Likely, unique);
    }

    fn nearest_first(&mut self, kind: CaseKind, mut found: Vec<(i64, usize, usize)>) {
        found.sort_unstable();
        found.into_iter().for_each(|(_, a, b)| self.pair(kind, a, b));
    }

    fn rest(mut self) -> Vec<Pair> {
        let (ours, theirs) = (0..self.ours.len(), 0..self.theirs.len());
        let alone = ours.filter(|at| !self.taken.0.contains(at));
        let of_house = alone.map(|at| Pair { kind: CaseKind::OnlyComanda, ours: Some(at), theirs: None });
        let alone = theirs.filter(|at| !self.taken.1.contains(at) && !self.beside.theirs.contains(at));
        let of_file = alone.map(|at| Pair { kind: CaseKind::OnlyFile, ours: None, theirs: Some(at) });
        let alone: Vec<Pair> = of_house.chain(of_file).collect();
        self.pairs.extend(alone);
        self.pairs
    }
}

/// None where one of both has no hour, or they are too far apart.
fn seconds_apart(a: &Side, b: &Side) -> Option<i64> {
    let apart = (a.at? - b.at?).abs();
    (apart <= NEAR).then(|| apart.num_seconds())
}

/// One digit is another one: numbers of four or more, as long as each other.
fn is_one_digit_apart(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.len() >= 4 && a.bytes().zip(b.bytes()).filter(|(x, y)| x != y).count() == 1
}

#[cfg(test)]
#[path = "matching_tests.rs"]
mod tests;
