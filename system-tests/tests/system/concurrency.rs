//! Repeated and simultaneous requests over HTTP, as tills on a bad network send them.

use crate::on_both_databases;
use comanda_system_tests::{
    restaurant::{open_account, order_body},
    server::{Engine, Server},
};
use comanda_test_support::client::Client;
use futures::future::join_all;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use uuid::Uuid;

on_both_databases! {
    async fn an_order_sent_many_times_is_one_order(engine) {
        let server = Server::open(engine).await;
        let waiter = server.login("mozo").await;
        let product = plain_product(&waiter).await;
        let account = open_account(&waiter).await;
        let (key, body) = (Uuid::new_v4(), order_body(account, &[(product, "UNA VEZ")]));

        let sent = (0..8).map(|_| waiter.post_with_key("/api/orders", body.clone(), key));
        let answers: Vec<_> = join_all(sent).await.into_iter().map(|reply| reply.ok()).collect();
        let last_answer = waiter.post_with_key("/api/orders", body, key).await.ok();
        assert!(answers.iter().all(|answer| *answer == last_answer), "all answers are the first one");

        assert_eq!(waiter.get(&format!("/api/orders?client_request_id={account}")).await.rows().len(), 1);
        assert_eq!(waiter.get(&format!("/api/commands/{account}")).await.rows().len(), 1);
        let other = order_body(account, &[(product, "OTRA COSA")]);
        waiter.post_with_key("/api/orders", other, key).await.refused(422, "idempotency_mismatch");
    }

    async fn a_payment_sent_many_times_is_one_payment(engine) {
        let house = House::open(engine).await;
        let (account, total) = house.sold_account(1).await;
        let (key, body) = (Uuid::new_v4(), house.payment(account, &total));
        let sent = (0..8).map(|_| house.tills[0].post_with_key("/api/payments", body.clone(), key));
        let answers: Vec<_> = join_all(sent).await.into_iter().map(|reply| reply.ok()).collect();
        assert!(answers.iter().all(|answer| answer["id"] == answers[0]["id"]), "{answers:#?}");
        house.one_document(account).await;
    }

    async fn of_two_tills_that_collect_one_account_one_does(engine) {
        let house = House::open(engine).await;
        for _ in 0..4 {
            let (account, total) = house.sold_account(2).await;
            let collect = house.tills.iter().map(|till| till.post("/api/payments", house.payment(account, &total)));
            let mut replies = join_all(collect).await;
            replies.sort_by_key(|reply| reply.status);
            let [paid, refused]: [_; 2] = replies.try_into().unwrap();
            assert_eq!(paid.ok()["client_request"]["due"], "0.00");
            assert_eq!(refused.status, 409, "{}", refused.json);
            assert!(["already_paid", "balance_changed"].contains(&refused.json["code"].as_str().unwrap()), "{}", refused.json);
            let due = &refused.json["current"];
            assert!(due["total"] == "0.00" || due["due"] == "0.00", "the balance as it is now: {due}");
            house.one_document(account).await;
        }
    }

    async fn documents_and_cash_agree_after_a_rush(engine) {
        const ACCOUNTS: usize = 16;
        let house = House::open(engine).await;
        let accounts = join_all((0..ACCOUNTS).map(|_| house.sold_account(1))).await;
        let collect = accounts.iter().enumerate().map(|(n, (account, total))| {
            house.tills[n % 2].post("/api/payments", house.payment(*account, total))
        });
        let payments: Vec<_> = join_all(collect).await.into_iter().map(|reply| reply.ok()).collect();

        let numbers: BTreeSet<_> = payments.iter().map(|payment| payment["billing"]["number"].as_i64().unwrap()).collect();
        let first = *numbers.first().unwrap();
        assert_eq!(numbers, (first..first + ACCOUNTS as i64).collect(), "numbers without a gap");
        let sold: i64 = payments.iter().map(|payment| centimos(&payment["billing"]["total"])).sum();
        let quoted: i64 = accounts.iter().map(|(_, total)| centimos(total)).sum();
        assert_eq!(sold, quoted);
        let mut received = 0;
        for cycle in &house.cycles {
            let detail = house.admin.get(&format!("/api/cashbox-cycles-detail/{cycle}")).await.ok();
            let methods = detail["methods"].as_array().unwrap();
            let cash = methods.iter().find(|method| method["is_cash"] == true).unwrap();
            received += centimos(&cash["received"]);
            let sales = detail["sales_by_document"].as_array().unwrap();
            assert_eq!(sales.iter().map(|row| row["count"].as_i64().unwrap()).sum::<i64>(), ACCOUNTS as i64 / 2);
        }
        assert_eq!(received, sold, "what the cash boxes received is what the documents say");
    }
}

