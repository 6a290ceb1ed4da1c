//! Checks documents by SUNAT's rules of 2026-02-12. A test gives the file name and the XML, and gets the number of
//! every broken rule, whether SUNAT would refuse the document or only observe it. `data/rules.csv` lists all rules of
//! our kinds of document (factura, boleta, notes, RA, RC, signature, reception). `data/coverage.csv` states for each
//! rule where it is checked: here, by the schema, by the archive's own tests, by SUNAT alone, or nowhere because we do
//! not write the element in question; [`check`] knows every element and attribute that we write and reports any other.
//! The crate is for tests only and shares nothing with the code that writes documents.

mod batch;
mod format;
mod head;
mod lines;
mod note;
mod parties;
mod payment;
mod rates;
mod signature;
mod totals;
mod tree;
mod written;

use roxmltree::Document;
use tree::Tree;

/// A rule that a document breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRule {
    /// SUNAT's number of the rule, or `WRITTEN` for an element whose rules are not covered here.
    pub rule: &'static str,
    /// The place or the wrong value.
    pub detail: String,
}

/// The broken rules so far.
#[derive(Debug, Default)]
struct Findings(Vec<BrokenRule>);

impl Findings {
    /// Adds a broken rule if its condition is not met.
    fn require(&mut self, is_met: bool, rule: &'static str, detail: impl Into<String>) {
        if !is_met {
            self.0.push(BrokenRule { rule, detail: detail.into() });
        }
    }
}

/// Returns every rule that a document breaks; `file` is its name without extension, `20123456789-01-F001-1`.
///
/// # Panics
///
/// Panics if the text is not XML.
#[must_use]
pub fn check(file: &str, xml: &str) -> Vec<BrokenRule> {
    let parsed = Document::parse(xml).expect("XML");
    let root = Tree(parsed.root_element());
    let mut findings = Findings::default();
    written::check(root, &mut findings);
    signature::check(root, &mut findings);
    if matches!(root.name(), "VoidedDocuments" | "SummaryDocuments") {
        batch::check(file, root, &mut findings);
        return findings.0;
    }
    head::check(file, root, &mut findings);
    parties::check(root, &mut findings);
    payment::check(root, &mut findings);
    note::check(root, &mut findings);
    lines::check(root, &mut findings);
    totals::check(root, &mut findings);
    findings.0
}
