//! Products sold by weight: one piece is one on its account, at price × weight; documents, stock and reports have the weight.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use comanda::clock::Clock;
use serde_json::{Value, json};

/// A cevichería that sells lenguado at 120.00 a kilo, fried or steamed, and has five kilos of it.
struct Cevicheria {
    office: Office,
    fish: Value,
}

impl Fixture for Cevicheria {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-28T17:00:00Z".parse().unwrap());
        let mut office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        office.set_clocks(&clock, clock.now()).await;
        let dish = office.till.house.product("Lomo saltado").await;
        let body = json!({"name": "Lenguado", "category_id": dish["category_id"], "production_area_id": dish["production_area_id"],
            "sale_amount": "120", "minimum_sale_price": "100", "sale_unit": "KG", "min_quantity": "0.2", "quantity_step": "0.005",
            "tare": "0.12", "has_stock": true, "opening_stock": {"quantity": "5", "unit_price": "40"},
            "has_toppings": true, "topping_ids": [dish["toppings"][0]]});
        let fish = office.admin.post("/api/products", body).await.ok();
        Self { office, fish }
    }
}

impl Cevicheria {
    fn till(&self) -> &Till {
        &self.office.till
    }
    async fn open_takeaway(&self) -> i64 {
        let body = json!({"type": "ORDER", "client_name": "Ana"});
        self.till().luis.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap()
    }
    fn piece(&self, weight: &str) -> Value {
        json!({"product": {"id": self.fish["id"]}, "qty": weight})
    }
    /// Orders one piece and sends it; returns the account.
    async fn sell(&self, weight: &str) -> i64 {
        let account = self.open_takeaway().await;
        let body = json!({"client_request": account, "products": [self.piece(weight)]});
        self.till().luis.post("/api/orders", body).await.ok();
        account
    }
    async fn on_hand(&self) -> Value {
        self.till().house.product("Lenguado").await["stock_left"].clone()
    }
    /// The kilos of lenguado that the sales report of the day counts, and their amount.
    async fn reported(&self) -> Value {
        let path = "/api/sales-total-report?start_date=2026-11-28&end_date=2026-11-28&by=PRODUCT";
        let report = self.office.admin.get(path).await.ok();
        let row = report["rows"].as_array().unwrap().iter().find(|row| row["name"] == "Lenguado (kg)");
        row.map_or_else(|| report.clone(), |row| json!([row["sums"]["quantity"], row["sums"]["total"]]))
    }
}

