//! Single cash cycles with their sums and differences.

use super::report::{CashCycle, CashSums, MethodDifference};
use crate::reports::store::{self, CycleQuery, StoredCycle};
use comanda_base::{db::Tx, error::Result, ids::CycleId, money::Money};
use comanda_ledgers::figures::{self, MoneyFilter};
use comanda_masterdata::payment_options::{self, PaymentOption};
use comanda_till::cash::{self, ByMethod, CycleStatus};
use std::collections::HashMap;

/// Completes cash cycles with their sums and differences, in the given order.
pub(super) async fn complete_cycles(
    tx: &mut Tx,
    found: Vec<StoredCycle>,
    criteria: CycleQuery,
) -> Result<Vec<CashCycle>> {
    let options = payment_options::list_payment_options(tx).await?;
    let mut sums = load_cycle_sums(tx, criteria, &options).await?;
    let differing: Vec<CycleId> = found.iter().filter(|row| has_difference(row)).map(|row| row.cycle.id).collect();
    let mut differences = cash::load_differences(tx, &differing).await?;
    let mut complete = |row: StoredCycle| {
        let differences = method_differences(differences.remove(&row.cycle.id).unwrap_or_default(), &options);
        build_cycle(sums.remove(&row.cycle.id).unwrap_or_default(), differences, row)
    };
    Ok(found.into_iter().map(&mut complete).collect())
}

/// The sums of a cycle, either in cash or in other methods; neither includes sales on credit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct CycleSums {
    /// Money received, less change.
    received: Money,
    refunds: Money,
    collections: Money,
    entries: Money,
    expenses: Money,
}

/// Loads the sums of each cycle: those of other methods, then those in cash.
async fn load_cycle_sums(
    tx: &mut Tx,
    criteria: CycleQuery,
    options: &[PaymentOption],
) -> Result<HashMap<CycleId, [CycleSums; 2]>> {
    let mut sums: HashMap<CycleId, [CycleSums; 2]> = HashMap::new();
    for money in figures::load_received_money(tx, &MoneyFilter::for_cycles(criteria.days, criteria.cashbox)).await? {
        let option = options.iter().find(|option| option.id == money.payment_option_id && !option.is_credit());
        let Some(option) = option else { continue };
        let sum = &mut sums.entry(money.cycle_id).or_default()[usize::from(option.is_cash)];
        sum.received += money.received;
        sum.refunds += money.refunds;
        sum.collections += money.collections;
    }
    for (cycle, entries, expenses) in store::sum_cycle_movements(tx, criteria).await? {
        let [_, cash] = sums.entry(cycle).or_default();
        (cash.entries, cash.expenses) = (entries, expenses);
    }
    Ok(sums)
}

/// Whether the cycle was closed with a difference in any payment method.
fn has_difference(row: &StoredCycle) -> bool {
    [row.short, row.over].into_iter().flatten().any(|amount| !amount.is_zero())
}

/// Returns the non-zero differences, by the names that payment methods had when they were counted.
fn method_differences(differences: ByMethod, options: &[PaymentOption]) -> Vec<MethodDifference> {
    let is_cash = |name: &String| options.iter().any(|option| option.is_cash && option.name == *name);
    let differing = differences.into_iter().filter(|(_, amount)| !amount.is_zero());
    differing.map(|(name, amount)| MethodDifference { is_cash: is_cash(&name), name, amount }).collect()
}

fn build_cycle([others, cash]: [CycleSums; 2], differences: Vec<MethodDifference>, row: StoredCycle) -> CashCycle {
    let net_movement = cash.received - cash.refunds + cash.collections + cash.entries - cash.expenses;
    let expected = row.open_amount + net_movement;
    let counted = row.close_amount.filter(|_| row.cycle.status == CycleStatus::Closed);
    CashCycle {
        differences,
        sums: CashSums {
            opening: row.open_amount,
            cash: cash.received,
            refunds: cash.refunds,
            collections: cash.collections,
            entries: cash.entries,
            expenses: cash.expenses,
            expected,
            counted,
            others: others.received - others.refunds + others.collections,
            short: row.short.unwrap_or_default(),
            over: row.over.unwrap_or_default(),
        },
        ..row.cycle
    }
}
