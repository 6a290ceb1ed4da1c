//! Compares variants of our own file with our documents: removed lines are missing, changed ones differ, added ones are extra.

use super::*;
use crate::accounting::{
    fixtures::{entries, november},
    proposal::{self, ComparisonCounts, ProposalComparer, ProposalComparison},
    rvie,
    sire_file::line_prefix,
};
use comanda_base::tax_document_type::TaxDocumentType;
use comanda_platform::settings::CompanyInfo;

const RUC: &str = "20601234565";

/// Returns the text of the file that replaces the proposal, to be read as if it were a proposal.
fn own_text() -> String {
    rvie::rvie_lines(&line_prefix(RUC, &CompanyInfo::default(), &november()), &entries())
}

fn compare(text: &str) -> ProposalComparison {
    let mut comparing =
        ProposalComparer::new(proposal::parse_proposal(text.as_bytes(), &LAYOUT, RUC, "202611").unwrap());
    let tax = entries().into_iter().filter(|e| e.document != TaxDocumentType::Internal);
    tax.for_each(|entry| comparing.add(compared_document(&entry), entry.is_counted()));
    comparing.finish()
}

#[test]
fn our_own_file_has_no_differences() {
    let found = compare(&own_text());
    let same = ComparisonCounts { ours: 9, theirs: 9, same: 9, ..ComparisonCounts::default() };
    assert_eq!(found.counts, same, "{found:?}");
}

#[test]
fn all_notations_of_an_anonymous_customer_are_equal() {
    let text = own_text().replace("|B001|347|||||", "|B001|347||0|00000000||");
    assert_eq!(compare(&text).counts.same, 9);
    let text = own_text().replace("|B001|347||||CLIENTES VARIOS|", "|B001|347||1|45678912|ANA|");
    let found = compare(&text);
    let difference = &found.different[0];
    assert_eq!(
        (difference.field, difference.ours.as_str(), difference.theirs.as_str()),
        (ComparedField::Customer, "", "1 45678912")
    );
}

#[test]
fn differences_are_listed_field_by_field() {
    let proposal_text = own_text();
    let lines: Vec<&str> = proposal_text.lines().collect();
    let changed = lines[0].replace("|45.34|", "|45.35|").replace("|53.50|", "|53.51|");
    // The second line is removed, the fourth too (voided, so not missed), and one line is extra.
    let extra = lines[0].replace("|347|", "|9999|");
    let text = [changed.as_str(), lines[2], lines[4], lines[5], lines[6], lines[7], lines[8], &extra].join("\r\n");
    let found = compare(&text);
    let ComparisonCounts { same, missing, extra, different, differences, .. } = found.counts;
    assert_eq!((same, missing, extra, different, differences), (6, 1, 1, 1, 2), "{found:?}");
    let fields: Vec<_> = found.different.iter().map(|d| (d.field, d.ours.as_str(), d.theirs.as_str())).collect();
    assert_eq!(fields, [(ComparedField::Base, "45.34", "45.35"), (ComparedField::Total, "53.50", "53.51")]);
    assert_eq!(
        (found.missing[0].document.as_str(), found.missing[0].total.to_string()),
        ("B001-00000348", "65.63".into())
    );
    assert_eq!((found.extra[0].document.as_str(), found.extra[0].date.as_str()), ("B001-00009999", "01/11/2026"));
}

#[test]
fn lists_are_bounded_and_counts_are_not() {
    let proposal_text = own_text();
    let line = proposal_text.lines().next().unwrap();
    let text: String = (10_000..10_700).map(|n| format!("{}\r\n", line.replace("|347|", &format!("|{n}|")))).collect();
    let found = compare(&text);
    assert_eq!((found.extra.len(), found.counts.extra, found.extra[0].document.as_str()), (500, 700, "B001-00010000"));
}