on_both_databases! {
    async fn a_piece_costs_its_weight_and_the_document_states_it(house: Cevicheria) {
        let mut house = house;
        let account = house.open_takeaway().await;
        let topping = &house.till().house.product("Lomo saltado").await["toppings"][0];
        let mut piece = house.piece("0.85");
        piece["toppings"] = json!([{"id": topping}]);
        let body = json!({"client_request": account, "products": [piece, house.piece("0.335"), house.piece("0.335")]});
        let answer = house.till().luis.post("/api/orders", body).await.ok();
        let lines = answer["client_request"]["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3, "each piece is a line of its own");
        let of_piece = |line: &Value| ["qty", "measure", "sale_unit", "measure_price", "sale_amount", "total"].map(|f| line[f].clone());
        assert_eq!(json!(of_piece(&lines[0])), json!(["1", "0.85", "KG", "120.00", "102.00", "106.00"]), "the topping counts once");
        assert_eq!(json!(of_piece(&lines[1])), json!(["1", "0.335", "KG", "120.00", "40.20", "40.20"]));
        let paper = house.till().house.papers().await.pop().unwrap().text;
        assert!(paper.contains("1 LENGUADO 0.850 kg"), "{paper}");
        assert_eq!(house.on_hand().await, "3.48");
        let kitchen = house.office.admin.get("/api/kitchen").await.ok();
        let dish = &kitchen["cards"][0]["lines"][0];
        assert_eq!((&dish["measure"], &dish["sale_unit"]), (&json!("0.85"), &json!("KG")), "{kitchen}");

        let boleta = house.till().pay(account, json!({"Efectivo": "186.40"}), json!({})).await.ok()["billing"].clone();
        let receipt = house.till().house.papers().await.pop().unwrap().text;
        assert!(receipt.contains("0.850 kg × 120.00"), "{receipt}");
        let xml = house.office.xml(&boleta).await;
        assert!(xml.contains("<cbc:InvoicedQuantity unitCode=\"KGM\">0.85</cbc:InvoicedQuantity>"), "{xml}");
        assert!(xml.contains("<cbc:PriceAmount currencyID=\"PEN\">120.00</cbc:PriceAmount>"), "{xml}");
        house.office.start_worker();
        house.office.wait_for_state(&boleta, "ACCEPTED").await;
        assert_eq!(house.office.sunat.snapshot().violations, []);
        assert_eq!(house.reported().await, json!(["1.52", "186.40"]));
    }

    async fn a_refunded_piece_goes_back_with_its_weight(house: Cevicheria) {
        let mut house = house;
        let account = house.sell("0.9").await;
        let line = house.till().line_ids(account).await[0];
        let paid = house.till().pay(account, json!({"Efectivo": "108.00"}), json!({})).await.ok();
        house.office.start_worker();
        house.office.wait_for_state(&paid["billing"], "ACCEPTED").await;
        let form = json!({"pin": comanda::demo::PIN, "reason": "Estaba crudo", "outcome": "CLOSE", "remove_inventory": true,
                           "products": [{"id": line, "qty": "1"}]});
        let refunded = house.till().luis.post(&format!("/api/payments/{}/refund", paid["id"]), form).await.ok();
        assert_eq!(refunded["refund"]["total"], "108.00");
        if !refunded["credit_note"].is_null() {
            house.office.wait_for_note_state(&refunded["credit_note"], "ACCEPTED").await;
        }
        assert_eq!(house.office.sunat.snapshot().violations, []);
        assert_eq!(house.on_hand().await, "5");
    }

    async fn a_piece_is_paid_in_parts_to_the_centimo(house: Cevicheria) {
        let account = house.sell("0.335").await;
        let mut sum = comanda::money::Money::ZERO;
        for part in ["13.40", "13.40", "13.40"] {
            let left = 3 - (sum.millionths() / 13_400_000);
            let paid = house.till().pay(account, json!({"Efectivo": part}), if left > 1 { json!({"share": {"of": left}}) } else { json!({}) }).await.ok();
            sum += paid["billing"]["total"].as_str().unwrap().parse::<comanda::money::Money>().unwrap();
        }
        assert_eq!(sum.to_string(), "40.20");
        assert_eq!(house.till().payment_info(account).await["is_paid"], true);
        assert_eq!(house.reported().await, json!(["0.335", "40.20"]));
    }

    async fn an_unsent_piece_is_weighed_again_at_the_price_it_was_added_at(house: Cevicheria) {
        let account = house.open_takeaway().await;
        let body = json!({"client_request": account, "products": [house.piece("0.85")], "send": false});
        let line = house.till().luis.post("/api/orders", body).await.ok()["lines"][0].clone();
        house.office.admin.put(&format!("/api/products/{}", house.fish["id"]), json!({"sale_amount": "150"})).await.ok();
        let again = house.till().luis.put(&format!("/api/orders/{line}"), json!({"qty": "0.9"})).await.ok();
        assert_eq!((&again["measure"], &again["total"], &again["qty"]), (&json!("0.9"), &json!("108.00"), &json!("1")));
        let refused = house.till().luis.put(&format!("/api/orders/{line}"), json!({"qty": "0.1"})).await.refused(422, "invalid");
        assert_eq!(refused["errors"]["qty"][0], "De Lenguado se vende desde 0.200 kg.", "{refused}");
        house.till().luis.post("/api/orders", json!({"client_request": account, "products": [house.piece("0.3")]})).await.ok();
        let sent = house.till().luis.put(&format!("/api/orders/{line}"), json!({"qty": "0.5"})).await;
        sent.refused(409, "conflict");
        assert_eq!(house.on_hand().await, "3.8");
    }

    async fn what_no_scale_shows_is_refused_and_nothing_is_sold(house: Cevicheria) {
        let account = house.open_takeaway().await;
        let lomo = house.till().house.product("Lomo saltado").await;
        for weight in ["0", "-1", "0.1999", "0.2005", "0.201", "1000", "1000000000", "9223372036854775807"] {
            let body = json!({"client_request": account, "products": [house.piece(weight)]});
            let refused = house.till().luis.post("/api/orders", body).await;
            assert_eq!(refused.status, 422, "{weight}: {}", refused.json);
        }
        for weight in [json!("NaN"), json!("0.85kg"), json!({}), json!(null)] {
            let body = json!({"client_request": account, "products": [{"product": {"id": house.fish["id"]}, "qty": weight}]});
            let refused = house.till().luis.post("/api/orders", body).await;
            assert!(refused.status.is_client_error(), "{weight}: {}", refused.json);
        }
        let half = json!({"client_request": account, "products": [{"product": {"id": lomo["id"]}, "variant_id": lomo["variants"][0]["id"], "qty": "0.5"}]});
        house.till().luis.post("/api/orders", half).await.refused(422, "invalid");
        assert_eq!(house.till().house.load_account(&json!(account)).await["lines"], json!([]));
        assert_eq!(house.on_hand().await, "5");
        let too_much = json!({"client_request": account, "products": [house.piece("5.005")]});
        let refused = house.till().luis.post("/api/orders", too_much).await.refused(409, "sold_out");
        assert!(refused["message"].as_str().unwrap().contains("quedan 5"), "{refused}");
    }

    async fn the_unit_of_what_is_counted_stays(house: Cevicheria) {
        let path = format!("/api/products/{}", house.fish["id"]);
        let admin = &house.office.admin;
        admin.put(&path, json!({"sale_unit": "UNIT"})).await.refused(422, "invalid");
        let counted = admin.post("/api/products", json!({"name": "Gin", "category_id": house.fish["category_id"],
            "production_area_id": house.fish["production_area_id"], "sale_amount": "0.30", "sale_unit": "ML", "min_quantity": "30"})).await.ok();
        let path = format!("/api/products/{}", counted["id"]);
        let changed = admin.put(&path, json!({"sale_unit": "UNIT"})).await.ok();
        assert_eq!((&changed["sale_unit"], &changed["min_quantity"]), (&json!("UNIT"), &Value::Null), "limits are in the unit");
        let combo = json!({"name": "Combo", "category_id": house.fish["category_id"], "sale_amount": "90", "is_combo": true,
            "combo_items": [{"product_id": house.fish["id"], "quantity": "1"}]});
        admin.post("/api/products", combo).await.refused(422, "invalid");
    }
}
