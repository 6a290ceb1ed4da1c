//! Reads how an `Invoice` is to be paid: at once, or by instalments, and what of it goes elsewhere. Pure.

use super::{problem::Problem, tree, ubl::lacks};
use crate::{
    form::SetAside,
    words::{PurchaseType, SetAsideKind},
};
use chrono::NaiveDate;
use comanda_base::money::Money;
use roxmltree::Node;

/// Detractions are deposited in whole soles, and the tax authority lets figures differ by as much.
const TOLERANCE: Money = Money::units(1);

/// How a document is to be paid.
#[derive(Debug, Default)]
pub(super) struct Terms {
    pub kind: PurchaseType,
    /// In the order of their days.
    pub quotes: Vec<(NaiveDate, Money)>,
    /// What the instalments come to (rule 3319); `None` where it is not said.
    pub pending: Option<Money>,
    /// What goes to the account of detractions; `Some(0)` where the amount is not said.
    pub detraction: Option<Money>,
}

pub(super) fn read(root: Node<'_, '_>) -> Result<Terms, Problem> {
    let mut all = Terms::default();
    for terms in tree::children(root, "PaymentTerms") {
        let means = tree::text(terms, "PaymentMeansID");
        match tree::text(terms, "ID").to_lowercase().as_str() {
            "formapago" if means.eq_ignore_ascii_case("Credito") || means.eq_ignore_ascii_case("Crédito") => {
                all.kind = PurchaseType::Credito;
                all.pending = tree::amount(terms, "Amount")?;
            }
            "formapago" if means.to_lowercase().starts_with("cuota") => {
                let amount = tree::amount(terms, "Amount")?;
                match (tree::date(terms, "PaymentDueDate")?, amount) {
                    (Some(day), Some(amount)) if amount > Money::ZERO => all.quotes.push((day, amount)),
                    _ => return Err(lacks("la fecha o el importe de una cuota")),
                }
            }
            "detraccion" => all.detraction = Some(tree::amount(terms, "Amount")?.unwrap_or_default()),
            _ => {}
        }
    }
    all.quotes.sort_unstable();
    if all.kind == PurchaseType::Contado {
        (all.quotes, all.pending) = (Vec::new(), None);
    }
    Ok(all)
}

impl Terms {
    pub(super) fn lacks_quotes(&self) -> bool {
        self.kind == PurchaseType::Credito && self.quotes.is_empty()
    }
    /// What the instalments should come to, and where the rest of the total goes: what is retained, what is deposited as a detraction,
    /// and what is left of it at once. Of what is paid at once only the first two are told.
    pub(super) fn set_aside(&self, total: Money, retention: Money) -> (Option<Money>, Vec<SetAside>) {
        let quoted: Money = self.quotes.iter().map(|(_, amount)| *amount).sum();
        let detraction = self.detraction.unwrap_or_default();
        let is_near = |a: Money, b: Money| a - b < TOLERANCE && b - a < TOLERANCE;
        let rest = match (self.kind, self.pending) {
            (PurchaseType::Contado, _) => total.at_most(retention + detraction),
            (_, Some(pending)) => total - pending,
            (_, None) if !self.quotes.is_empty() && is_near(total - quoted, retention + detraction) => total - quoted,
            _ => Money::ZERO,
        };
        if rest <= Money::ZERO {
            return (self.pending, Vec::new());
        }
        let retained = retention.at_most(rest);
        let mut deposited = detraction.at_most(rest - retained);
        let mut at_once = rest - retained - deposited;
        if at_once < TOLERANCE && self.detraction.is_some() {
            (deposited, at_once) = (deposited + at_once, Money::ZERO);
        }
        let parts = [
            (SetAsideKind::Retention, retained),
            (SetAsideKind::Detraction, deposited),
            (SetAsideKind::FirstPayment, at_once),
        ];
        let some = parts.into_iter().filter(|(_, amount)| !amount.is_zero());
        let pending = self.pending.or((self.kind == PurchaseType::Credito).then(|| total - rest));
        (pending, some.map(|(kind, amount)| SetAside { kind, amount }).collect())
    }
}
