//! Scripted failures: the failure, and the condition under which it happens.

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

/// Whether SUNAT has recorded the document when the failure begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Recorded {
    No,
    /// The document is registered, and only the answer fails.
    Yes,
}

/// The place of the code in a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FaultForm {
    /// SOAP 1.1, `<faultcode>soap-env:Client.0111</faultcode>`, as SUNAT writes it.
    Faultcode,
    /// SOAP 1.1, `<faultstring>0111</faultstring>` with the text in `detail/message`, as many OSEs write it.
    Faultstring,
    /// SOAP 1.1, code and text in `detail`.
    Detail,
    /// SOAP 1.2, the code as subcode.
    Soap12,
}

/// A failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Trouble {
    /// The usual answer is sent late.
    Late { by_ms: u64 },
    /// The connection ends without an answer.
    Cut(Recorded),
    /// The connection ends in the middle of the answer; the document was recorded.
    HalfAnswer,
    /// No answer ever comes.
    Hang(Recorded),
    /// A status with an empty body.
    Http { status: u16, taken: Recorded },
    /// An HTML page with status 200.
    Html(Recorded),
    /// Status 200 with an empty body.
    Empty(Recorded),
    /// A SOAP fault, with status 500.
    Fault { code: Code, form: FaultForm, taken: Recorded },
    /// The document is accepted with these codes as notes. For a batch, they are in the CDR of its ticket.
    Observe(Vec<Code>),
    /// A CDR rejects the document, and its number is used up. For a batch, the ticket says 99, and its lines have no effect.
    Reject(Code),
    /// The CDR names another document, although the right one was recorded.
    OtherDocument,
    /// The ticket of this batch says 98 for `after_asks` queries (`u32::MAX`: for ever), and is unknown (0127) from then on. With
    /// `Recorded::No` its lines never take effect.
    LoseTicket { after_asks: u32, taken: Recorded },
    /// One of these failures, drawn at random.
    OneOf(Vec<Trouble>),
}

/// The condition under which a rule applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum When {
    Always,
    /// The n-th call, from 1, of the rule's operations.
    Call(u64),
    /// `20123456789-01-F001-1`, `20123456789-RC-20261120-1`, or a ticket.
    Document(String),
    /// A percentage of the calls. The draw depends on the seed, the document and the number of its calls so far, not on the order of calls.
    Chance {
        percent: u8,
        seed: u64,
    },
}

/// A rule of the script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    pub when: When,
    pub trouble: Trouble,
    /// The operations to which the rule applies; empty for all.
    #[serde(default)]
    pub operations: Vec<Operation>,
    /// The number of times that the rule still applies; `None` for ever.
    #[serde(default)]
    pub times: Option<u32>,
}

impl Rule {
    #[must_use]
    pub const fn new(when: When, trouble: Trouble) -> Self {
        Self { when, trouble, operations: Vec::new(), times: None }
    }

    /// Limits the rule to this operation. More calls add more operations.
    #[must_use]
    pub fn for_operation(mut self, operation: Operation) -> Self {
        self.operations.push(operation);
        self
    }

    #[must_use]
    pub const fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }
}

/// The rules in order, of which the first that applies is used, and the counts of calls so far.
#[derive(Debug, Default)]
pub(crate) struct Script {
    pub rules: Vec<Rule>,
    pub calls: BTreeMap<Operation, u64>,
    attempts: BTreeMap<(Operation, String), u64>,
}

impl Script {
    /// Counts a call and returns its failure, if a rule applies.
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
            let counts = |(operation, count): (&Operation, &u64)| applies_to(rule, *operation).then_some(*count);
            calls.iter().filter_map(counts).sum()
        };
        let rule = self.rules.iter_mut().find(|rule| {
            applies_to(rule, operation)
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
        // This draw is independent of the one that chose the rule.
        Some(pick(&rule.trouble, &mut draw(seed.wrapping_add(1))))
    }
}

fn applies_to(rule: &Rule, operation: Operation) -> bool {
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
    fn rules_apply_by_call_by_document_and_a_limited_number_of_times() {
        let mut script = Script::default();
        script.rules.push(Rule::new(When::Call(2), Trouble::HalfAnswer).for_operation(Operation::SendBill));
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
