//! SUNAT's rules of 2026-02-12 held against documents: a test names the file and hands over the XML, and hears every rule that is
//! broken, by its number, whether SUNAT would refuse the document or only observe it. `data/rules.csv` lists all rules of our kinds
//! (factura, boleta, notes, RA, RC, signature, reception), `data/fates.csv` says of each where it is held: here, by the schema, by
//! the archive's own tests, by SUNAT alone, or nowhere because we write nothing that it speaks of, which [`check`] holds by knowing
//! every element and attribute that we write. For tests alone; it shares nothing with what writes documents.

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
pub struct Broken {
    /// SUNAT's number, or `WRITTEN` for an element that no rule was read for.
    pub rule: &'static str,
    /// Where, and what stands there.
    pub what: String,
}

/// What is found.
#[derive(Debug, Default)]
struct Found(Vec<Broken>);

impl Found {
    /// Notes a rule unless it holds.
    fn unless(&mut self, holds: bool, rule: &'static str, what: impl Into<String>) {
        if !holds {
            self.0.push(Broken { rule, what: what.into() });
        }
    }
}

/// Every rule that a document breaks; `file` is its name without ending, `20123456789-01-F001-1`.
///
/// # Panics
///
/// Where it is no XML.
#[must_use]
pub fn check(file: &str, xml: &str) -> Vec<Broken> {
    let parsed = Document::parse(xml).expect("XML");
    let root = Tree(parsed.root_element());
    let mut found = Found::default();
    written::check(root, &mut found);
    signature::check(root, &mut found);
    if matches!(root.name(), "VoidedDocuments" | "SummaryDocuments") {
        batch::check(file, root, &mut found);
        return found.0;
    }
    head::check(file, root, &mut found);
    parties::check(root, &mut found);
    payment::check(root, &mut found);
    note::check(root, &mut found);
    lines::check(root, &mut found);
    totals::check(root, &mut found);
    found.0
}
