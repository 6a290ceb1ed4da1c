//! Rules of the terms of payment of facturas (FormaPago).

use crate::{
    Findings,
    format::{is_amount, is_digits},
    tree::Tree,
};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

pub(crate) fn check(root: Tree<'_, '_>, findings: &mut Findings) {
    let terms = root.all("PaymentTerms");
    for one in &terms {
        // We write no other terms than FormaPago, so there is no detracción.
        findings.require(one.text("ID") == "FormaPago", "3128", one.text("ID"));
        findings.require(one.has("PaymentMeansID"), "3245", "PaymentMeansID");
        findings.require(one.all("PaymentMeansID").len() <= 1, "3461", "PaymentMeansID");
    }
    if root.text("InvoiceTypeCode") != "01" {
        // SUNAT's stylesheet refuses a boleta with terms.
        findings.require(terms.is_empty(), "3128", "PaymentTerms");
        return;
    }
    findings.require(!terms.is_empty(), "3244", "PaymentTerms");
    let means: Vec<&str> = terms.iter().map(|t| t.text("PaymentMeansID")).collect();
    let is_instalment = |m: &str| m.strip_prefix("Cuota").is_some_and(|n| n.len() == 3 && is_digits(n));
    for one in &means {
        findings.require(matches!(*one, "Contado" | "Credito") || is_instalment(one), "3246", *one);
    }
    findings.require(!(means.contains(&"Contado") && means.contains(&"Credito")), "3247", means.join(" "));
    findings.require(means.iter().collect::<BTreeSet<_>>().len() == means.len(), "3248", means.join(" "));
    let instalments: Vec<_> = terms.iter().filter(|t| is_instalment(t.text("PaymentMeansID"))).collect();
    let credit = terms.iter().find(|t| t.text("PaymentMeansID") == "Credito");
    findings.require(credit.is_some() || instalments.is_empty(), "3252", means.join(" "));
    let payable = root.amount("LegalMonetaryTotal/PayableAmount");
    if let Some(credit) = credit {
        findings.require(!instalments.is_empty(), "3249", "Credito");
        findings.require(credit.has("Amount"), "3251", "Amount");
        findings.require(is_amount(credit.text("Amount")), "3250", credit.text("Amount"));
        findings.require(credit.amount("Amount") <= payable, "3265", credit.text("Amount"));
        let sum: Decimal = instalments.iter().map(|i| i.amount("Amount")).sum();
        findings.require(sum == credit.amount("Amount"), "3319", sum.to_string());
    }
    let day = |text: &str| text.parse::<NaiveDate>().ok();
    for one in instalments {
        findings.require(one.has("Amount"), "3254", "Amount");
        findings.require(is_amount(one.text("Amount")), "3253", one.text("Amount"));
        findings.require(one.amount("Amount") <= payable, "3266", one.text("Amount"));
        findings.require(one.has("PaymentDueDate"), "3256", "PaymentDueDate");
        findings.require(day(one.text("PaymentDueDate")).is_some(), "3255", one.text("PaymentDueDate"));
        findings.require(
            day(one.text("PaymentDueDate")) > day(root.text("IssueDate")),
            "3267",
            one.text("PaymentDueDate"),
        );
    }
}
