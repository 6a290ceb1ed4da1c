//! Inserts past cash cycles with their counts and expenses.

use crate::demo::{
    past::{PastCashCycle, PastSale, SeedContext},
    store::bulk::{insert_rows, insert_rows_returning_ids},
};
use chrono::Duration;
use comanda_base::{
    args,
    db::{Arg, Tx},
    error::Result,
    money::Money,
};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

const CASH: &str = "Efectivo";
/// The notes and coins in céntimos, the largest first.
const PIECES: [i64; 11] = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10];

/// Inserts the cycles and returns their ids.
pub(in crate::demo::past) async fn insert_all(
    tx: &mut Tx,
    scene: &SeedContext<'_>,
    cash_cycles: &[PastCashCycle],
    sales: &[PastSale<'_>],
) -> Result<Vec<i64>> {
    let turns: Vec<(String, i64)> = tx.query("SELECT name, id FROM turns").all().await?;
    let turns: HashMap<String, i64> = turns.into_iter().collect();
    let options: Vec<(String,)> = tx.query("SELECT name FROM payment_options").all().await?;
    let mut expected =
        vec![options.into_iter().map(|o| (o.0, Money::ZERO)).collect::<BTreeMap<_, _>>(); cash_cycles.len()];
    for sale in sales {
        for payment in &sale.payments {
            *expected[sale.cash_cycle].entry(payment.option.into()).or_default() += payment.amount;
        }
    }
    for (cash_cycle, expected) in cash_cycles.iter().zip(&mut expected) {
        let spent = cash_cycle.expense.map_or(Money::ZERO, |e| e.1);
        *expected.entry(CASH.into()).or_default() += cash_cycle.open_amount - spent;
    }
    let ids = insert_cycles(tx, scene, cash_cycles, &turns, &expected).await?;
    insert_movements(tx, scene, cash_cycles, &ids).await?;
    insert_counts(tx, scene, cash_cycles, &ids, &expected).await?;
    Ok(ids)
}

async fn insert_cycles(
    tx: &mut Tx,
    scene: &SeedContext<'_>,
    cash_cycles: &[PastCashCycle],
    turns: &HashMap<String, i64>,
    expected: &[BTreeMap<String, Money>],
) -> Result<Vec<i64>> {
    let row = |(s, expected): (&PastCashCycle, &BTreeMap<String, Money>)| -> [Arg; 13] {
        let not_negative = |amount: Money| if amount.is_negative() { Money::ZERO } else { amount };
        args![
            scene.seeded.cashbox,
            turns[s.turn],
            scene.seeded.cashier(),
            "CLOSED",
            s.day,
            s.open_amount,
            expected[CASH] + s.difference,
            s.opened,
            s.closed,
            s.difference,
            (!s.difference.is_zero()).then_some("Vuelto"),
            not_negative(-s.difference),
            not_negative(s.difference),
        ]
    };
    let statement =
        "INSERT INTO cashbox_cycles (cashbox_id, turn_id, user_id, status, business_day, open_amount, close_amount,
                    opened_at, closed_at, difference, difference_reason, short, over) VALUES";
    insert_rows_returning_ids(tx, statement, cash_cycles.iter().zip(expected).map(row).collect()).await
}

async fn insert_movements(
    tx: &mut Tx,
    scene: &SeedContext<'_>,
    cash_cycles: &[PastCashCycle],
    ids: &[i64],
) -> Result<()> {
    let spent = cash_cycles.iter().zip(ids).filter_map(|(s, id)| s.expense.map(|e| (s, id, e)));
    let rows = spent.map(|(s, id, (motive, amount))| {
        let at = s.opened + Duration::minutes(35);
        args![*id, scene.seeded.cashbox, "EXPENSE", amount, "Jorge Benavides", motive, scene.seeded.cashier(), at]
    });
    let statement =
        "INSERT INTO cash_movements (cycle_id, cashbox_id, movement_type, amount, receipt_by, motive, user_id,
                    movement_date) VALUES";
    insert_rows(tx, statement, rows.collect()).await
}

async fn insert_counts(
    tx: &mut Tx,
    scene: &SeedContext<'_>,
    cash_cycles: &[PastCashCycle],
    ids: &[i64],
    expected: &[BTreeMap<String, Money>],
) -> Result<()> {
    let row = |((s, id), expected): ((&PastCashCycle, &i64), &BTreeMap<String, Money>)| -> [Arg; 8] {
        let mut counted = expected.clone();
        let cash = expected[CASH] + s.difference;
        counted.insert(CASH.into(), cash);
        args![
            *id,
            1,
            scene.seeded.cashier(),
            s.closed,
            json!(denominations(cash)),
            json!(counted),
            json!(expected),
            s.difference
        ]
    };
    let statement = "INSERT INTO cash_counts (cycle_id, version, counted_by, counted_at, denominations, counted, expected, difference)
                VALUES";
    insert_rows(tx, statement, cash_cycles.iter().zip(ids).zip(expected).map(row).collect()).await
}

/// Returns the fewest notes and coins that make an amount.
fn denominations(amount: Money) -> BTreeMap<String, String> {
    let mut remaining = amount.millionths() / comanda_base::money::CENTIMO;
    let mut pieces = BTreeMap::new();
    for piece in PIECES {
        if remaining >= piece {
            pieces.insert(Money::centimos(piece).to_string(), (remaining / piece).to_string());
            remaining %= piece;
        }
    }
    pieces
}
