//! What should be there: opening + cash received − change − cash refunds + debts collected + entries − expenses for cash, received −
//! refunds + debts collected for every other method. What is sold on credit is nowhere. Summed from the ledger each time.

use super::{
    model::{ByMethod, CycleRow},
    movements_store,
};
use comanda_base::{db::Tx, error::Result, ids::PaymentOptionId, money::Money};
use comanda_ledgers::ledger;
use comanda_masterdata::payment_options;
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
    /// Collected of debts.
    pub collections: Money,
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
    /// Taken for debts: no sales of this cycle.
    pub collections: Money,
    pub expected: Money,
}

/// What a cycle should hold now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The drawer first, then the other methods in use.
    pub methods: Vec<Method>,
    /// What was sold on credit, and what of it went back: in no drawer.
    pub credit: Vec<Method>,
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
    let collected = ledger::collected(tx, cycle.id).await?;
    let of = |id: PaymentOptionId| received.iter().find(|r| r.payment_option_id == id);
    let refunded =
        |id: PaymentOptionId| given_back.iter().find(|g| g.payment_option_id == id).map_or(Money::ZERO, |g| g.amount);
    let collections =
        |id: PaymentOptionId| collected.iter().find(|c| c.payment_option_id == id).map_or(Money::ZERO, |c| c.amount);
    let in_cash = || options.iter().filter(|o| o.is_cash).filter_map(|o| of(o.id));
    let tendered: Money = in_cash().map(|r| r.tendered).sum();
    let kept: Money = in_cash().map(|r| r.amount).sum();
    let refunds: Money = options.iter().filter(|o| o.is_cash).map(|o| refunded(o.id)).sum();
    let cash_collected: Money = options.iter().filter(|o| o.is_cash).map(|o| collections(o.id)).sum();
    let cash = CashParts {
        opening: cycle.open_amount,
        received: tendered,
        turned: tendered - kept,
        refunds,
        collections: cash_collected,
        entries: moved.entries,
        expenses: moved.expenses,
        expected: cycle.open_amount + kept - refunds + cash_collected + moved.entries - moved.expenses,
    };
    let mut methods: Vec<Method> = Vec::new();
    let mut credit: Vec<Method> = Vec::new();
    for o in &options {
        let amount = of(o.id).map_or(Money::ZERO, |r| r.amount);
        let is_first_cash = o.is_cash && !methods.iter().any(|m| m.is_cash);
        let (gone, debts) = (refunded(o.id), collections(o.id));
        let (received, refunds, collections, expected) = match (o.is_cash, is_first_cash) {
            (true, true) => (kept, refunds, cash_collected, cash.expected),
            (true, false) => continue,
            (false, _) if o.is_credit() => (amount, gone, Money::ZERO, Money::ZERO),
            (false, _) => (amount, gone, debts, amount - gone + debts),
        };
        let is_used = [amount, gone, debts].iter().any(|a| !a.is_zero());
        if is_first_cash || is_used || (o.status.is_active() && !o.is_credit()) {
            let (payment_option_id, name, is_cash) = (o.id, o.name.clone(), o.is_cash);
            let method = Method { payment_option_id, name, is_cash, received, refunds, collections, expected };
            if o.is_credit() { credit.push(method) } else { methods.push(method) }
        }
    }
    methods.sort_by_key(|m| !m.is_cash);
    Ok(Expected { methods, credit, cash })
}
