//! Rates of acts: per 100 of a person's own sales, and as a multiple of the rate of the same post. Pure.

use super::acts::{ActKind, CancellationAct};
use comanda_base::{
    ids::UserId,
    money::{Quantity, SCALE, div_round},
    words::text_enum,
};
use comanda_platform::use_case::Role;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A number stands out above this multiple of the post's rate, and (`MIN_NOTABLE_CASES`) from this number of cases.
const NOTABLE_MULTIPLE: i64 = 2;
const MIN_NOTABLE_CASES: i64 = 10;

text_enum!(
    /// A person's post; only people of the same post are compared.
    Post {
        Waiter = "WAITER",
        Cashier = "CASHIER",
        /// Supervisors and managers.
        Office = "OFFICE",
    }
);

impl Post {
    pub(super) fn for_role(role_id: i64) -> Self {
        match Role::from_id(role_id) {
            Some(Role::Waiter) => Self::Waiter,
            Some(Role::Cashier) => Self::Cashier,
            _ => Self::Office,
        }
    }
}

/// The frequency of one kind of act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActRate {
    pub kind: ActKind,
    pub count: i64,
    /// Acts per 100 sales; null without sales.
    pub rate: Option<Quantity>,
    /// The rate as a multiple of the post's rate, to a tenth; null where the post has none.
    pub times: Option<Quantity>,
    /// Whether the rate is more than twice the post's, with at least ten cases.
    pub stands_out: bool,
}

/// The rates of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PersonRates {
    pub user_id: UserId,
    pub name: String,
    pub post: Post,
    /// The accounts that a waiter attended, or the documents that anybody else collected.
    pub sales: i64,
    pub rates: Vec<ActRate>,
}

/// The rates of a post, or of the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GroupRates {
    /// Null for the house.
    pub post: Option<Post>,
    pub sales: i64,
    pub rates: Vec<ActRate>,
}

/// A person with sales or acts.
#[derive(Debug, Clone)]
pub(super) struct Person {
    pub user_id: UserId,
    pub name: String,
    pub post: Post,
    pub sales: i64,
}

/// Computes the rates of all people against their post; `sales` are the house's.
pub(super) fn compute_rates(
    everybody: Vec<Person>,
    acts: &[CancellationAct],
    sales: i64,
) -> (Vec<PersonRates>, Vec<GroupRates>) {
    let mut counts = BTreeMap::<(UserId, ActKind), i64>::new();
    for act in acts {
        *counts.entry((act.user_id, act.kind)).or_default() += 1;
    }
    let count = |user: UserId, kind: ActKind| counts.get(&(user, kind)).copied().unwrap_or_default();
    let group = |post: Option<Post>, sales: i64| {
        let post_count = |kind| {
            let members = everybody.iter().filter(|s| post.is_none_or(|post| post == s.post));
            members.map(|s| count(s.user_id, kind)).sum()
        };
        let rate = |kind| own_rate(kind, post_count(kind), sales);
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
        let post_group = groups.iter().find(|group| group.post == Some(post));
        let rate = post_group.and_then(|group| group.rates.iter().find(|rate| rate.kind == kind));
        (rate.map_or(0, |rate| rate.count), post_group.map_or(0, |group| group.sales))
    };
    let mut people: Vec<PersonRates> = everybody
        .iter()
        .map(|s| PersonRates {
            user_id: s.user_id,
            name: s.name.clone(),
            post: s.post,
            sales: s.sales,
            rates: ActKind::ALL
                .map(|kind| compared_rate(kind, (count(s.user_id, kind), s.sales), usual(s.post, kind)))
                .to_vec(),
        })
        .collect();
    people.sort_by(|a, b| (a.post, b.sales, &a.name).cmp(&(b.post, a.sales, &b.name)));
    (people, groups)
}

/// Returns `part / whole` times `hundred` (100 or 1), rounded to a tenth; `None` where `whole` is zero.
fn ratio(part: i64, whole: i64, factor: i64) -> Option<Quantity> {
    let tenths = (whole > 0).then(|| div_round(i128::from(part) * i128::from(factor) * 10, i128::from(whole)))?;
    i64::try_from(tenths).ok()?.checked_mul(SCALE / 10).map(Quantity::from_millionths)
}

fn own_rate(kind: ActKind, count: i64, sales: i64) -> ActRate {
    ActRate { kind, count, rate: ratio(count, sales, 100), times: None, stands_out: false }
}

fn compared_rate(kind: ActKind, (count, sales): (i64, i64), (usual, usual_sales): (i64, i64)) -> ActRate {
    // (count / sales) / (usual / usual_sales)
    let (own_scaled, all) = (count.saturating_mul(usual_sales), sales.saturating_mul(usual));
    let stands_out = count >= MIN_NOTABLE_CASES && sales > 0 && own_scaled > all.saturating_mul(NOTABLE_MULTIPLE);
    ActRate { times: ratio(own_scaled, all, 1), stands_out, ..own_rate(kind, count, sales) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The waiters of the mockup: lines taken off after they were made, and accounts.
    const WAITERS: [(i64, i64); 5] = [(6, 672), (5, 604), (4, 531), (17, 462), (3, 348)];

    #[test]
    fn an_odd_number_stands_out_and_a_few_cases_do_not() {
        let (all, sales): (i64, i64) =
            WAITERS.iter().fold((0, 0), |(a, s), (count, own_sales)| (a + count, s + own_sales));
        assert_eq!((all, sales), (35, 2617));
        let found: Vec<ActRate> =
            WAITERS.iter().map(|waiter| compared_rate(ActKind::LineMade, *waiter, (all, sales))).collect();
        let rates: Vec<String> = found.iter().map(|rate| rate.rate.unwrap().to_string()).collect();
        assert_eq!(rates, ["0.9", "0.8", "0.8", "3.7", "0.9"]);
        let out: Vec<bool> = found.iter().map(|rate| rate.stands_out).collect();
        assert_eq!(out, [false, false, false, true, false]);
        assert_eq!(found[3].times.unwrap().to_string(), "2.8");
        // Acts on nine of ten sales, all by one person, are still too few cases.
        assert!(!compared_rate(ActKind::LineMade, (9, 10), (9, 1000)).stands_out);
        // A person without sales has no rate.
        let nothing = compared_rate(ActKind::Drawer, (12, 0), (12, 100));
        assert_eq!((nothing.rate, nothing.times, nothing.stands_out), (None, None, false));
    }
}
