//! What should be there: opening + cash received − change − cash refunds + entries − expenses for cash, received − refunds for every
//! other method. Summed from the ledger each time.

use super::{
    model::{ByMethod, CycleRow},
    movements_store,
};
use crate::{db::Tx, error::Result, ids::PaymentOptionId, ledger, money::Money, payment_options};
use serde::Serialize;
use utoipa::ToSchema;

/// How the expected cash comes about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashParts {
    pub opening: Money,
    /// Handed over by clients.
    pub received: Money,
    /// Given back as change.
    pub turned: Money,
    /// Given back for voided payments.
    pub refunds: Money,
    pub entries: Money,
    pub expenses: Money,
    pub expected: Money,
}

/// A method and what it should hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    /// Less change.
    pub received: Money,
    pub refunds: Money,
    pub expected: Money,
}

/// What a cycle should hold now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The drawer first, then the other methods in use.
    pub methods: Vec<Method>,
    pub cash: CashParts,
}
impl Expected {
    /// As a count keeps it.
    pub fn by_method(&self) -> ByMethod {
        self.methods.iter().map(|m| (m.name.clone(), m.expected)).collect()
    }
    /// The name that the drawer is counted under.
    pub fn cash_name(&self) -> &str {
        self.methods.iter().find(|m| m.is_cash).map_or("Efectivo", |m| &m.name)
    }
}

/// Sums the ledger. All cash methods share the one drawer and are counted as the first of them.
pub async fn expected(tx: &mut Tx, cycle: &CycleRow) -> Result<Expected> {
    let options = payment_options::payment_options(tx).await?;
    let received = ledger::received(tx, cycle.id).await?;
    let given_back = ledger::given_back(tx, cycle.id).await?;
    let moved = movements_store::movement_totals(tx, cycle.id).await?;
    let of = |id: PaymentOptionId| received.iter().find(|r| r.payment_option_id == id);
    let refunded =
        |id: PaymentOptionId| given_back.iter().find(|g| g.payment_option_id == id).map_or(Money::ZERO, |g| g.amount);
    let in_cash = || options.iter().filter(|o| o.is_cash).filter_map(|o| of(o.id));
    let tendered: Money = in_cash().map(|r| r.tendered).sum();
    let kept: Money = in_cash().map(|r| r.amount).sum();
    let refunds: Money = options.iter().filter(|o| o.is_cash).map(|o| refunded(o.id)).sum();
    let cash = CashParts {
        opening: cycle.open_amount,
        received: tendered,
        turned: tendered - kept,
        refunds,
        entries: moved.entries,
        expenses: moved.expenses,
        expected: cycle.open_amount + kept - refunds + moved.entries - moved.expenses,
    };
    let mut methods: Vec<Method> = Vec::new();
    for o in &options {
        let amount = of(o.id).map_or(Money::ZERO, |r| r.amount);
        let is_first_cash = o.is_cash && !methods.iter().any(|m| m.is_cash);
        let gone = refunded(o.id);
        let (received, refunds, expected) = match (o.is_cash, is_first_cash) {
            (true, true) => (kept, refunds, cash.expected),
            (true, false) => continue,
            (false, _) => (amount, gone, amount - gone),
        };
        if is_first_cash || o.status.is_active() || !amount.is_zero() || !gone.is_zero() {
            methods.push(Method {
                payment_option_id: o.id,
                name: o.name.clone(),
                is_cash: o.is_cash,
                received,
                refunds,
                expected,
            });
        }
    }
    methods.sort_by_key(|m| !m.is_cash);
    Ok(Expected { methods, cash })
}
