//! The house's register against SUNAT's proposal: what the proposal lacks, what it has beyond, and what it says otherwise. Pure.

use super::{
    columns::date,
    entry::Entry,
    proposal::{Key, Proposed},
};
use crate::{clients::document::NOBODY_DNI, money::Money, words::words};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Rows of each list that are answered; all are counted.
const LISTED: usize = 500;

words!(
    /// What is compared of a document.
    ComparedField {
        IssueDate = "ISSUE_DATE",
        Customer = "CUSTOMER",
        Base = "BASE",
        Igv = "IGV",
        Exonerated = "EXONERATED",
        Unaffected = "UNAFFECTED",
        OtherCharges = "OTHER_CHARGES",
        Total = "TOTAL",
        /// What a note changes.
        ChangedDocument = "CHANGED_DOCUMENT",
    }
);

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

/// Answer of `POST /accounting/rvie/compare`; each list holds at most 500.
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
pub(super) struct Comparing {
    theirs: HashMap<Key, Proposed>,
    found: ProposalComparison,
}

impl Comparing {
    pub(super) fn with(theirs: HashMap<Key, Proposed>) -> Self {
        let mut found = ProposalComparison::default();
        found.counts.theirs = count(theirs.len());
        Self { theirs, found }
    }
    /// Compares one of ours.
    pub(super) fn add(&mut self, entry: &Entry) {
        let counts = &mut self.found.counts;
        counts.ours += 1;
        let number = u64::try_from(entry.number).unwrap_or_default();
        let key = (entry.document.to_string(), entry.serie.to_uppercase(), number);
        let Some(theirs) = self.theirs.remove(&key) else {
            if !entry.is_voided {
                counts.missing += 1;
                push(&mut self.found.missing, || LoneDocument {
                    code: entry.document.to_string(),
                    document: entry.full_number(),
                    date: date(entry.day),
                    total: entry.figures.total,
                });
            }
            return;
        };
        let said = differences(entry, &theirs);
        if said.is_empty() {
            counts.same += 1;
            return;
        }
        counts.different += 1;
        counts.differences += count(said.len());
        for (field, ours, theirs) in said {
            push(&mut self.found.different, || ProposalDifference {
                code: entry.document.to_string(),
                document: entry.full_number(),
                field,
                ours,
                theirs,
            });
        }
    }
    /// What is left of the proposal is beyond ours.
    pub(super) fn done(self) -> ProposalComparison {
        let Self { theirs, mut found } = self;
        found.counts.extra = count(theirs.len());
        let mut extra: Vec<(Key, Proposed)> = theirs.into_iter().collect();
        extra.sort_by_key(|(_, proposed)| proposed.line);
        let lone = |((code, serie, number), proposed): (Key, Proposed)| LoneDocument {
            code,
            document: format!("{serie}-{number:08}"),
            date: proposed.day.map(date).unwrap_or_default(),
            total: proposed.total,
        };
        found.extra = extra.into_iter().take(LISTED).map(lone).collect();
        found
    }
}

fn count(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

fn push<T>(list: &mut Vec<T>, row: impl FnOnce() -> T) {
    if list.len() < LISTED {
        list.push(row());
    }
}

/// Field by field. Of what was voided only what it comes to is compared.
fn differences(entry: &Entry, theirs: &Proposed) -> Vec<(ComparedField, String, String)> {
    let f = &entry.figures;
    let mut pairs = Vec::new();
    if !entry.is_voided {
        let changed = entry
            .changed
            .as_ref()
            .map(|c| (c.document.to_string(), c.serie.to_uppercase(), u64::try_from(c.number).unwrap_or_default()));
        let name = |key: &Option<Key>| key.as_ref().map(|(_, serie, n)| format!("{serie}-{n:08}")).unwrap_or_default();
        let ours = entry.customer.as_ref().map_or(("", ""), |c| (c.code, c.number.as_str()));
        let (kind, number) = &theirs.customer;
        pairs.extend([
            (ComparedField::IssueDate, date(entry.day), theirs.day.map(date).unwrap_or_default()),
            (ComparedField::Customer, identity(ours.0, ours.1), identity(kind, number)),
            (ComparedField::ChangedDocument, name(&changed), name(&theirs.changed)),
        ]);
    }
    let amounts = [
        (ComparedField::Base, f.base + f.base_off, theirs.base),
        (ComparedField::Igv, f.igv + f.igv_off, theirs.igv),
        (ComparedField::Exonerated, f.exonerated, theirs.exonerated),
        (ComparedField::Unaffected, f.unaffected, theirs.unaffected),
        (ComparedField::OtherCharges, f.other_charges, theirs.other_charges),
        (ComparedField::Total, f.total, theirs.total),
    ];
    pairs.extend(amounts.map(|(field, ours, theirs)| (field, ours.to_string(), theirs.to_string())));
    pairs.retain(|(_, ours, theirs)| ours != theirs);
    pairs
}

/// `6 20100070970`; nobody is nobody, however that is said.
fn identity(code: &str, number: &str) -> String {
    if code.is_empty() || number.is_empty() || number == "-" || number == NOBODY_DNI {
        return String::new();
    }
    format!("{code} {number}")
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
