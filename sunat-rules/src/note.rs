//! Rules of the document that a note changes, and of its reason.

use crate::{
    Findings,
    format::{is_number, is_paper_number, is_text},
    tree::Tree,
};

pub(crate) fn check(root: Tree<'_, '_>, findings: &mut Findings) {
    let (reasons, factura, boleta, number): (&[&str], _, _, _) = match root.name() {
        "CreditNote" => (&["01", "02", "03", "04", "05", "06", "07", "08", "09", "10"], "2116", "2399", "2117"),
        "DebitNote" => (&["01", "02", "03"], "2204", "2400", "2205"),
        _ => return,
    };
    let response = root.all("DiscrepancyResponse");
    findings.require(response.len() <= 1, "3203", "DiscrepancyResponse");
    let reason = root.text("DiscrepancyResponse/ResponseCode");
    findings.require(!reason.is_empty(), "2128", "ResponseCode");
    findings.require(reasons.contains(&reason), "2172", reason);
    let why = root.text("DiscrepancyResponse/Description");
    findings.require(!why.is_empty(), "2136", "Description");
    findings.require(is_text(why, 1, 500), "2135", why);
    let changed = root.all("BillingReference/InvoiceDocumentReference");
    findings.require(!changed.is_empty(), "2524", "BillingReference");
    let kinds: Vec<&str> = changed.iter().map(|c| c.text("DocumentTypeCode")).collect();
    findings.require(kinds.iter().all(|k| k == &kinds[0]), "2884", kinds.join(" "));
    let own_series = root.text("ID");
    for one in changed {
        let kind = one.text("DocumentTypeCode");
        findings.require(!own_series.starts_with('F') || kind == "01", factura, kind);
        findings.require(!own_series.starts_with('B') || kind == "03", boleta, kind);
        let is_electronic = is_number(one.text("ID"), if kind == "01" { "F" } else { "B" });
        findings.require(is_electronic || is_paper_number(one.text("ID")), number, one.text("ID"));
        let only_facturas = root.name() == "CreditNote" && matches!(reason, "04" | "05" | "08");
        findings.require(!(only_facturas && kind == "03"), "4367", reason);
    }
}
