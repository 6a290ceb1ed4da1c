//! Compares the house's register with SUNAT's proposal: missing, extra and differing documents. Pure.

use super::{ComparedDocument, ComparedField, ComparedValue, DocumentKey};
use comanda_base::money::Money;
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// The most rows of each list in the answer; the counts include all.
const LISTED: usize = 500;

/// A document that only one side has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LoneDocument {
    /// Table 10: `03`.
    pub code: String,
    /// `B001-00000347`
    pub document: String,
    /// `25/11/2026`; empty where the proposal has none.
    pub date: String,
    pub total: Money,
    /// The seller, `20100055237 ALICORP S.A.A.`; absent in the register of sales.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
}

impl LoneDocument {
    fn from_document(said: ComparedDocument) -> Self {
        Self {
            code: said.key.code().to_owned(),
            document: said.key.to_string(),
            date: said.date(),
            total: said.total,
            provider: said.provider,
        }
    }
}

/// A field in which both sides of a document differ; a document may have several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProposalDifference {
    /// Table 10: `03`.
    pub code: String,
    /// `B001-00000347`
    pub document: String,
    pub field: ComparedField,
    pub ours: String,
    pub theirs: String,
    /// The seller, `20100055237 ALICORP S.A.A.`; absent in the register of sales.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
}

/// The counts of a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ComparisonCounts {
    /// Our documents that were compared, without notas de venta.
    pub ours: i64,
    /// Lines of the proposal.
    pub theirs: i64,
    /// Documents without a difference.
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
    /// Our documents that the proposal lacks, except voided ones.
    pub missing: Vec<LoneDocument>,
    pub different: Vec<ProposalDifference>,
    /// Documents of the proposal that we do not have.
    pub extra: Vec<LoneDocument>,
}

/// A comparison in progress.
#[derive(Debug)]
pub(in crate::accounting) struct ProposalComparer {
    theirs: HashMap<DocumentKey, (usize, ComparedDocument)>,
    found: ProposalComparison,
}

impl ProposalComparer {
    /// Begins with the proposal's documents and their line numbers.
    pub fn new(theirs: HashMap<DocumentKey, (usize, ComparedDocument)>) -> Self {
        let mut found = ProposalComparison::default();
        found.counts.theirs = count(theirs.len());
        Self { theirs, found }
    }
    /// Compares one of our documents; `is_missed` says whether its absence from the proposal counts as missing.
    pub fn add(&mut self, ours: ComparedDocument, is_missed: bool) {
        let counts = &mut self.found.counts;
        counts.ours += 1;
        let Some((_, theirs)) = self.theirs.remove(&ours.key) else {
            if is_missed {
                counts.missing += 1;
                push(&mut self.found.missing, || LoneDocument::from_document(ours));
            }
            return;
        };
        let differing: Vec<(ComparedField, &ComparedValue, &ComparedValue)> = differences(&ours, &theirs).collect();
        if differing.is_empty() {
            counts.same += 1;
            return;
        }
        counts.different += 1;
        counts.differences += count(differing.len());
        for (field, our_value, other) in differing {
            push(&mut self.found.different, || ProposalDifference {
                code: ours.key.code().to_owned(),
                document: ours.key.to_string(),
                field,
                ours: our_value.to_string(),
                theirs: other.to_string(),
                provider: ours.provider.clone(),
            });
        }
    }
    /// Returns the result, with the proposal's remaining documents as extra.
    pub fn finish(self) -> ProposalComparison {
        let Self { theirs, mut found } = self;
        found.counts.extra = count(theirs.len());
        let mut extra: Vec<(usize, ComparedDocument)> = theirs.into_values().collect();
        extra.sort_by_key(|(line, _)| *line);
        found.extra = extra.into_iter().take(LISTED).map(|(_, said)| LoneDocument::from_document(said)).collect();
        found
    }
}

/// Returns the fields in which both sides differ.
fn differences<'a>(
    ours: &'a ComparedDocument,
    theirs: &'a ComparedDocument,
) -> impl Iterator<Item = (ComparedField, &'a ComparedValue, &'a ComparedValue)> {
    ours.values.iter().filter_map(|(field, our_value)| {
        let (_, other) = theirs.values.iter().find(|(name, _)| name == field)?;
        (our_value != other).then_some((*field, our_value, other))
    })
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn push<T>(list: &mut Vec<T>, row: impl FnOnce() -> T) {
    if list.len() < LISTED {
        list.push(row());
    }
}
