//! Single cycles, with what went through each and what each differed by.

use super::report::{CashCycle, CashSums, MethodDifference};
use crate::reports::store::{self, CycleOfSpan, WantedCycles};
use comanda_base::{db::Tx, error::Result, ids::CycleId, money::Money};
use comanda_ledgers::figures::{self, WantedMoney};
use comanda_masterdata::payment_options::{self, PaymentOption};
use comanda_till::cash::{self, ByMethod, CycleStatus};
use std::collections::HashMap;

/// Cash cycles with what went through each, in the order in which they were found.
pub(super) async fn with_sums(tx: &mut Tx, found: Vec<CycleOfSpan>, wanted: WantedCycles) -> Result<Vec<CashCycle>> {
    let options = payment_options::payment_options(tx).await?;
    let mut sums = moved(tx, wanted, &options).await?;
    let differing: Vec<CycleId> = found.iter().filter(|row| differs(row)).map(|row| row.id).collect();
    let mut differences = cash::differences(tx, &differing).await?;
    let mut complete = |row: CycleOfSpan| {
        let differences = by_method(differences.remove(&row.id).unwrap_or_default(), &options);
        cycle(sums.remove(&row.id).unwrap_or_default(), differences, row)
    };
    Ok(found.into_iter().map(&mut complete).collect())
}

/// The sums that went through a cycle, in cash or otherwise; sales on credit are in neither.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct CycleSums {
    /// Less change.
    received: Money,
    refunds: Money,
    collections: Money,
    entries: Money,
    expenses: Money,
}

/// Adds up by cycle what went through it otherwise, and in cash.
async fn moved(
    tx: &mut Tx,
    wanted: WantedCycles,
    options: &[PaymentOption],
) -> Result<HashMap<CycleId, [CycleSums; 2]>> {
    let mut sums: HashMap<CycleId, [CycleSums; 2]> = HashMap::new();
    for money in figures::money_in(tx, &WantedMoney::of_cycles(wanted.days, wanted.cashbox)).await? {
        let option = options.iter().find(|option| option.id == money.payment_option_id && !option.is_credit());
        let Some(option) = option else { continue };
        let sum = &mut sums.entry(money.cycle_id).or_default()[usize::from(option.is_cash)];
        sum.received += money.received;
        sum.refunds += money.refunds;
        sum.collections += money.collections;
    }
    for (cycle, entries, expenses) in store::movements_of_cycles(tx, wanted).await? {
        let [_, cash] = sums.entry(cycle).or_default();
        (cash.entries, cash.expenses) = (entries, expenses);
    }
    Ok(sums)
}

/// Whether it was closed with a difference in any way to pay.
fn differs(row: &CycleOfSpan) -> bool {
    [row.short, row.over].into_iter().flatten().any(|amount| !amount.is_zero())
}

/// Those that are any, by the names that ways to pay had when they were counted.
fn by_method(differences: ByMethod, options: &[PaymentOption]) -> Vec<MethodDifference> {
    let is_cash = |name: &String| options.iter().any(|option| option.is_cash && option.name == *name);
    let differing = differences.into_iter().filter(|(_, amount)| !amount.is_zero());
    differing.map(|(name, amount)| MethodDifference { is_cash: is_cash(&name), name, amount }).collect()
}

fn cycle([others, cash]: [CycleSums; 2], differences: Vec<MethodDifference>, row: CycleOfSpan) -> CashCycle {
    let inside = cash.received - cash.refunds + cash.collections + cash.entries - cash.expenses;
    let expected = row.open_amount + inside;
    let counted = row.close_amount.filter(|_| row.status == CycleStatus::Closed);
    CashCycle {
        id: row.id,
        business_day: row.business_day,
        cashbox_id: row.cashbox_id,
        cashbox_name: row.cashbox_name,
        turn_name: row.turn_name,
        user_id: row.user_id,
        user_name: row.user_name,
        approver_name: row.approver_name,
        status: row.status,
        opened_at: row.opened_at,
        left_before: row.left_before,
        closed_at: row.closed_at,
        difference_reason: row.difference_reason,
        to_review: row.to_review,
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
    }
}
