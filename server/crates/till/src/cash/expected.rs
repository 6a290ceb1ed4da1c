//! The expected amounts of a cycle. Cash: opening + cash received − change − cash refunds + debts collected + entries − expenses. Every
//! other method: received − refunds + debts collected. Sales on credit are in no method. The amounts are summed from the ledger each time.

use super::{
    model::{ByMethod, CycleRow},
    movements_store,
};
use comanda_base::{db::Tx, error::Result, ids::PaymentOptionId, money::Money};
use comanda_ledgers::ledger;
use comanda_masterdata::payment_options;
use serde::Serialize;
use utoipa::ToSchema;

/// The parts of the expected cash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashParts {
    pub opening: Money,
    /// The cash handed over by clients.
    pub received: Money,
    /// The change given.
    pub turned: Money,
    /// The cash refunds.
    pub refunds: Money,
    /// The debts collected in cash.
    pub collections: Money,
    pub entries: Money,
    pub expenses: Money,
    pub expected: Money,
}

/// The expected balance of a payment method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodBalance {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    /// The amount received, less change.
    pub received: Money,
    pub refunds: Money,
    /// The debts collected, which are no sales of this cycle.
    pub collections: Money,
    pub expected: Money,
}

/// The expected balances of a cycle now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedBalances {
    /// The cash drawer first, then the other methods in use.
    pub methods: Vec<MethodBalance>,
    /// Sales on credit and their reductions, which are in no drawer.
    pub credit: Vec<MethodBalance>,
    pub cash: CashParts,
}
impl ExpectedBalances {
    /// Returns the expected amounts by method name, as a count stores them.
    pub fn by_method(&self) -> ByMethod {
        self.methods.iter().map(|m| (m.name.clone(), m.expected)).collect()
    }
    /// Returns the method name that the drawer is counted under.
    pub fn cash_name(&self) -> &str {
        self.methods.iter().find(|m| m.is_cash).map_or("Efectivo", |m| &m.name)
    }
}

/// Sums the ledger of a cycle. All cash methods share one drawer and are counted under the first of them.
pub async fn load_expected_balances(tx: &mut Tx, cycle: &CycleRow) -> Result<ExpectedBalances> {
    let options = payment_options::list_payment_options(tx).await?;
    let received = ledger::load_received_by_method(tx, cycle.id).await?;
    let refunded_by_method = ledger::load_refunded_by_method(tx, cycle.id).await?;
    let moved = movements_store::load_movement_totals(tx, cycle.id).await?;
    let collected = ledger::load_collected_by_method(tx, cycle.id).await?;
    let received_of = |id: PaymentOptionId| received.iter().find(|r| r.payment_option_id == id);
    let refunded = |id: PaymentOptionId| {
        refunded_by_method.iter().find(|g| g.payment_option_id == id).map_or(Money::ZERO, |g| g.amount)
    };
    let collections =
        |id: PaymentOptionId| collected.iter().find(|c| c.payment_option_id == id).map_or(Money::ZERO, |c| c.amount);
    let cash_receipts = || options.iter().filter(|o| o.is_cash).filter_map(|o| received_of(o.id));
    let tendered: Money = cash_receipts().map(|r| r.tendered).sum();
    let cash_received: Money = cash_receipts().map(|r| r.amount).sum();
    let refunds: Money = options.iter().filter(|o| o.is_cash).map(|o| refunded(o.id)).sum();
    let cash_collected: Money = options.iter().filter(|o| o.is_cash).map(|o| collections(o.id)).sum();
    let cash = CashParts {
        opening: cycle.open_amount,
        received: tendered,
        turned: tendered - cash_received,
        refunds,
        collections: cash_collected,
        entries: moved.entries,
        expenses: moved.expenses,
        expected: cycle.open_amount + cash_received - refunds + cash_collected + moved.entries - moved.expenses,
    };
    let mut methods: Vec<MethodBalance> = Vec::new();
    let mut credit: Vec<MethodBalance> = Vec::new();
    for o in &options {
        let amount = received_of(o.id).map_or(Money::ZERO, |r| r.amount);
        let is_first_cash = o.is_cash && !methods.iter().any(|m| m.is_cash);
        let (refunded_amount, debts) = (refunded(o.id), collections(o.id));
        let (received, refunds, collections, expected) = match (o.is_cash, is_first_cash) {
            (true, true) => (cash_received, refunds, cash_collected, cash.expected),
            (true, false) => continue,
            (false, _) if o.is_credit() => (amount, refunded_amount, Money::ZERO, Money::ZERO),
            (false, _) => (amount, refunded_amount, debts, amount - refunded_amount + debts),
        };
        let is_used = [amount, refunded_amount, debts].iter().any(|a| !a.is_zero());
        if is_first_cash || is_used || (o.status.is_active() && !o.is_credit()) {
            let (payment_option_id, name, is_cash) = (o.id, o.name.clone(), o.is_cash);
            let method = MethodBalance { payment_option_id, name, is_cash, received, refunds, collections, expected };
            if o.is_credit() { credit.push(method) } else { methods.push(method) }
        }
    }
    methods.sort_by_key(|m| !m.is_cash);
    Ok(ExpectedBalances { methods, credit, cash })
}
