//! Rules of the terms of payment of a factura: `FormaPago`, at once or on credit with its instalments.

use crate::{
    codes::Finding,
    document::{Document, Terms},
    names::Kind,
};
use rust_decimal::Decimal;

pub(super) fn payment_rules(document: &Document, found: &mut Vec<Finding>) {
    let terms: Vec<_> = document.terms.iter().filter(|terms| terms.id.as_deref() == Some("FormaPago")).collect();
    match document.id.kind {
        Kind::Factura if terms.is_empty() => found.push(Finding::new(3244, "cac:PaymentTerms")),
        Kind::Factura => factura_terms(&terms, found),
        // This rule is not in the rule book, but in SUNAT's stylesheet.
        Kind::Boleta if !terms.is_empty() => found.push(Finding::new(3128, "FormaPago en boleta")),
        Kind::Boleta | Kind::CreditNote | Kind::DebitNote => {}
    }
}

fn factura_terms(terms: &[&Terms], found: &mut Vec<Finding>) {
    for one in terms {
        match one.means.as_deref() {
            None => found.push(Finding::new(3245, "cbc:PaymentMeansID")),
            Some("Contado" | "Credito") => {}
            Some(means) if is_instalment(means) => {}
            Some(other) => found.push(Finding::new(3246, other)),
        }
    }
    let find_terms = |means: &str| terms.iter().find(|one| one.means.as_deref() == Some(means));
    let Some(credit) = find_terms("Credito") else { return };
    if find_terms("Contado").is_some() {
        found.push(Finding::new(3247, "Contado y Credito"));
    }
    let mut instalments = terms.iter().filter(|one| one.means.as_deref().is_some_and(is_instalment)).peekable();
    if instalments.peek().is_none() {
        found.push(Finding::new(3249, "sin cuotas"));
        return;
    }
    let sum: Decimal = instalments.filter_map(|one| one.amount).sum();
    if credit.amount != Some(sum) {
        found.push(Finding::new(3319, format!("cuotas {sum}")));
    }
}

/// Whether a means of payment is an instalment: `Cuota001`.
fn is_instalment(means: &str) -> bool {
    let digits = means.strip_prefix("Cuota").unwrap_or_default();
    digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
}
