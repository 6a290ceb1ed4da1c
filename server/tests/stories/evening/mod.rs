//! A whole evening at once: ten waiters and three tills at twelve tables, over bad wireless, for a thousand orders. Whatever
//! happened on the way, at the end what people remember, what was printed, what was billed, what lies in the drawers and what
//! the office reads are the same evening.
//!
//! Another story takes turns at few tables, and looks after each step whether accounts still come to what was paid of them.
//!
//! Everybody decides by dice of a seed that a failure names; `EVENING_SEED=… cargo test -p comanda --test stories evening`
//! gives the same people the same choices again. Who comes first at a lock is the machine's own.

mod by_turns;
mod checks;
mod cook;
mod day;
pub mod dice;
mod dishes;
mod haggle;
mod last_guests;
mod rearrange;
mod regrets;
mod restaurant;
mod till;
mod waiter;
mod wire;

use crate::on_both_databases;
use futures::future::join_all;
use restaurant::Evening;
use std::sync::Arc;
use till::Till;
use tokio::sync::{Mutex, mpsc};
use waiter::Waiter;

const WAITERS: usize = 10;
const TILLS: usize = 3;
/// Sends to the kitchen, in all.
const ORDERS: usize = 1_000;
/// Accounts that are split in every way.
const SPLIT: usize = 100;
/// So few that guests keep joining each other, and turns at them.
const FEW_TABLES: usize = 3;
const STEPS: usize = 250;

on_both_databases! {
    async fn of_a_thousand_orders_nothing_is_lost_or_doubled(evening: Evening) {
        let evening = Arc::new(evening);
        let mut tills = work(&evening).await;
        last_guests::leave(&evening, &mut tills).await;
        checks::compare(&evening, &mut tills).await;
        checks::it_was_an_evening(&evening);
    }

    async fn however_accounts_are_haggled_over_and_split_the_parts_are_the_whole(evening: Evening) {
        let evening = Arc::new(evening);
        let mut tills = vec![Till::open(&evening, 0).await, Till::open(&evening, 1).await];
        for _ in 0..SPLIT {
            let account = tills[0].order_over_the_counter().await.unwrap();
            while tills[0].wire.dice.percent(65) {
                tills[0].haggle(account).await;
            }
            // Sometimes something is ordered, or haggled over, after the first part was paid.
            while tills[0].collect_once(account).await {
                if tills[0].wire.dice.percent(10) {
                    tills[0].haggle(account).await;
                }
            }
        }
        last_guests::leave(&evening, &mut tills).await;
        checks::compare(&evening, &mut tills).await;
    }

    async fn after_each_step_no_account_is_paid_more_than_it_comes_to(evening: Evening) {
        let mut evening = evening;
        evening.tables.truncate(FEW_TABLES);
        let evening = Arc::new(evening);
        let mut tills = by_turns::take(&evening, STEPS).await;
        last_guests::leave(&evening, &mut tills).await;
        checks::compare(&evening, &mut tills).await;
    }
}

/// Serves until every waiter has sent their part and every bill that was asked for is brought.
async fn work(evening: &Arc<Evening>) -> Vec<Till> {
    let (bills, asked) = mpsc::unbounded_channel();
    let asked = Arc::new(Mutex::new(asked));
    let mut tills = Vec::new();
    for number in 0..TILLS {
        let till = Till::open(evening, number).await;
        tills.push(tokio::spawn(till.collect_while_asked(asked.clone())));
    }
    let mut waiters = Vec::new();
    for number in 0..WAITERS {
        let waiter = Waiter::arrive(evening, number, bills.clone()).await;
        waiters.push(tokio::spawn(waiter.serve(ORDERS / WAITERS)));
    }
    let cook = tokio::spawn(cook::work(evening.clone(), bills.downgrade()));
    drop(bills);
    for waiter in join_all(waiters).await {
        waiter.unwrap();
    }
    cook.await.unwrap();
    join_all(tills).await.into_iter().map(|till| till.unwrap()).collect()
}
