//! The first screen of the office: figures that agree with what was sold.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        places::{Place, Stage},
    },
};
use serde_json::{Value, json};

/// A demo restaurant with two weeks and a day behind it.
struct WithPast(TestApp);
impl Stage for WithPast {
    async fn set(place: &Place) -> Self {
        let app = TestApp::bare(place, comanda::clock::Clock::system()).await;
        comanda::demo::seed_demo(&app.app, 15).await.unwrap();
        Self(app)
    }
}

fn centimos(text: &Value) -> i64 {
    text.as_str().unwrap().replace('.', "").parse().unwrap()
}

on_both_databases! {
    async fn two_weeks_are_summed_by_business_day(place: WithPast) {
        let admin = place.0.login("admin").await;
        let panel = admin.get("/api/dashboard").await.ok();
        let days = panel["by_day"].as_array().unwrap();
        assert_eq!(days.len(), 14);
        assert_eq!((&days[13]["day"], &days[13]["total"]), (&panel["business_day"], &json!("0.00")));
        assert!(days[..13].iter().all(|d| centimos(&d["total"]) > 100_000), "{days:?}");
        assert_eq!(panel["sales_today"], json!({"total": "0.00", "count": 0, "average": "0.00"}));
        assert_eq!((&panel["tables"]["occupied"], &panel["tables"]["total"]), (&json!(0), &json!(24)));
        assert_eq!(panel["cashboxes_open"], 0);
        let top = panel["top_products"].as_array().unwrap();
        assert_eq!(top.len(), 7);
        let sold = |p: &Value| p["quantity"].as_str().unwrap().parse::<i64>().unwrap();
        assert!(top.windows(2).all(|w| sold(&w[0]) >= sold(&w[1])), "{top:?}");
    }

    async fn what_is_open_and_what_is_sold_out_is_said(app: TestApp) {
        let (admin, rosa) = (app.login("admin").await, app.login("mozo").await);
        let table = rosa.get("/api/tables").await.rows()[0]["id"].clone();
        let request = rosa.put(&format!("/api/tables/{table}/open"), json!({})).await.ok()["client_request_id"].clone();
        let product = rosa.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
        let order = json!({"client_request": request, "products": [{"product": {"id": product}, "qty": 3}], "send": false});
        rosa.post("/api/orders", order).await.ok();
        admin.put(&format!("/api/products/{product}/sold-out"), json!({"sold_out": true})).await.ok();
        let panel = admin.get("/api/dashboard").await.ok();
        assert_eq!(panel["open_accounts"], json!({"count": 1, "total": "84.00"}));
        assert_eq!(panel["tables"]["occupied"], 1);
        let sold_out = json!({"kind": "SOLD_OUT", "text": "1 producto agotado hoy", "path": "/pos"});
        assert!(panel["attention"].as_array().unwrap().contains(&sold_out), "{panel}");
        rosa.get("/api/dashboard").await.refused(422, "not_permitted");
    }
}
