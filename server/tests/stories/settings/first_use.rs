//! A new company on its way to the first sale.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::{
    clock::Clock,
    companies::NewCompany,
    error::Result,
    ids::UserId,
    people::{NewUser, insert_user, password},
    setup, transact,
};
use serde_json::{Value, json};

/// A company as the command line creates it, with its administrator.
pub struct NewHouse {
    pub app: TestApp,
    pub admin: Client,
}

impl Fixture for NewHouse {
    async fn create(place: &DatabasePlace) -> Self {
        let app = TestApp::without_company(place, Clock::system()).await;
        let new = NewCompany { slug: "nueva".into(), name: "La Nueva".into(), domain: None, database_url: None };
        let company = app.app.companies().add_company(&new).await.unwrap();
        let admin = NewUser {
            role_id: 1,
            name: "Carla".into(),
            lastname: "Benavides".into(),
            username: "carla".into(),
            password_hash: password::hash_secret("una-clave-larga").await.unwrap(),
            is_super_admin: false,
            must_change_password: false,
            cashbox_id: None,
        };
        let now = app.app.clock().now();
        let outcome: Result<UserId> = transact!(company.db, |tx| {
            setup::insert_first_rows(tx, "La Nueva").await?;
            insert_user(tx, &admin, now).await
        });
        outcome.unwrap();
        let admin = app.anonymous_client().login("carla", "una-clave-larga").await;
        Self { app, admin }
    }
}

async fn open_steps(admin: &Client) -> Vec<(String, Value)> {
    let guide = admin.get("/api/first-use").await.ok();
    let steps = guide["steps"].as_array().unwrap();
    let open = steps.iter().filter(|s| s["done"] == false);
    open.map(|s| (s["key"].as_str().unwrap().to_owned(), s["missing"].clone())).collect()
}

on_both_databases! {
    async fn each_step_is_done_once_its_data_is_there(house: NewHouse) {
        let admin = &house.admin;
        let guide = admin.get("/api/first-use").await.ok();
        assert_eq!((&guide["is_new"], &guide["done"], &guide["finished"]), (&json!(true), &json!(0), &json!(false)));
        assert_eq!(open_steps(admin).await[0], ("COMPANY".into(), json!(["el RUC", "la dirección", "una caja", "el PIN de seguridad"])));
        admin.put("/api/company-info", json!({"document_number": "20601234565", "commercial_address": "Av. Larco 1"})).await.ok();
        assert_eq!(open_steps(admin).await[0], ("COMPANY".into(), json!(["una caja", "el PIN de seguridad"])));
        assert_eq!(open_steps(admin).await[4].1, json!(["una impresora"]));
        let printer = admin.post("/api/printers", json!({"name": "En pantalla", "type": "VIRTUAL"})).await.ok();
        admin.post("/api/security-pin", json!({"pin": "7291"})).await.ok();
        assert_eq!(open_steps(admin).await[0].1, json!(["una caja"]));
        // The rate of a small restaurant holds from today on.
        let today = admin.get("/api/first-use").await.ok()["facts"]["business_day"].clone();
        admin.post("/api/tax-rates", json!({"valid_from": today, "percent": "10.5"})).await.ok();
        assert_eq!(admin.get("/api/first-use").await.ok()["facts"]["igv_percent"], "10.5");
        let guide = admin.get("/api/first-use").await.ok();
        assert_eq!((&guide["steps"][4]["done"], &guide["steps"][4]["detail"]), (&json!(true), &json!("1 impresora")));
        // Nothing needs attention yet: the screen printer is not reported offline, and no stock is praised.
        assert_eq!(admin.get("/api/printers").await.rows()[0]["state"], "READY");
        let notices = admin.get("/api/dashboard").await.ok()["attention"].clone();
        // Except for notices of the calendar: the weeks before the rate changes are the same for every restaurant.
        let notices: Vec<_> = notices.as_array().unwrap().iter().filter(|notice| notice["kind"] != "LAW_RATE").collect();
        assert!(notices.is_empty(), "{notices:?}");
        // A deleted item makes its step open again.
        admin.delete(&format!("/api/printers/{}", printer["id"])).await.ok();
        assert_eq!(open_steps(admin).await[4].1, json!(["una impresora"]));
    }

    async fn a_restaurant_at_work_is_not_new_and_only_its_admin_is_guided(app: TestApp) {
        for role in ["supervisor", "cajero", "mozo", "cocina", "contador"] {
            app.login(role).await.get("/api/first-use").await.refused(422, "not_permitted");
        }
        let guide = app.login("admin").await.get("/api/first-use").await.ok();
        let steps: Vec<_> = guide["steps"].as_array().unwrap().iter().map(|s| (s["key"].clone(), s["done"].clone())).collect();
        assert!(steps[..3].iter().all(|(_, is_done)| is_done == true), "{steps:?}");
        assert_eq!(guide["steps"][0]["detail"], "La Terraza de Miraflores · RUC 20601234565 · IGV 18 % · Caja Principal · PIN puesto");
    }
}
