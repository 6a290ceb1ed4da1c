//! The value of stock moves, compared with a slow recomputation of every item from its first move, and the kardex that shows it.

use crate::{
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{DateTime, Utc};
use comanda::{
    clock::Clock,
    money::{Money, Quantity},
};
use serde_json::{Value, json};
use std::{collections::HashMap, time::Duration};

#[derive(Debug, Clone, comanda_from_row::FromRow)]
struct Move {
    item_kind: String,
    item_id: i64,
    at: DateTime<Utc>,
    quantity: Quantity,
    cost: Option<Money>,
    reason: String,
    source: String,
    line_id: Option<i64>,
    reversed: bool,
    value: Option<Money>,
    balance: Option<Quantity>,
    balance_value: Option<Money>,
    balance_cost: Option<Money>,
}

/// Divides with rounding half away from zero, as the server does.
fn rounded(v: i128, part: i128, whole: i128) -> i128 {
    let (n, d) = if whole < 0 { (-v * part, -whole) } else { (v * part, whole) };
    (n.abs() * 2 + d) / (d * 2) * n.signum()
}

/// The value of a move, and the quantity, value and average after it, in millionths.
type Valuation = (Option<i128>, i128, Option<i128>, Option<i128>);
/// The kind and id of an item, and its stored quantity, value and average.
type StoredStockItem = (String, i64, Quantity, Option<Money>, Option<Money>);
/// A production: the cost of its output, the part of it besides the ingredients, and the value of the ingredients.
type ProductionCosts = (String, Option<Money>, Option<Money>, Option<Money>);
/// The kind and id of an item, its changes, those that were valued, and the time from which it is to be valued again.
type PendingValuation = (String, i64, i64, Option<i64>, Option<DateTime<Utc>>);

/// A supplier's note that changes the cost of goods writes them out and in again: at the old cost, and at the second move at the new one.
/// The stock takes its part of the difference, and nothing is sold or bought.
fn cost_change(moves: &[Move], at: usize) -> Option<(i128, Option<i128>)> {
    let m = &moves[at];
    let is_out = m.quantity < Quantity::ZERO;
    let other = if is_out { moves.get(at + 1) } else { at.checked_sub(1).map(|before| &moves[before]) }?;
    let is_pair = m.reason == "PURCHASE_NOTE"
        && !other.reversed
        && (&other.source, other.at, other.quantity) == (&m.source, m.at, -m.quantity);
    let (own_cost, other_cost) = (m.cost?.millionths().into(), other.cost?.millionths().into());
    is_pair.then_some(if is_out { (own_cost, None) } else { (other_cost, Some(own_cost)) })
}

/// Values all moves of one item one after the other with plain sums only. Reverted moves are valued separately: the others do not see them.
fn recompute_values(moves: &[Move]) -> Vec<Valuation> {
    const ONE: i128 = 1_000_000;
    let (mut on_hand, mut stock_value, mut average) = (0i128, 0i128, None::<i128>);
    let (mut aside, mut aside_value, mut firsts) = (0i128, 0i128, HashMap::<&str, Option<i128>>::new());
    let mut valued: Vec<Valuation> = Vec::new();
    for (at, m) in moves.iter().enumerate() {
        let change = i128::from(m.quantity.millionths());
        let cost = m.cost.map(|c| i128::from(c.millionths()));
        let after = on_hand + change;
        let average_value = average.map(|average| {
            if on_hand > 0 && after > 0 {
                rounded(stock_value, change, on_hand)
            } else {
                rounded(average, after, ONE) - stock_value
            }
        });
        // Everything of the line before this move, except waste: the quantity and value that it has taken out.
        let line_share = |line: Option<i64>| {
            let own_moves = (0..at).filter(|i| moves[*i].line_id == line && moves[*i].reason != "WASTE");
            let sum: i128 = own_moves.clone().map(|i| i128::from(moves[i].quantity.millionths())).sum();
            let value: Option<i128> = own_moves.map(|i| valued[i].0).sum();
            if sum == 0 { None } else { value.map(|v| rounded(v, change, sum)) }
        };
        // The moves that came back at the same moment, of its line or of all that were split, and were not taken out again.
        let together =
            |o: &Move| (&o.source, o.at) == (&m.source, m.at) && (m.reason == "SPLIT" || o.line_id == m.line_id);
        let source_share = || {
            let own_moves = (0..at).filter(|i| moves[*i].line_id.is_some() && together(&moves[*i]));
            let sum: i128 = own_moves.clone().map(|i| i128::from(moves[i].quantity.millionths())).sum();
            let value: Option<i128> = own_moves.map(|i| valued[i].0).sum();
            if sum == 0 { None } else { value.map(|v| rounded(v, change, sum)) }
        };
        let is_wasted = moves.iter().any(|w| w.reason == "WASTE" && together(w));
        let flat = |value: Option<i128>| value.or_else(|| average.map(|a| rounded(a, change, ONE)));
        if m.reversed {
            let value = match firsts.remove(m.source.as_str()) {
                Some(first) => first.map(|value| -value),
                None => *firsts.entry(&m.source).insert_entry(flat(cost.map(|c| c * change.signum()))).get(),
            };
            aside += change;
            aside_value += value.unwrap_or_default();
            valued.push((value, on_hand + aside, average.map(|_| stock_value + aside_value), average));
            continue;
        }
        if let Some(old_and_new) = cost_change(moves, at).filter(|_| average.is_some()) {
            let value = match old_and_new {
                (old, None) => -old,
                (old, Some(new)) => {
                    let largest_decrease = -(stock_value + old).max(0);
                    old + rounded(new - old, after.clamp(0, change), change).max(largest_decrease)
                }
            };
            (on_hand, stock_value) = (after, stock_value + value);
            if old_and_new.1.is_some() && after > 0 {
                average = Some(rounded(stock_value, ONE, after));
            }
            valued.push((Some(value), on_hand + aside, Some(stock_value + aside_value), average));
            continue;
        }
        let (value, is_pair) = match m.reason.as_str() {
            "DISMISSED" | "REFUNDED" if is_wasted => (flat(line_share(m.line_id)), true),
            "SPLIT" if change > 0 => (flat(line_share(m.line_id)), true),
            "SPLIT" | "WASTE" if m.line_id.is_some() => (flat(source_share()), true),
            "DISMISSED" | "REFUNDED" => (line_share(m.line_id).or(average_value), false),
            _ if change > 0 => (cost.or(average_value), false),
            _ => (average_value, false),
        };
        // The cost at which its line went out is known; otherwise it comes back at the average, which stays.
        let is_return = matches!(m.reason.as_str(), "DISMISSED" | "REFUNDED") && line_share(m.line_id).is_some();
        let mut value_change = value;
        if !is_pair
            && change > 0
            && let Some(value) = value
        {
            let is_known = cost.is_some() || is_return;
            if is_known && (average.is_none() || (on_hand <= 0 && !is_return)) {
                average = Some(rounded(value, ONE, change));
                value_change = Some(rounded(value, after, change) - stock_value);
            } else if is_known && on_hand <= 0 {
                value_change = average.map(|a| rounded(a, after, ONE) - stock_value);
            } else if is_known {
                average = Some(rounded(stock_value + value, ONE, after));
            }
        }
        on_hand = after;
        if average.is_some() {
            stock_value += value_change.unwrap_or_default();
        }
        valued.push((value_change, on_hand + aside, average.map(|_| stock_value + aside_value), average));
    }
    valued
}

impl House {
    /// Waits until every move is valued.
    pub async fn wait_until_valued(&self) {
        self.wait_until_valued_while(|| self.app.app.stock_valuer_wake().wake(comanda::demo::SLUG)).await;
    }

    async fn wait_until_valued_while(&self, meanwhile: impl Fn()) {
        let all = async {
            while !self.waiting_for_values().await.is_empty() {
                meanwhile();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if tokio::time::timeout(Duration::from_secs(120), all).await.is_err() {
            panic!("stock is not valued: {:?}", self.waiting_for_values().await);
        }
    }

    async fn waiting_for_values(&self) -> Vec<PendingValuation> {
        let mut tx = self.db().read().await.unwrap();
        tx.query(
            "SELECT i.item_kind, i.item_id, i.changes, v.changes, v.replay_from
             FROM stock_items i LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id
             WHERE v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL",
        )
        .all()
        .await
        .unwrap()
    }

    /// Asserts that every move has the value of a slow recomputation, and that each item's stored values are those of its last move.
    pub async fn assert_values_match_recomputation(&self) {
        self.wait_until_valued().await;
        let mut tx = self.db().read().await.unwrap();
        let all: Vec<Move> = tx
            .query(
                "SELECT item_kind, item_id, at, quantity, cost, reason, source, line_id, reversed, value, balance, balance_value, balance_cost
                 FROM stock_moves ORDER BY item_kind, item_id, at, id",
            )
            .all()
            .await
            .unwrap();
        let production_costs: Vec<ProductionCosts> = tx
            .query(
                "SELECT m.source, m.cost, m.extra_cost, (SELECT CASE WHEN COUNT(*) = COUNT(t.value) THEN CAST(COALESCE(-SUM(t.value), 0) AS BIGINT) END
                     FROM stock_moves t WHERE t.source = m.source AND NOT t.reversed AND t.quantity < 0)
                 FROM stock_moves m WHERE m.reason = 'PRODUCTION' AND NOT m.reversed AND m.quantity > 0",
            )
            .all()
            .await
            .unwrap();
        for (source, cost, extra, ingredients) in production_costs {
            assert_eq!(
                cost,
                extra.zip(ingredients).map(|(extra, ingredients)| extra + ingredients),
                "{source} costs what went into it"
            );
        }
        let stored: Vec<StoredStockItem> =
            tx.query("SELECT item_kind, item_id, quantity, value, unit_cost FROM stock_values").all().await.unwrap();
        let stored: HashMap<(String, i64), _> =
            stored.into_iter().map(|(kind, id, q, value, cost)| ((kind, id), (q, value, cost))).collect();
        for moves in all.chunk_by(|a, b| (&a.item_kind, a.item_id) == (&b.item_kind, b.item_id)) {
            let money = |m: Option<Money>| m.map(|m| i128::from(m.millionths()));
            for (m, expected) in moves.iter().zip(recompute_values(moves)) {
                let balance = i128::from(m.balance.unwrap().millionths());
                assert_eq!((money(m.value), balance, money(m.balance_value), money(m.balance_cost)), expected, "{m:?}");
            }
            let last = moves.last().unwrap();
            let (quantity, value, cost) = stored[&(last.item_kind.clone(), last.item_id)];
            assert_eq!(
                (Some(quantity), value, cost),
                (last.balance, last.balance_value, last.balance_cost),
                "{last:?}"
            );
            // A reverted move has no effect at all.
            let standing: Vec<Move> = moves.iter().filter(|m| !m.reversed).cloned().collect();
            let (_, on_hand, stock_value, average) = recompute_values(&standing).pop().unwrap_or_default();
            let quantity = i128::from(quantity.millionths());
            assert_eq!(
                (quantity, money(value).filter(|_| cost.is_some()), money(cost)),
                (on_hand, stock_value, average),
                "{last:?}"
            );
        }
    }

    /// The kardex of a supply this month.
    pub async fn kardex_of_supply(&self, name: &str) -> Value {
        let admin = self.app.login("admin").await;
        let id = self.supply_id(name).await;
        let kardex = admin.get(&format!("/api/products/kardex/{id}?item_type=SUPPLY")).await;
        assert_eq!(kardex.status, 200, "{:?}", kardex.json);
        kardex.json
    }

    pub async fn supply_id(&self, name: &str) -> i64 {
        let mut tx = self.db().read().await.unwrap();
        tx.query("SELECT id FROM supplies WHERE name = $1").bind(name).scalar().await.unwrap()
    }
}

/// The demo restaurant at three in the afternoon of a Saturday, by a clock that is set by hand.
struct Afternoon {
    house: House,
    clock: Clock,
}

impl Fixture for Afternoon {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-21T20:00:00Z".parse().unwrap());
        Self { house: House::with_clock(place, clock.clone()).await, clock }
    }
}

on_both_databases! {
    async fn the_initial_stock_of_a_company_is_valued_without_any_move(house: House) {
        house.wait_until_valued_while(|| ()).await;
        assert_eq!(house.kardex_of_supply("Lomo fino").await["after_cost"], "48.00");
    }

    async fn a_sale_of_a_clock_that_was_hours_behind_is_valued(afternoon: Afternoon) {
        let Afternoon { house, clock } = afternoon;
        house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        house.wait_until_valued().await;
        clock.set("2026-11-21T17:00:00Z".parse().unwrap());
        house.send_order("13", &[house.order_item(1, "Lomo saltado").await]).await;
        house.assert_values_match_recomputation().await;
    }

    async fn the_kardex_reads_like_a_bank_statement(house: House) {
        let sent = house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        let line = sent["client_request"]["lines"][0]["id"].clone();
        let request = sent["client_request"]["id"].clone();
        let kardex = house.kardex_of_supply("Lomo fino").await;
        assert_eq!((&kardex["pending"], &kardex["item"]["measurement"]), (&json!(false), &json!("kg")));
        let rows = kardex["rows"].as_array().unwrap().clone();
        assert_eq!(rows.len(), 2, "what the house began with, and what was sold");
        let (first, sale) = (&rows[0], &rows[1]);
        assert_eq!((&first["reason"], &first["exit"], &first["balance"]), (&json!("ENTRY"), &json!(null), &first["entry"]));
        assert_eq!((&sale["reason"], &sale["entry"], &sale["unit_cost"]), (&json!("SALE"), &json!(null), &first["unit_cost"]));
        assert_eq!((&kardex["before_quantity"], &kardex["before_value"]), (&json!("0"), &json!(null)));
        assert_eq!((&kardex["after_quantity"], &kardex["exits"]), (&sale["balance"], &sale["exit"]));
        // One of the two was a mistake and is dismissed: it comes back at the cost at which it went out.
        let key = line.to_string();
        let body = json!({"order_ids": [line], "quantities": {key: 1}, "pin": comanda::demo::PIN, "reason": "Error", "made": false});
        house.rosa.put(&format!("/api/orders/{request}/dismiss"), body).await.ok();
        let kardex = house.kardex_of_supply("Lomo fino").await;
        let back = kardex["rows"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&back["reason"], &back["unit_cost"]), (&json!("DISMISSED"), &sale["unit_cost"]));
        assert_eq!(kardex["exits"], sale["exit"], "what was split off the line went nowhere");
        house.assert_ledger_adds_up().await;
    }

    async fn the_stock_list_says_what_there_is_and_what_it_is_worth(house: House) {
        let admin = house.app.login("admin").await;
        house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        house.wait_until_valued().await;
        let all = admin.get("/api/stock?page=false").await;
        assert_eq!(all.status, 200, "{:?}", all.json);
        let totals = all.json["totals"].clone();
        let rows = all.rows();
        let beef = rows.iter().find(|r| r["name"] == "Lomo fino").unwrap();
        let kardex = house.kardex_of_supply("Lomo fino").await;
        assert_eq!((&beef["stock"], &beef["value"], &beef["unit_cost"]),
            (&kardex["after_quantity"], &kardex["after_value"], &kardex["after_cost"]));
        assert_eq!((&beef["used_28_days"], &beef["pending"]), (&kardex["exits"], &json!(false)));
        assert!(beef["cover_days"].as_i64().unwrap() > 0);
        let herb = rows.iter().find(|r| r["name"] == "Hierbabuena").unwrap();
        assert_eq!((&herb["unit_cost"], &herb["value"], &herb["cover_days"]), (&json!(null), &json!(null), &json!(null)), "unknown is not zero");
        assert_eq!(totals["items"], rows.len());
        assert!(totals["without_cost"].as_i64().unwrap() >= 1);
        house.leave_in_stock("Lomo fino", "0.5").await;
        let low = admin.get("/api/stock?page=false&below_min_stock=true").await.rows();
        assert_eq!(low.iter().map(|r| &r["name"]).collect::<Vec<_>>(), ["Lomo fino"]);
        let found = admin.get("/api/stock?term=LOMO&filters={\"alert\":[\"BELOW_MINIMUM\"],\"item_type\":[\"SUPPLY\"]}&sort=-value").await.rows();
        assert_eq!(found.len(), 1);
        admin.get("/api/stock?sort=odd").await.refused(422, "invalid");
        admin.get("/api/products/kardex/999999").await.refused(404, "not_found");
        admin.get("/api/products/kardex/1?date_initialize=2026-05-02&date_end=2026-05-01").await.refused(422, "invalid");
    }
}
