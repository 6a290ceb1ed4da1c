//! A waiter and two tills take turns at a few tables, in random order: ordering, dismissing, adjusting, moving, joining, collecting and
//! refunding. Nothing happens at once, so the step after which an account is wrong is the one to blame.

use super::{checks::not_as_paid, random::Random, restaurant::Evening, till::Till, waiter::Waiter};
use std::{collections::VecDeque, sync::Arc};
use tokio::sync::mpsc;

/// The person number of the random choices of whose turn it is.
const NOBODY: usize = 99;
/// The number of accounts that are still checked after they were paid.
const REMEMBERED: usize = 6;

/// Takes this many turns; fails after the first one whose accounts do not agree with their payments.
pub async fn take(evening: &Arc<Evening>, steps: usize) -> Vec<Till> {
    let (bills, _nobody_collects) = mpsc::unbounded_channel();
    let mut waiter = Waiter::arrive(evening, 0, bills).await;
    let mut tills = vec![Till::open(evening, 0).await, Till::open(evening, 1).await];
    let mut random = Random::for_person(evening.seed, NOBODY);
    let mut lately: VecDeque<i64> = VecDeque::new();
    let mut turns: Vec<String> = Vec::new();
    for _ in 0..steps {
        let table = random.below(evening.tables.len());
        let Some(account) = waiter.account_at(table).await else { continue };
        if !lately.contains(&account) {
            lately.push_back(account);
        }
        if lately.len() > REMEMBERED {
            lately.pop_front();
        }
        let till = &mut tills[random.below(2)];
        let (what, about) = turn(&mut random, &mut waiter, till, (table, account), &lately).await;
        turns.push(format!("{what} {about}"));
        assert_accounts_agree(evening, till, &lately, &turns).await;
    }
    tills
}

/// Takes one turn; returns what it was, and about which account.
async fn turn(
    random: &mut Random,
    waiter: &mut Waiter,
    till: &mut Till,
    (table, account): (usize, i64),
    lately: &VecDeque<i64>,
) -> (&'static str, i64) {
    let recent = lately[random.below(lately.len())];
    match random.below(100) {
        0..24 => {
            waiter.order(table, account).await;
            ("order", account)
        }
        24..28 => {
            waiter.fire(account).await;
            ("fire", account)
        }
        28..33 => {
            waiter.draft(table, account).await;
            ("draft", account)
        }
        33..40 => {
            waiter.dismiss(account).await;
            ("dismiss", account)
        }
        40..49 => {
            waiter.rearrange(table, account).await;
            ("rearrange", account)
        }
        49..63 => {
            till.adjust_account(account).await;
            ("haggle", account)
        }
        63..71 => {
            till.change_adjustment(account).await;
            ("think again", account)
        }
        71..86 => {
            till.collect_once(account).await;
            ("collect", account)
        }
        86..89 => {
            till.assign(account).await;
            ("assign", account)
        }
        _ => {
            till.refund_some_payment(recent).await;
            ("regret", recent)
        }
    }
}

async fn assert_accounts_agree(evening: &Evening, till: &Till, accounts: &VecDeque<i64>, turns: &[String]) {
    let mut tx = evening.house.db().read().await.unwrap();
    for account in accounts {
        let wrong = not_as_paid(till, &mut tx, *account).await;
        let steps = &turns[turns.len().saturating_sub(40)..];
        assert!(wrong.is_empty(), "EVENING_SEED={} after {}:\n{}", evening.seed, steps.join(", "), wrong.join("\n"));
    }
}
