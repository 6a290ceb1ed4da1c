//! All SQL of `sales_goals`.

use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    money::Money,
};

/// Finds the goal in force in the month that begins on `month`: that of the latest month up to it, unless that one ended the goals.
pub(super) async fn find_goal_in_force(tx: &mut Tx, month: NaiveDate) -> db::Result<Option<Money>> {
    let latest: Option<(Money,)> = tx
        .query("SELECT amount FROM sales_goals WHERE month <= $1 ORDER BY month DESC LIMIT 1")
        .bind(month)
        .maybe()
        .await?;
    Ok(latest.map(|(amount,)| amount).filter(|amount| !amount.is_zero()))
}

/// Finds the amount set for the month itself: zero where it ended the goals, `None` where nothing was set for it.
pub(super) async fn find_goal_set_for(tx: &mut Tx, month: NaiveDate) -> db::Result<Option<Money>> {
    let row: Option<(Money,)> = tx.query("SELECT amount FROM sales_goals WHERE month = $1").bind(month).maybe().await?;
    Ok(row.map(|(amount,)| amount))
}

/// Saves the goal from a month on, replacing one of the same month.
pub(super) async fn save_goal(tx: &mut Tx, month: NaiveDate, amount: Money) -> db::Result<()> {
    tx.query(
        "INSERT INTO sales_goals (month, amount) VALUES ($1, $2) ON CONFLICT (month) DO UPDATE SET amount = excluded.amount",
    )
    .bind(month)
    .bind(amount)
    .run()
    .await
    .map(drop)
}
