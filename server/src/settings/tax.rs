//! Which IGV holds on a day.

use super::{TaxRule, store};
use crate::{db::Tx, error::Result};
use chrono::NaiveDate;

/// The rule of `day`.
pub async fn rule_of(tx: &mut Tx, day: NaiveDate) -> Result<TaxRule> {
    store::tax_rule(tx, day).await
}
