//! Reads the payment terms of an `Invoice`: paid at once or by instalments, and the parts that go elsewhere.

use super::{problem::Problem, tree, ubl::missing_problem};
use crate::{
    form::SetAside,
    words::{PurchaseType, SetAsideKind},
};
use chrono::NaiveDate;
use comanda_base::money::Money;
use roxmltree::Node;

/// Detractions are deposited in whole soles, and the tax authority accepts a difference of that size.
const TOLERANCE: Money = Money::units(1);

/// The payment terms of a document.
#[derive(Debug, Default)]
pub(super) struct PaymentTerms {
    pub kind: PurchaseType,
    /// The instalments in the order of their dates.
    pub quotes: Vec<(NaiveDate, Money)>,
    /// The sum of the instalments (rule 3319); `None` where it is not stated.
    pub pending: Option<Money>,
    /// The amount for the account of detractions; `Some(0)` where the amount is not stated.
    pub detraction: Option<Money>,
}

pub(super) fn read_payment_terms(root: Node<'_, '_>) -> Result<PaymentTerms, Problem> {
    let mut all = PaymentTerms::default();
    for terms in tree::child_elements(root, "PaymentTerms") {
        let means = tree::element_text(terms, "PaymentMeansID");
        match tree::element_text(terms, "ID").to_lowercase().as_str() {
            "formapago" if means.eq_ignore_ascii_case("Credito") || means.eq_ignore_ascii_case("Crédito") => {
                all.kind = PurchaseType::Credito;
                all.pending = tree::read_amount(terms, "Amount")?;
            }
            "formapago" if means.to_lowercase().starts_with("cuota") => {
                let amount = tree::read_amount(terms, "Amount")?;
                match (tree::read_date(terms, "PaymentDueDate")?, amount) {
                    (Some(day), Some(amount)) if amount > Money::ZERO => all.quotes.push((day, amount)),
                    _ => return Err(missing_problem("la fecha o el importe de una cuota")),
                }
            }
            "detraccion" => all.detraction = Some(tree::read_amount(terms, "Amount")?.unwrap_or_default()),
            _ => {}
        }
    }
    all.quotes.sort_unstable();
    if all.kind == PurchaseType::Contado {
        (all.quotes, all.pending) = (Vec::new(), None);
    }
    Ok(all)
}

impl PaymentTerms {
    pub(super) fn lacks_quotes(&self) -> bool {
        self.kind == PurchaseType::Credito && self.quotes.is_empty()
    }
    /// Returns the sum that the instalments should have and the parts of the total that they leave out: retention, detraction, and the
    /// remainder, which is paid at once. For a document paid at once only the first two are returned.
    pub(super) fn set_aside(&self, total: Money, retention: Money) -> (Option<Money>, Vec<SetAside>) {
        let quoted: Money = self.quotes.iter().map(|(_, amount)| *amount).sum();
        let detraction = self.detraction.unwrap_or_default();
        let is_near = |a: Money, b: Money| a - b < TOLERANCE && b - a < TOLERANCE;
        let left_out = match (self.kind, self.pending) {
            (PurchaseType::Contado, _) => total.at_most(retention + detraction),
            (_, Some(pending)) => total - pending,
            (_, None) if !self.quotes.is_empty() && is_near(total - quoted, retention + detraction) => total - quoted,
            _ => Money::ZERO,
        };
        if left_out <= Money::ZERO {
            return (self.pending, Vec::new());
        }
        let retained = retention.at_most(left_out);
        let mut deposited = detraction.at_most(left_out - retained);
        let mut at_once = left_out - retained - deposited;
        if at_once < TOLERANCE && self.detraction.is_some() {
            (deposited, at_once) = (deposited + at_once, Money::ZERO);
        }
        let parts = [
            (SetAsideKind::Retention, retained),
            (SetAsideKind::Detraction, deposited),
            (SetAsideKind::FirstPayment, at_once),
        ];
        let some = parts.into_iter().filter(|(_, amount)| !amount.is_zero());
        let pending = self.pending.or((self.kind == PurchaseType::Credito).then(|| total - left_out));
        (pending, some.map(|(kind, amount)| SetAside { kind, amount }).collect())
    }
}
