//! Reads how an `Invoice` is to be paid: at once, or by instalments. Pure.

use super::{problem::Problem, tree, ubl::lacks};
use crate::{money::Money, purchases::words::PurchaseType};
use chrono::NaiveDate;
use roxmltree::Node;

type Terms = (PurchaseType, Vec<(NaiveDate, Money)>, bool);

/// The kind, the instalments in the order of their days, and whether part of it goes to another account.
pub(super) fn read(root: Node<'_, '_>) -> Result<Terms, Problem> {
    let (mut kind, mut quotes, mut is_withheld) = (PurchaseType::Contado, Vec::new(), false);
    for terms in tree::children(root, "PaymentTerms") {
        let means = tree::text(terms, "PaymentMeansID");
        match tree::text(terms, "ID").to_lowercase().as_str() {
            "formapago" if means.eq_ignore_ascii_case("Credito") || means.eq_ignore_ascii_case("Crédito") => {
                kind = PurchaseType::Credito;
            }
            "formapago" if means.to_lowercase().starts_with("cuota") => {
                let amount = tree::amount(terms, "Amount")?;
                let day = tree::text(terms, "PaymentDueDate").parse::<NaiveDate>();
                match (day, amount) {
                    (Ok(day), Some(amount)) if amount > Money::ZERO => quotes.push((day, amount)),
                    _ => return Err(lacks("la fecha o el importe de una cuota")),
                }
            }
            "detraccion" => is_withheld = true,
            _ => {}
        }
    }
    quotes.sort_unstable();
    if kind == PurchaseType::Contado {
        quotes.clear();
    }
    Ok((kind, quotes, is_withheld))
}
