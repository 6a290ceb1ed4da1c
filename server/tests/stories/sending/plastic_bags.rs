//! Plastic bags with ICBPER: guests pay the listed price, and documents show the tax apart, everywhere.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use comanda::clock::Clock;
use comanda_sunat_fake::{Code, Operation, Rule, Trouble, When};
use serde_json::{Value, json};

/// A restaurant in November 2026, when the tax on a bag is 0.50, that sells some at 0.60.
struct Bags {
    office: Office,
    /// The product id of bags.
    bag: Value,
}

impl Fixture for Bags {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-28T17:00:00Z".parse().unwrap());
        let mut office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        office.set_clocks(&clock, clock.now()).await;
        let category = office.till.house.product("Inca Kola 500 ml").await["category_id"].clone();
        let body = json!({"name": "Bolsa", "category_id": category, "sale_amount": "0.60", "is_plastic_bag": true});
        let bag = office.admin.post("/api/products", body).await.ok();
        Self { office, bag }
    }
}

impl Bags {
    fn till(&self) -> &Till {
        &self.office.till
    }

    async fn pay(&self, account: i64, amount: &str, more: Value) -> Value {
        self.till().pay(account, json!({"Efectivo": amount}), more).await.ok()["billing"].clone()
    }

    async fn wait_for_state(&self, billing: &Value, state: &str) {
        self.office.wait_for_state(billing, state).await;
        assert_eq!(self.office.sunat.snapshot().violations, []);
    }

    /// The line of a document in November's register of sales: base, IGV, ICBPER, total.
    async fn registered(&self, serie: &str, number: &Value) -> [String; 4] {
        let accountant = self.till().house.app.login("contador").await;
        let lines = crate::accounting::lines(&accountant, "year=2026&month=11").await;
        let number = number.to_string();
        let line = lines.iter().find(|line| line[6] == serie && line[7] == number);
        let line = line.unwrap_or_else(|| panic!("no {serie}-{number} in {lines:?}"));
        [13, 15, 22, 24].map(|column| line[column].clone())
    }
}

/// Base, IGV, tax on bags and total.
fn split(document: &Value) -> [&str; 4] {
    ["taxable", "igv", "bag_tax", "total"].map(|field| document[field].as_str().unwrap())
}

