//! Refunds in a later month: the registers of the past month stay as they are, and each refund is registered under its note.

use super::{lines, random_month::in_lima};
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    sending::office::Office,
    support::database_place::{DatabasePlace, Fixture},
};
use comanda::clock::Clock;
use comanda_sunat_fake::{Code, Operation, Rule, Trouble, When};
use serde_json::{Value, json};

struct TurnOfMonth {
    office: Office,
    clock: Clock,
}

impl Fixture for TurnOfMonth {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed(in_lima("2026-12-31T15:00:00"));
        let house = House::with_clock(place, clock.clone()).await;
        Self { office: Office::with_till(Till::open_in(house).await).await, clock }
    }
}

impl TurnOfMonth {
    async fn set_clocks(&mut self, local: &str) {
        self.office.set_clocks(&self.clock, in_lima(local)).await;
    }
    async fn credit(&self, payment: &Value, more: Value) -> Value {
        let mut body = json!({"pin": comanda::demo::PIN, "reason": "Llegó frío"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.office.till.luis.post(&format!("/api/billings/{}/credit-note", payment["billing"]["id"]), body).await.ok()
    }
    async fn sell(&self, products: &[(i64, &str)]) -> Value {
        let till = &self.office.till;
        let id = till.send_takeaway(products).await;
        let due = till.payment_info(id).await["total"].clone();
        till.pay(id, json!({"Efectivo": due}), json!({})).await.ok()
    }
    /// The lines of the register of inventory of a month: day, type, series, number, operation, entry, exit.
    async fn register(&self, month: &str) -> Vec<String> {
        self.office.till.house.wait_until_valued().await;
        let reply = self.office.admin.get(&format!("/api/stock/register/file?month={month}")).await;
        assert_eq!(reply.status, 200, "{}", reply.json);
        let text = String::from_utf8(reply.bytes).unwrap();
        let line = |line: &str| {
            let f: Vec<&str> = line.split('|').collect();
            [f[6], f[9], f[10], f[11], f[12], f[13], f[17], f[20]].join(" ")
        };
        text.lines().map(line).collect()
    }
}

on_both_databases! {
    async fn a_refund_changes_no_past_month(turn: TurnOfMonth) {
        let mut turn = turn;
        let (part, whole) = (turn.sell(&[(3, "Inca Kola 500 ml")]).await, turn.sell(&[(2, "Inca Kola 500 ml")]).await);
        let unpaid = turn.sell(&[(2, "Inca Kola 500 ml")]).await;
        turn.set_clocks("2027-01-02T12:00:00").await;
        turn.office.admin.put("/api/global-settings", json!({"books_closed_until": "2026-12-31"})).await.ok();
        let before = turn.register("2026-12").await;
        let units = |payment: &Value| json!([{"id": payment["billing"]["lines"][0]["id"], "qty": "1"}]);
        turn.credit(&part, json!({"reason_code": "07", "lines": units(&part), "remove_inventory": true})).await;
        turn.credit(&whole, json!({"reason_code": "06", "remove_inventory": true})).await;
        turn.credit(&unpaid, json!({"reason_code": "07", "lines": units(&unpaid)})).await;
        assert_eq!(turn.register("2026-12").await, before);
        let bottle = format!("P{:06}", turn.office.till.house.product_id("Inca Kola 500 ml").await);
        let january: Vec<String> = turn.register("2027-01").await.into_iter().filter(|line| line.starts_with(&bottle)).collect();
        let day = "02/01/2027";
        assert_eq!(january[1..], [
            format!("{bottle} {day} 07 BC01 00000001 24 1.00 0.00"),
            format!("{bottle} {day} 07 BC01 00000002 24 2.00 0.00"),
            format!("{bottle} {day} 07 BC01 00000003 24 1.00 0.00"),
            format!("{bottle} {day} 00 0 0 13 0.00 -1.00"),
        ]);
    }

    async fn a_reissued_note_counts_on_its_new_day_everywhere(turn: TurnOfMonth) {
        let mut turn = turn;
        let paid = turn.sell(&[(2, "Lomo saltado")]).await;
        turn.office.start_worker();
        turn.office.wait_for_state(&paid["billing"], "ACCEPTED").await;
        turn.office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2119))).for_operation(Operation::SendBill).times(1));
        let note = turn.credit(&paid, json!({"reason_code": "04", "amount": "5.00"})).await["credit_note"].clone();
        turn.office.wait_for_note_state(&note, "REJECTED").await;
        turn.office.kill_workers().await;
        turn.set_clocks("2027-01-02T12:00:00").await;
        let cuos = |lines: Vec<Vec<String>>| lines.into_iter().map(|l| (l[1].clone(), format!("{}-{}", l[6], l[7]))).collect::<Vec<_>>();
        let december = cuos(lines(&turn.office.admin, "year=2026&month=12").await);
        turn.office.till.luis.post(&format!("/api/credit-notes/{}/reissue", note["id"]), json!({})).await.ok();
        assert_eq!(cuos(lines(&turn.office.admin, "year=2026&month=12").await), december, "what identifies a line stays");
        let admin = &turn.office.admin;
        for (days, documents, total) in [("start_date=2026-12-01&end_date=2026-12-31", None, None), ("start_date=2027-01-01&end_date=2027-01-31", Some(1), Some("-5.00"))] {
            let report = admin.get(&format!("/api/sales-total-report?{days}&by=DOCUMENT")).await.ok();
            let row = report["rows"].as_array().unwrap().iter().find(|row| row["key"] == "4");
            assert_eq!(row.map(|row| row["sums"]["total"].as_str().unwrap()), total, "{report}");
            assert_eq!(row.map(|row| row["sums"]["documents"].as_i64().unwrap()), documents, "{report}");
        }
        // The refused number leads to the note, with the file that was sent.
        let found = admin.get("/api/credit-notes?term=BC01-00000001").await.rows();
        assert_eq!((found.len(), &found[0]["full_number"]), (1, &json!("BC01-00000002")));
    }
}
