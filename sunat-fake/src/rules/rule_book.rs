//! All rules of SUNAT's book that need nothing but the document, for documents with only the elements that the rule book's crate knows.

use crate::codes::Finding;
use comanda_sunat_rules::{BrokenRule, check};

/// Returns what the rule book finds in an XML with this file name; nothing where the XML has elements whose rules it does not cover.
pub(crate) fn rule_book_findings(file: &str, xml: &str) -> Vec<Finding> {
    // `WRITTEN` for such an element is the one rule without a number.
    let numbered = |broken: BrokenRule| Some(Finding::new(broken.rule.parse().ok()?, broken.detail));
    check(file, xml).into_iter().map(numbered).collect::<Option<_>>().unwrap_or_default()
}
