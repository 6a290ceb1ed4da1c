//! A whole evening at once: ten waiters and three tills at twelve tables, over bad wireless, for a thousand orders. At the end what people
//! remember, what was printed, what was billed, what lies in the drawers and what the office reads must agree, whatever happened on the
//! way. Another story takes turns at few tables, and checks after each step whether accounts still come to what was paid of them. Everybody
//! chooses at random, by a seed that a failure names; `EVENING_SEED=… cargo test -p comanda --test stories evening` repeats the same
//! choices. Only the order in which they get a lock varies by machine.

mod adjusting;
mod by_turns;
mod checks;
mod choices;
mod closing_time;
mod cook;
mod courses;
mod day;
mod dishes;
pub mod random;
mod rearrange;
mod refunds;
mod restaurant;
mod screen;
mod till;
mod waiter;

use crate::on_both_databases;
use futures::future::join_all;
use restaurant::Evening;
use std::sync::Arc;
use till::Till;
use tokio::sync::{Mutex, mpsc};
use waiter::Waiter;

const WAITERS: usize = 10;
const TILLS: usize = 3;
/// The number of sends to the kitchen, in total.
const ORDERS: usize = 1_000;
/// The number of accounts that are split in every way.
const SPLIT: usize = 100;
/// So few tables that guests keep joining each other, and the number of turns at them.
const FEW_TABLES: usize = 3;
const STEPS: usize = 250;

on_both_databases! {
    async fn of_a_thousand_orders_nothing_is_lost_or_doubled(evening: Evening) {
        let evening = Arc::new(evening);
        let mut tills = serve_all_orders(&evening).await;
        closing_time::collect_all(&evening, &mut tills).await;
        checks::compare(&evening, &mut tills).await;
        checks::assert_much_happened(&evening);
    }

    async fn however_accounts_are_adjusted_and_split_the_parts_are_the_whole(evening: Evening) {
        let evening = Arc::new(evening);
        let mut tills = vec![Till::open(&evening, 0).await, Till::open(&evening, 1).await];
        for _ in 0..SPLIT {
            let account = tills[0].order_over_the_counter().await.unwrap();
            while tills[0].screen.random.percent(65) {
                tills[0].adjust_account(account).await;
            }
            // Sometimes something is ordered, or adjusted, after the first part was paid.
            while tills[0].collect_once(account).await {
                if tills[0].screen.random.percent(10) {
                    tills[0].adjust_account(account).await;
                }
            }
        }
        closing_time::collect_all(&evening, &mut tills).await;
        checks::compare(&evening, &mut tills).await;
    }

    async fn after_each_step_no_account_is_paid_more_than_it_comes_to(evening: Evening) {
        let mut evening = evening;
        evening.tables.truncate(FEW_TABLES);
        let evening = Arc::new(evening);
        let mut tills = by_turns::take(&evening, STEPS).await;
        closing_time::collect_all(&evening, &mut tills).await;
        checks::compare(&evening, &mut tills).await;
    }
}

/// Serves until every waiter has sent their part and every requested bill has been brought.
async fn serve_all_orders(evening: &Arc<Evening>) -> Vec<Till> {
    let (bills, requested_bills) = mpsc::unbounded_channel();
    let requested_bills = Arc::new(Mutex::new(requested_bills));
    let mut tills = Vec::new();
    for number in 0..TILLS {
        let till = Till::open(evening, number).await;
        tills.push(tokio::spawn(till.collect_while_asked(requested_bills.clone())));
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
