//! Lists of units and supplies.

use crate::{on_both_databases, orders::house::House};
use serde_json::json;

on_both_databases! {
    async fn units_are_listed_under_their_base_unit(house: House) {
        let admin = house.app.login("admin").await;
        let units = admin.get("/api/measurements").await.rows();
        let unit = |symbol: &str| units.iter().find(|u| u["symbol"] == symbol).unwrap().clone();
        let (kg, g, dozen) = (unit("kg"), unit("g"), unit("doc"));
        assert_eq!((&kg["magnitude_id"], &kg["children"][0]["symbol"]), (&json!(null), &json!("g")));
        assert_eq!((&g["magnitude_id"], &g["equivalence"], &g["children"]), (&kg["id"], &json!("0.001"), &json!([])));
        assert_eq!(dozen["equivalence"], "12");
        let related = admin.get(&format!("/api/measurements/{}/related", g["id"])).await.rows();
        assert_eq!(related.iter().map(|u| &u["symbol"]).collect::<Vec<_>>(), ["kg", "g"]);
        admin.get("/api/measurements/999999/related").await.refused(404, "not_found");
        admin.get("/api/measurements/x/related").await.refused(422, "invalid");
    }

    async fn supplies_are_searched_paged_and_filtered(house: House) {
        let admin = house.app.login("admin").await;
        let first = admin.get("/api/supplies").await;
        assert_eq!((&first.json["total_rows"], &first.json["total_pages"]), (&json!(28), &json!(2)));
        assert_eq!(first.rows().len(), 20);
        assert_eq!(admin.get("/api/supplies?page=false").await.rows().len(), 28);
        let eggs = admin.get("/api/supplies?term=HUEVO").await.rows();
        assert_eq!((eggs.len(), &eggs[0]["stock"], &eggs[0]["measurement"], &eggs[0]["min_stock"], &eggs[0]["cost_amount"]),
            (1, &json!("120"), &json!("doc"), &json!("10"), &json!("7.20")));
        let herb = admin.get("/api/supplies?term=hierbabuena").await.rows()[0].clone();
        assert_eq!((&herb["cost_amount"], &herb["stock"]), (&json!(null), &json!("4000")), "unknown is not zero");
        assert_eq!(admin.get(&format!("/api/supplies/{}", herb["id"])).await.ok(), herb);
        let same = admin.get(&format!("/api/supplies-by-category/{}", herb["category_id"])).await.rows();
        assert!(same.len() > 3 && same.iter().all(|s| s["category_id"] == herb["category_id"]));

        assert_eq!(admin.get("/api/supplies-paginate-list?below_min_stock=true").await.rows().len(), 0);
        house.leave_in_stock("Huevo", "119").await;
        let short = admin.get("/api/supplies-paginate-list?below_min_stock=true&has_stocks=1").await.rows();
        assert_eq!((short.len(), &short[0]["name"], &short[0]["below_min_stock"], &short[0]["stock"]),
            (1, &json!("Huevo"), &json!(true), &json!("9.916667")));
        house.sql("UPDATE supplies SET has_stock = FALSE WHERE name = 'Huevo'").await;
        assert_eq!(admin.get("/api/supplies-paginate-list?has_stocks=true").await.json["total_rows"], 27);
        admin.get("/api/supplies?page=x").await.refused(422, "invalid");
        admin.get("/api/supplies/999999").await.refused(404, "not_found");
        for other in ["cajero", "mozo", "contador"] {
            house.app.login(other).await.get("/api/supplies").await.refused(422, "not_permitted");
        }
    }

    async fn products_are_filtered_by_counted_and_short(house: House) {
        let admin = house.app.login("admin").await;
        let counted = admin.get("/api/products?has_stocks=true").await;
        assert_eq!(counted.json["total_rows"], 6);
        assert!(counted.rows().iter().all(|p| p["has_stock"] == true && p["stock_left"].is_string()));
        assert_eq!(admin.get("/api/products?below_min_stock=true").await.rows().len(), 0);
        house.leave_in_stock("Agua con gas", "23").await;
        let short = admin.get("/api/products?below_min_stock=true").await.rows();
        assert_eq!((short.len(), &short[0]["name"], &short[0]["min_stock"]), (1, &json!("Agua con gas"), &json!("24")));
    }
}
