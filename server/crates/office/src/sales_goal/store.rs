//! All SQL of the goals.

use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    money::Money,
};

/// What holds in the month that begins on a day: the goal of the latest month up to it, unless that one ended them.
pub(super) async fn held_in(tx: &mut Tx, month: NaiveDate) -> db::Result<Option<Money>> {
    let latest: Option<(Money,)> = tx
        .query("SELECT amount FROM sales_goals WHERE month <= $1 ORDER BY month DESC LIMIT 1")
        .bind(month)
        .maybe()
        .await?;
    Ok(latest.map(|(amount,)| amount).filter(|amount| !amount.is_zero()))
}

/// What was set for the month that begins on a day itself, zero where it ended the goals; none where nothing was set for it.
pub(super) async fn set_for(tx: &mut Tx, month: NaiveDate) -> db::Result<Option<Money>> {
    let own: Option<(Money,)> = tx.query("SELECT amount FROM sales_goals WHERE month = $1").bind(month).maybe().await?;
    Ok(own.map(|(amount,)| amount))
}

/// Keeps what holds from a month on, in place of what was set for the same month.
pub(super) async fn save(tx: &mut Tx, month: NaiveDate, amount: Money) -> db::Result<()> {
    tx.query(
        "INSERT INTO sales_goals (month, amount) VALUES ($1, $2) ON CONFLICT (month) DO UPDATE SET amount = excluded.amount",
    )
    .bind(month)
    .bind(amount)
    .run()
    .await
    .map(drop)
}
