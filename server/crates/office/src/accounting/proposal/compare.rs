//! The house's register against SUNAT's proposal: what the proposal lacks, what it has beyond, and what it says otherwise. Pure.

use super::{ComparedField, Key, Said, Value};
use comanda_base::money::Money;
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Rows of each list that are answered; all are counted.
const LISTED: usize = 500;

/// A document that only one of both has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LoneDocument {
    /// Table 10: `03`.
    pub code: String,
    /// `B001-00000347`
    pub document: String,
    /// `25/11/2026`; empty where the proposal says none.
    pub date: String,
    pub total: Money,
    /// Who sold: `20100055237 ALICORP S.A.A.`; none in the register of sales.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
}

impl LoneDocument {
    fn of(said: Said) -> Self {
        Self {
            code: said.key.code().to_owned(),
            document: said.key.to_string(),
            date: said.date(),
            total: said.total,
            provider: said.provider,
        }
    }
}

/// What both have and say otherwise; a document stands once for each field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProposalDifference {
    /// Table 10: `03`.
    pub code: String,
    /// `B001-00000347`
    pub document: String,
    pub field: ComparedField,
    pub ours: String,
    pub theirs: String,
    /// Who sold: `20100055237 ALICORP S.A.A.`; none in the register of sales.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
}

/// How many there are of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ComparisonCounts {
    /// Documents of ours that were compared: no nota de venta.
    pub ours: i64,
    /// Lines of the proposal.
    pub theirs: i64,
    /// Documents that say the same.
    pub same: i64,
    pub missing: i64,
    pub extra: i64,
    /// Documents with a difference.
    pub different: i64,
    /// Rows of `different`: a document may have several.
    pub differences: i64,
}

/// Answer of `POST /accounting/rvie/compare` and `POST /accounting/rce/compare`; each list holds at most 500.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ProposalComparison {
    pub counts: ComparisonCounts,
    /// Ours that the proposal lacks; what was voided is not missed.
    pub missing: Vec<LoneDocument>,
    pub different: Vec<ProposalDifference>,
    /// What the proposal has and we do not.
    pub extra: Vec<LoneDocument>,
}

/// A comparison under way.
#[derive(Debug)]
pub(in crate::accounting) struct Comparing {
    theirs: HashMap<Key, (usize, Said)>,
    found: ProposalComparison,
}

impl Comparing {
    /// With what the proposal says, by the line where it stands.
    pub fn with(theirs: HashMap<Key, (usize, Said)>) -> Self {
        let mut found = ProposalComparison::default();
        found.counts.theirs = count(theirs.len());
        Self { theirs, found }
    }
    /// Compares one of ours; `is_missed` where the proposal lacks it.
    pub fn add(&mut self, ours: Said, is_missed: bool) {
        let counts = &mut self.found.counts;
        counts.ours += 1;
        let Some((_, theirs)) = self.theirs.remove(&ours.key) else {
            if is_missed {
                counts.missing += 1;
                push(&mut self.found.missing, || LoneDocument::of(ours));
            }
            return;
        };
        let apart: Vec<(ComparedField, &Value, &Value)> = differences(&ours, &theirs).collect();
        if apart.is_empty() {
            counts.same += 1;
            return;
        }
        counts.different += 1;
        counts.differences += count(apart.len());
        for (field, own, other) in apart {
            push(&mut self.found.different, || ProposalDifference {
                code: ours.key.code().to_owned(),
                document: ours.key.to_string(),
                field,
                ours: own.to_string(),
                theirs: other.to_string(),
                provider: ours.provider.clone(),
            });
        }
    }
    /// What is left of the proposal is beyond ours.
    pub fn done(self) -> ProposalComparison {
        let Self { theirs, mut found } = self;
        found.counts.extra = count(theirs.len());
        let mut extra: Vec<(usize, Said)> = theirs.into_values().collect();
        extra.sort_by_key(|(line, _)| *line);
        found.extra = extra.into_iter().take(LISTED).map(|(_, said)| LoneDocument::of(said)).collect();
        found
    }
}

/// Field by field.
fn differences<'a>(ours: &'a Said, theirs: &'a Said) -> impl Iterator<Item = (ComparedField, &'a Value, &'a Value)> {
    ours.values.iter().filter_map(|(field, own)| {
        let (_, other) = theirs.values.iter().find(|(of, _)| of == field)?;
        (own != other).then_some((*field, own, other))
    })
}

fn count(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

fn push<T>(list: &mut Vec<T>, row: impl FnOnce() -> T) {
    if list.len() < LISTED {
        list.push(row());
    }
}