on_both_databases! {
    async fn the_guest_pays_the_listed_price_and_documents_show_the_tax_apart(bags: Bags) {
        let mut bags = bags;
        let account = bags.till().send_takeaway(&[(1, "Inca Kola 500 ml"), (2, "Bolsa")]).await;
        let quoted = bags.till().payment_info(account).await;
        assert_eq!((&quoted["total"], &quoted["bag_tax"], &quoted["igv_included"]), (&json!("8.20"), &json!("1.00"), &json!("1.10")));
        let boleta = bags.pay(account, "8.20", json!({})).await;
        assert_eq!(split(&boleta), ["6.10", "1.10", "1.00", "8.20"]);
        let text = bags.till().house.papers().await.pop().unwrap().text;
        let bag_line = text.lines().find(|line| line.contains("ICBPER")).unwrap_or_else(|| panic!("{text}"));
        assert!(bag_line.trim_end().ends_with("1.00"), "{bag_line}");
        let xml = bags.office.xml(&boleta).await;
        for part in ["<cbc:BaseUnitMeasure unitCode=\"NIU\">2</cbc:BaseUnitMeasure>", "<cbc:PerUnitAmount currencyID=\"PEN\">0.50</cbc:PerUnitAmount>",
                     "<cbc:ID>7152</cbc:ID><cbc:Name>ICBPER</cbc:Name><cbc:TaxTypeCode>OTH</cbc:TaxTypeCode>",
                     "<cbc:PayableAmount currencyID=\"PEN\">8.20</cbc:PayableAmount>"] {
            assert!(xml.contains(part), "no {part} in {xml}");
        }
        let client = bags.till().create_client("RUC", "20131312955", "SUNAT").await;
        let account = bags.till().send_takeaway(&[(1, "Bolsa")]).await;
        let factura = bags.pay(account, "0.60", json!({"billing_type_id": 2, "client_id": client})).await;
        assert_eq!(split(&factura), ["0.08", "0.02", "0.50", "0.60"]);
        bags.office.start_worker();
        bags.wait_for_state(&boleta, "ACCEPTED").await;
        bags.wait_for_state(&factura, "ACCEPTED").await;
        assert_eq!(bags.registered("B001", &boleta["number"]).await, ["6.10", "1.10", "1.00", "8.20"]);
        assert_eq!(bags.registered("F001", &factura["number"]).await, ["0.08", "0.02", "0.50", "0.60"]);
        let register = bags.office.admin.get("/api/accounting/register?year=2026&month=11").await.ok();
        assert_eq!(register["totals"]["bag_tax"], "1.50");
        let differ = register["checks"].as_array().unwrap().iter().find(|check| check["code"] == "TOTALS_DIFFER").unwrap();
        assert_eq!(differ["ok"], true, "{differ}");
    }

    async fn a_summary_and_a_void_contain_the_tax_on_bags(bags: Bags) {
        let mut bags = bags;
        bags.office.send_boletas_by_summary().await;
        let account = bags.till().send_takeaway(&[(1, "Inca Kola 500 ml"), (3, "Bolsa")]).await;
        let boleta = bags.pay(account, "8.80", json!({})).await;
        bags.office.start_worker();
        bags.office.send_summary(1).await;
        bags.wait_for_state(&boleta, "ACCEPTED").await;
        bags.office.refund(&boleta).await;
        bags.wait_for_state(&boleta, "VOIDED").await;
        assert_eq!(bags.registered("B001", &boleta["number"]).await, ["0.00", "0.00", "0.00", "0.00"]);
    }

    async fn a_refunded_bag_takes_its_tax_along(bags: Bags) {
        let mut bags = bags;
        bags.office.start_worker();
        for by_consumption in [false, true] {
            let account = bags.till().send_takeaway(&[(2, "Inca Kola 500 ml"), (2, "Bolsa")]).await;
            let lines = bags.till().line_ids(account).await;
            let paid = bags.till().pay(account, json!({"Efectivo": "15.20"}), json!({"by_consumption": by_consumption})).await.ok();
            let boleta = paid["billing"].clone();
            assert_eq!(split(&boleta), ["12.03", "2.17", "1.00", "15.20"]);
            bags.wait_for_state(&boleta, "ACCEPTED").await;
            let form = json!({"pin": comanda::demo::PIN, "reason": "Sobró una bolsa", "outcome": "CLOSE", "remove_inventory": false,
                               "products": [{"id": lines[1], "qty": "1"}]});
            let path = format!("/api/payments/{}/refund", paid["id"]);
            let refunded = bags.till().luis.post(&path, form).await.ok();
            assert_eq!(refunded["refund"]["total"], "0.60", "{refunded}");
            let note = &refunded["credit_note"];
            assert_eq!(split(note), ["0.08", "0.02", "0.50", "0.60"], "{note}");
            let note = bags.office.wait_for_note_state(note, "ACCEPTED").await;
            assert_eq!(bags.office.sunat.snapshot().violations, []);
            let number = note["number"].clone();
            assert_eq!(bags.registered("BC01", &number).await, ["-0.08", "-0.02", "-0.50", "-0.60"]);
            // A refunded dish takes no bag along.
            let standing = bags.till().document(&boleta["id"]).await["standing_payment_id"].clone();
            let form = json!({"pin": comanda::demo::PIN, "reason": "Sin gas", "outcome": "CLOSE", "remove_inventory": false,
                               "products": [{"id": lines[0], "qty": "1"}]});
            let refunded = bags.till().luis.post(&format!("/api/payments/{standing}/refund"), form).await.ok();
            assert_eq!((&refunded["credit_note"]["total"], &refunded["credit_note"]["bag_tax"]), (&json!("7.00"), &json!("0.00")));
        }
    }

    async fn every_part_of_an_account_has_whole_bags(bags: Bags) {
        let mut bags = bags;
        let account = bags.till().send_takeaway(&[(2, "Inca Kola 500 ml"), (2, "Bolsa")]).await;
        let first = bags.pay(account, "7.60", json!({"share": {"of": 2}})).await;
        let last = bags.pay(account, "7.60", json!({})).await;
        assert_eq!((split(&first), split(&last)), (["5.59", "1.01", "1.00", "7.60"], ["6.44", "1.16", "0.00", "7.60"]));
        bags.office.start_worker();
        bags.wait_for_state(&first, "ACCEPTED").await;
        bags.wait_for_state(&last, "ACCEPTED").await;
        // A part that would leave less than the bags cost is refused, and nothing is collected.
        let account = bags.till().send_takeaway(&[(1, "Bolsa")]).await;
        let refused = bags.till().pay(account, json!({"Efectivo": "0.30"}), json!({"share": {"of": 2}})).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().starts_with("Las bolsas (S/ 0.60) van enteras"), "{refused}");
        assert_eq!(bags.till().payment_info(account).await["paid"], "0.00");
        bags.pay(account, "0.60", json!({})).await;
    }

    async fn a_bag_gets_no_discount_courtesy_or_recargo(bags: Bags) {
        let mut bags = bags;
        let account = bags.till().send_takeaway(&[(1, "Inca Kola 500 ml"), (1, "Bolsa")]).await;
        let lines = bags.till().line_ids(account).await;
        let discount = |more: Value| {
            let mut one = json!({"discountMethod": "PERCENTAGE", "percentage": "50"});
            one.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({"client_request_id": account, "discounts": [one], "pin": comanda::demo::PIN})
        };
        for more in [json!({"line_ids": [lines[1]]}), json!({"discountTypeId": 1, "line_ids": [lines[1]]})] {
            let refused = bags.office.admin.post("/api/billing-adjustment", discount(more)).await.refused(422, "invalid");
            assert!(refused["message"].as_str().unwrap().contains("Bolsa no lleva descuento ni cortesía"), "{refused}");
        }
        bags.office.admin.post("/api/billing-adjustment", discount(json!({}))).await.ok();
        // 3.50 and the bag.
        assert_eq!(bags.till().payment_info(account).await["total"], "4.10");
        let boleta = bags.pay(account, "4.10", json!({})).await;
        assert_eq!(split(&boleta), ["3.05", "0.55", "0.50", "4.10"]);
        // A discount after the sale does not affect the bag either.
        bags.office.start_worker();
        bags.wait_for_state(&boleta, "ACCEPTED").await;
        let bag = boleta["lines"].as_array().unwrap().iter().find(|line| line["description"] == "Bolsa").unwrap();
        let form = json!({"pin": comanda::demo::PIN, "reason": "Demora", "reason_code": "05", "lines": [{"id": bag["id"], "amount": "0.10"}]});
        let refused = bags.till().luis.post(&format!("/api/billings/{}/credit-note", boleta["id"]), form).await;
        assert_eq!(refused.status, 422, "{}", refused.json);
    }

    async fn a_refused_document_is_reissued_with_its_bags(bags: Bags) {
        let mut bags = bags;
        bags.office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2074))).for_operation(Operation::SendBill).times(1));
        let account = bags.till().send_takeaway(&[(1, "Inca Kola 500 ml"), (2, "Bolsa")]).await;
        let refused = bags.pay(account, "8.20", json!({})).await;
        bags.office.start_worker();
        bags.office.wait_for_state(&refused, "REJECTED").await;
        let anew = bags.till().luis.post(&format!("/api/billings/{}/reissue", refused["id"]), json!({})).await.ok();
        assert_eq!(split(&anew["billing"]), ["6.10", "1.10", "1.00", "8.20"]);
        bags.wait_for_state(&anew["billing"], "ACCEPTED").await;
    }

    async fn the_price_of_a_bag_includes_its_tax(bags: Bags) {
        let admin = &bags.office.admin;
        let path = format!("/api/products/{}", bags.bag["id"]);
        assert_eq!(bags.bag["is_plastic_bag"], true);
        for (field, price) in [("sale_amount", "0.50"), ("sale_amount", "0"), ("delivery_price", "0.30"), ("delivery_app_price", "0.50")] {
            let mut body = json!({});
            body[field] = json!(price);
            let refused = admin.put(&path, body).await.refused(422, "invalid");
            assert_eq!(refused["errors"][field][0], "El precio de una bolsa incluye el ICBPER de S/ 0.50: pon un precio mayor que S/ 0.50.");
        }
        admin.put(&path, json!({"has_toppings": true})).await.refused(422, "invalid");
        // A bag cannot be a dish of a combo, and a combo's dish cannot be a bag.
        let combo = json!({"name": "Para llevar", "category_id": bags.bag["category_id"], "sale_amount": "10", "is_combo": true,
                           "combo_items": [{"product_id": bags.bag["id"], "quantity": 1}]});
        let refused = admin.post("/api/products", combo).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().contains("no va dentro de un combo"), "{refused}");
        // A price or schedule that makes the bag too cheap is refused.
        admin.put(&path, json!({"is_plastic_bag": false})).await.ok();
        admin.put(&path, json!({"sale_amount": "0.30"})).await.ok();
        admin.put(&path, json!({"is_plastic_bag": true})).await.refused(422, "invalid");
        bags.office.run_sql("UPDATE products SET is_plastic_bag = TRUE WHERE name = 'Bolsa'").await;
        let id = bags.till().luis.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok()["id"].clone();
        let form = json!({"client_request": id, "products": [{"product": {"id": bags.bag["id"]}, "qty": 1}]});
        let refused = bags.till().luis.post("/api/orders", form).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().contains("el ICBPER es S/ 0.50: no alcanza"), "{refused}");
    }
}
