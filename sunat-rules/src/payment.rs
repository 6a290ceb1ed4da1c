//! FormaPago of facturas.

use crate::{
    Found,
    format::{is_amount, is_digits},
    tree::Tree,
};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

pub(crate) fn check(root: Tree<'_, '_>, found: &mut Found) {
    let terms = root.all("PaymentTerms");
    for one in &terms {
        // Nothing but FormaPago: no detracción.
        found.unless(one.text("ID") == "FormaPago", "3128", one.text("ID"));
        found.unless(one.has("PaymentMeansID"), "3245", "PaymentMeansID");
        found.unless(one.all("PaymentMeansID").len() <= 1, "3461", "PaymentMeansID");
    }
    if root.text("InvoiceTypeCode") != "01" {
        // What SUNAT's stylesheet says to a boleta with terms.
        found.unless(terms.is_empty(), "3128", "PaymentTerms");
        return;
    }
    found.unless(!terms.is_empty(), "3244", "PaymentTerms");
    let means: Vec<&str> = terms.iter().map(|t| t.text("PaymentMeansID")).collect();
    let is_instalment = |m: &str| m.strip_prefix("Cuota").is_some_and(|n| n.len() == 3 && is_digits(n));
    for one in &means {
        found.unless(matches!(*one, "Contado" | "Credito") || is_instalment(one), "3246", *one);
    }
    found.unless(!(means.contains(&"Contado") && means.contains(&"Credito")), "3247", means.join(" "));
    found.unless(means.iter().collect::<BTreeSet<_>>().len() == means.len(), "3248", means.join(" "));
    let instalments: Vec<_> = terms.iter().filter(|t| is_instalment(t.text("PaymentMeansID"))).collect();
    let credit = terms.iter().find(|t| t.text("PaymentMeansID") == "Credito");
    found.unless(credit.is_some() || instalments.is_empty(), "3252", means.join(" "));
    let payable = root.amount("LegalMonetaryTotal/PayableAmount");
    if let Some(credit) = credit {
        found.unless(!instalments.is_empty(), "3249", "Credito");
        found.unless(credit.has("Amount"), "3251", "Amount");
        found.unless(is_amount(credit.text("Amount")), "3250", credit.text("Amount"));
        found.unless(credit.amount("Amount") <= payable, "3265", credit.text("Amount"));
        let sum: Decimal = instalments.iter().map(|i| i.amount("Amount")).sum();
        found.unless(sum == credit.amount("Amount"), "3319", sum.to_string());
    }
    let day = |text: &str| text.parse::<NaiveDate>().ok();
    for one in instalments {
        found.unless(one.has("Amount"), "3254", "Amount");
        found.unless(is_amount(one.text("Amount")), "3253", one.text("Amount"));
        found.unless(one.amount("Amount") <= payable, "3266", one.text("Amount"));
        found.unless(one.has("PaymentDueDate"), "3256", "PaymentDueDate");
        found.unless(day(one.text("PaymentDueDate")).is_some(), "3255", one.text("PaymentDueDate"));
        found.unless(day(one.text("PaymentDueDate")) > day(root.text("IssueDate")), "3267", one.text("PaymentDueDate"));
    }
}