/// A server with two tills, each with a cash cycle of its own.
struct House {
    _server: Server,
    admin: Client,
    tills: [Client; 2],
    cycles: Vec<i64>,
    product: i64,
    /// The id of the nota de venta.
    billing_type: Value,
}

impl House {
    async fn open(engine: Engine) -> Self {
        let server = Server::open(engine).await;
        let admin = server.login("admin").await;
        let tills = [server.login("cajero").await, server.login("supervisor").await];
        let boxes = admin.get("/api/cashboxes").await.rows();
        let turn = &admin.get("/api/turns").await.rows()[0]["id"];
        let mut cycles = Vec::new();
        for (till, cashbox) in tills.iter().zip(&boxes) {
            let cycle = json!({
                "cashbox_id": cashbox["id"], "turn_id": turn, "user_id": till.user_id(), "open_amount": "100.00",
                "status": "OPEN",
            });
            cycles.push(till.post("/api/cashbox-cycles", cycle).await.ok()["id"].as_i64().unwrap());
        }
        let config = tills[0].get("/api/payments-get-config").await.ok();
        let types = config["billing_types"].as_array().unwrap();
        let note = types.iter().find(|kind| kind["name"].as_str().unwrap().to_lowercase().contains("nota")).unwrap();
        let (product, billing_type) = (plain_product(&admin).await, note["id"].clone());
        Self { _server: server, admin, tills, cycles, product, billing_type }
    }

    /// Opens an account with this many dishes sent; returns it with the amount due.
    async fn sold_account(&self, dishes: usize) -> (i64, Value) {
        let account = open_account(&self.admin).await;
        let order = order_body(account, &vec![(self.product, "PARA PAGAR"); dishes]);
        self.admin.post("/api/orders", order).await.ok();
        let info = self.admin.get(&format!("/api/payments-get-info/{account}")).await.ok();
        (account, info["total"].clone())
    }

    fn payment(&self, account: i64, total: &Value) -> Value {
        json!({"client_request_id": account, "payment_options": {"Efectivo": total}, "billing_type_id": self.billing_type})
    }

    async fn one_document(&self, account: i64) {
        assert_eq!(self.admin.get(&format!("/api/payments?client_request_id={account}")).await.rows().len(), 1);
        assert_eq!(self.admin.get(&format!("/api/billings?client_request_id={account}")).await.rows().len(), 1);
    }
}

async fn plain_product(client: &Client) -> i64 {
    let catalog = client.get("/api/catalog/sale").await.ok();
    let products = catalog["products"].as_array().unwrap();
    let plain = products.iter().find(|product| product["has_variants"] == false && product["is_combo"] == false);
    plain.unwrap()["id"].as_i64().unwrap()
}

/// Parses "38.00" as 3800.
fn centimos(amount: &Value) -> i64 {
    let (whole, rest) = amount.as_str().unwrap().split_once('.').unwrap();
    assert_eq!(rest.len(), 2, "{amount}");
    whole.parse::<i64>().unwrap() * 100 + rest.parse::<i64>().unwrap()
}
