//! Counts against sales: per 100 of somebody's own, and how often the usual of the same post. Pure.

use super::acts::{ActKind, CancellationAct};
use comanda_base::{
    ids::UserId,
    money::{Quantity, SCALE, div_round},
    words::words,
};
use comanda_platform::use_case::Role;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A number stands out from so often the usual, and from so many cases.
const TIMES: i64 = 2;
const CASES: i64 = 10;

words!(
    /// What somebody does: only they are compared who do the same.
    Post {
        Waiter = "WAITER",
        Cashier = "CASHIER",
        /// Who supervises or manages.
        Office = "OFFICE",
    }
);

impl Post {
    pub(super) fn of(role_id: i64) -> Self {
        match Role::from_id(role_id) {
            Some(Role::Waiter) => Self::Waiter,
            Some(Role::Cashier) => Self::Cashier,
            _ => Self::Office,
        }
    }
}

/// How often something was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActRate {
    pub kind: ActKind,
    pub count: i64,
    /// For each 100 sales; null without sales.
    pub rate: Option<Quantity>,
    /// As a multiple of the post's rate, to a tenth; null where the post has none.
    pub times: Option<Quantity>,
    /// More than twice the post's rate, and ten cases at least.
    pub stands_out: bool,
}

/// Somebody, with what they did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PersonRates {
    pub user_id: UserId,
    pub name: String,
    pub post: Post,
    /// Accounts that a waiter attended; documents that anybody else collected.
    pub sales: i64,
    pub rates: Vec<ActRate>,
}

/// All of a post, or of the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GroupRates {
    /// Null: the house.
    pub post: Option<Post>,
    pub sales: i64,
    pub rates: Vec<ActRate>,
}

/// Somebody who sold or did any of it.
#[derive(Debug, Clone)]
pub(super) struct Somebody {
    pub user_id: UserId,
    pub name: String,
    pub post: Post,
    pub sales: i64,
}

/// Everybody against their post; `sales` are the house's.
pub(super) fn rates(
    everybody: Vec<Somebody>,
    acts: &[CancellationAct],
    sales: i64,
) -> (Vec<PersonRates>, Vec<GroupRates>) {
    let mut counts = BTreeMap::<(UserId, ActKind), i64>::new();
    for act in acts {
        *counts.entry((act.user_id, act.kind)).or_default() += 1;
    }
    let count = |user: UserId, kind: ActKind| counts.get(&(user, kind)).copied().unwrap_or_default();
    let group = |post: Option<Post>, sales: i64| {
        let of_post = |kind| {
            let members = everybody.iter().filter(|s| post.is_none_or(|post| post == s.post));
            members.map(|s| count(s.user_id, kind)).sum()
        };
        let rate = |kind| plain(kind, of_post(kind), sales);
        GroupRates { post, sales, rates: ActKind::ALL.map(rate).to_vec() }
    };
    let posts = [Post::Waiter, Post::Cashier, Post::Office];
    let sales_of = |post: Post| everybody.iter().filter(|s| s.post == post).map(|s| s.sales).sum();
    let groups: Vec<GroupRates> = posts
        .into_iter()
        .map(|post| group(Some(post), sales_of(post)))
        .filter(|group| group.sales > 0 || group.rates.iter().any(|rate| rate.count > 0))
        .chain([group(None, sales)])
        .collect();
    let usual = |post: Post, kind: ActKind| {
        let of = groups.iter().find(|group| group.post == Some(post));
        let rate = of.and_then(|group| group.rates.iter().find(|rate| rate.kind == kind));
        (rate.map_or(0, |rate| rate.count), of.map_or(0, |group| group.sales))
    };
    let mut people: Vec<PersonRates> = everybody
        .iter()
        .map(|s| PersonRates {
            user_id: s.user_id,
            name: s.name.clone(),
            post: s.post,
            sales: s.sales,
            rates: ActKind::ALL
                .map(|kind| compared(kind, (count(s.user_id, kind), s.sales), usual(s.post, kind)))
                .to_vec(),
        })
        .collect();
    people.sort_by(|a, b| (a.post, b.sales, &a.name).cmp(&(b.post, a.sales, &b.name)));
    (people, groups)
}

/// `part` of `whole`, so often a hundred or one, to a tenth.
fn ratio(part: i64, whole: i64, hundred: i64) -> Option<Quantity> {
    let tenths = (whole > 0).then(|| div_round(i128::from(part) * i128::from(hundred) * 10, i128::from(whole)))?;
    i64::try_from(tenths).ok()?.checked_mul(SCALE / 10).map(Quantity::from_millionths)
}

fn plain(kind: ActKind, count: i64, sales: i64) -> ActRate {
    ActRate { kind, count, rate: ratio(count, sales, 100), times: None, stands_out: false }
}

fn compared(kind: ActKind, (count, sales): (i64, i64), (usual, of): (i64, i64)) -> ActRate {
    // (count / sales) / (usual / of)
    let (own, all) = (count.saturating_mul(of), sales.saturating_mul(usual));
    let stands_out = count >= CASES && sales > 0 && own > all.saturating_mul(TIMES);
    ActRate { times: ratio(own, all, 1), stands_out, ..plain(kind, count, sales) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The picture's waiters: lines that were made already, and accounts.
    const WAITERS: [(i64, i64); 5] = [(6, 672), (5, 604), (4, 531), (17, 462), (3, 348)];

    #[test]
    fn an_odd_number_stands_out_and_a_few_cases_do_not() {
        let (all, sales): (i64, i64) = WAITERS.iter().fold((0, 0), |(a, s), (count, own)| (a + count, s + own));
        assert_eq!((all, sales), (35, 2617));
        let found: Vec<ActRate> = WAITERS.iter().map(|own| compared(ActKind::LineMade, *own, (all, sales))).collect();
        let rates: Vec<String> = found.iter().map(|rate| rate.rate.unwrap().to_string()).collect();
        assert_eq!(rates, ["0.9", "0.8", "0.8", "3.7", "0.9"]);
        let out: Vec<bool> = found.iter().map(|rate| rate.stands_out).collect();
        assert_eq!(out, [false, false, false, true, false]);
        assert_eq!(found[3].times.unwrap().to_string(), "2.8");
        // Nine of ten sales, all by one person: too few to say anything.
        assert!(!compared(ActKind::LineMade, (9, 10), (9, 1000)).stands_out);
        // Somebody who sold nothing has no rate.
        let nothing = compared(ActKind::Drawer, (12, 0), (12, 100));
        assert_eq!((nothing.rate, nothing.times, nothing.stands_out), (None, None, false));
    }
}
