//! Trouble on demand: what goes wrong, and when.

use crate::codes::Code;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
};

/// A call of either service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Operation {
    SendBill,
    SendSummary,
    SendPack,
    /// billService getStatus, by ticket.
    GetStatus,
    /// billConsultService getStatus, by number.
    ConsultStatus,
    /// billConsultService getStatusCdr, by number.
    ConsultCdr,
}

/// Whether SUNAT has done its work when the trouble begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Taken {
    No,
    /// The document is on record; only the answer goes wrong.
    Yes,
}

/// Where a fault carries its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FaultForm {
    /// SOAP 1.1, `<faultcode>soap-env:Client.0111</faultcode>`: SUNAT.
    Faultcode,
    /// SOAP 1.1, `<faultstring>0111</faultstring>` with the text in `detail/message`: many an OSE.
    Faultstring,
    /// SOAP 1.1, code and text in `detail`.
    Detail,
    /// SOAP 1.2, the code as subcode.
    Soap12,
}

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Trouble {
    /// Answered as ever, but so much later.
    Late { by_ms: u64 },
    /// The connection ends without an answer.
    Cut(Taken),
    /// The connection ends in the middle of the answer; the document was taken.
    HalfAnswer,
    /// No answer ever comes.
    Hang(Taken),
    /// A status and an empty body.
    Http { status: u16, taken: Taken },
    /// A page for people, with status 200.
    Html(Taken),
    /// Status 200 and nothing else.
    Empty(Taken),
    /// A SOAP fault, with status 500.
    Fault { code: Code, form: FaultForm, taken: Taken },
    /// Accepted, with these codes as notes; of a batch in the CDR of its ticket.
    Observe(Vec<Code>),
    /// A CDR of rejection: the number is used up; of a batch 99, and its lines have no effect.
    Reject(Code),
    /// The CDR names another document; the right one was taken.
    OtherDocument,
    /// The ticket of this batch says 98 for so many times (`u32::MAX`: for ever), and is unknown (0127) from then on. Where it is not taken its
    /// lines never take effect.
    LoseTicket { after_asks: u32, taken: Taken },
    /// One of these, drawn.
    OneOf(Vec<Trouble>),
}

/// When a rule holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum When {
    Always,
    /// The n-th call, from 1, of the rule's operations.
    Call(u64),
    /// `20123456789-01-F001-1`, `20123456789-RC-20261120-1`, or a ticket.
    Document(String),
    /// In so many of a hundred calls. Drawn from the seed, the document and how often it was called for: the same
    /// in whichever order calls come.
    Chance {
        percent: u8,
        seed: u64,
    },
}

/// A line of the script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    pub when: When,
    pub trouble: Trouble,
    /// None: all.
    #[serde(default)]
    pub operations: Vec<Operation>,
    /// How often it still holds; None: for ever.
    #[serde(default)]
    pub times: Option<u32>,
}

impl Rule {
    #[must_use]
    pub const fn new(when: When, trouble: Trouble) -> Self {
        Self { when, trouble, operations: Vec::new(), times: None }
    }

    /// Only in this operation; called again, in that one too.
    #[must_use]
    pub fn on(mut self, operation: Operation) -> Self {
        self.operations.push(operation);
        self
    }

    #[must_use]
    pub const fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }
}

/// Rules in order, the first that holds counts; and the calls so far.
#[derive(Debug, Default)]
pub(crate) struct Script {
    pub rules: Vec<Rule>,
    pub calls: BTreeMap<Operation, u64>,
    attempts: BTreeMap<(Operation, String), u64>,
}

impl Script {
    /// Counts a call and says what goes wrong with it.
    pub(crate) fn next(&mut self, operation: Operation, subject: &str) -> Option<Trouble> {
        *self.calls.entry(operation).or_default() += 1;
        let attempt = self.attempts.entry((operation, subject.to_owned())).or_default();
        *attempt += 1;
        let draw = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            (seed, operation, subject, *attempt).hash(&mut hasher);
            fastrand::Rng::with_seed(hasher.finish())
        };
        let calls = &self.calls;
        let number = |rule: &Rule| -> u64 {
            let counts = |(operation, count): (&Operation, &u64)| of(rule, *operation).then_some(*count);
            calls.iter().filter_map(counts).sum()
        };
        let rule = self.rules.iter_mut().find(|rule| {
            of(rule, operation)
                && rule.times != Some(0)
                && match &rule.when {
                    When::Always => true,
                    When::Call(wanted) => number(rule) == *wanted,
                    When::Document(wanted) => wanted == subject,
                    When::Chance { percent, seed } => draw(*seed).u8(0..100) < *percent,
                }
        })?;
        rule.times = rule.times.map(|times| times - 1);
        let seed = if let When::Chance { seed, .. } = rule.when { seed } else { 0 };
        // Another draw than the one that chose the rule.
        Some(pick(&rule.trouble, &mut draw(seed.wrapping_add(1))))
    }
}

fn of(rule: &Rule, operation: Operation) -> bool {
    rule.operations.is_empty() || rule.operations.contains(&operation)
}

fn pick(trouble: &Trouble, random: &mut fastrand::Rng) -> Trouble {
    match trouble {
        Trouble::OneOf(several) => {
            random.choice(several).map_or(Trouble::Late { by_ms: 0 }, |one| pick(one, &mut random.clone()))
        }
        one => one.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_hold_by_call_by_document_and_only_so_often() {
        let mut script = Script::default();
        script.rules.push(Rule::new(When::Call(2), Trouble::HalfAnswer).on(Operation::SendBill));
        script.rules.push(Rule::new(When::Document("b".into()), Trouble::OtherDocument).times(1));
        assert_eq!(script.next(Operation::SendBill, "a"), None);
        assert_eq!(script.next(Operation::GetStatus, "a"), None);
        assert_eq!(script.next(Operation::SendBill, "a"), Some(Trouble::HalfAnswer));
        assert_eq!(script.next(Operation::SendBill, "b"), Some(Trouble::OtherDocument));
        assert_eq!(script.next(Operation::SendBill, "b"), None);
    }

    #[test]
    fn chance_does_not_depend_on_the_order_of_calls() {
        let run = |names: &[String]| {
            let several = Trouble::OneOf(vec![Trouble::HalfAnswer, Trouble::OtherDocument]);
            let mut script = Script::default();
            script.rules.push(Rule::new(When::Chance { percent: 30, seed: 7 }, several));
            let drawn = names.iter().map(|name| (name.clone(), script.next(Operation::SendBill, name)));
            drawn.collect::<BTreeMap<_, _>>()
        };
        let mut names: Vec<_> = (0..1000).map(|number| format!("F001-{number}")).collect();
        let forwards = run(&names);
        names.reverse();
        assert_eq!(forwards, run(&names));
        let count = |wanted: Trouble| forwards.values().flatten().filter(|trouble| **trouble == wanted).count();
        let (halves, others) = (count(Trouble::HalfAnswer), count(Trouble::OtherDocument));
        assert!((250..350).contains(&(halves + others)), "{halves} + {others} of 1000");
        assert!(halves > 80 && others > 80, "{halves} and {others}");
    }
}
