//! Courses in the office: their order, their names, what has them, and what keeps them from being deleted.

use super::house::House;
use crate::on_both_databases;
use serde_json::{Value, json};

/// Returns the names of courses with their places.
fn places(courses: &[Value]) -> Vec<(i64, &str)> {
    courses.iter().map(|course| (course["position"].as_i64().unwrap(), course["name"].as_str().unwrap())).collect()
}

on_both_databases! {
    async fn courses_keep_their_order_when_one_is_moved_or_deleted(house: House) {
        let admin = house.app.login("admin").await;
        let mut ids = Vec::new();
        for name in ["Entradas", "Fondos", "Postres"] {
            ids.push(admin.post("/api/courses", json!({"name": name})).await.ok()["id"].clone());
        }
        let drinks = admin.post("/api/courses", json!({"name": " Bebidas ", "position": 1, "at_once": true})).await.ok();
        assert_eq!((&drinks["name"], &drinks["position"], &drinks["at_once"]), (&json!("Bebidas"), &json!(1), &json!(true)));
        let listed = admin.get("/api/courses").await.rows();
        assert_eq!(places(&listed), [(1, "Bebidas"), (2, "Entradas"), (3, "Fondos"), (4, "Postres")]);
        admin.put(&format!("/api/courses/{}", ids[2]), json!({"position": 2})).await.ok();
        admin.delete(&format!("/api/courses/{}", ids[0])).await.ok();
        let listed = admin.get("/api/courses").await.rows();
        assert_eq!(places(&listed), [(1, "Bebidas"), (2, "Postres"), (3, "Fondos")]);
        let again = admin.post("/api/courses", json!({"name": "entradas"})).await.ok();
        assert_eq!(again["position"], 4, "the name of a deleted one is free");
    }

    async fn a_wrong_course_is_refused(house: House) {
        let admin = house.app.login("admin").await;
        let starters = admin.post("/api/courses", json!({"name": "Entradas"})).await.ok();
        let path = format!("/api/courses/{}", starters["id"]);
        admin.post("/api/courses", json!({"name": "ENTRADAS"})).await.refused(409, "already_exists");
        for wrong in [
            json!({"name": ""}),
            json!({"name": "a".repeat(31)}),
            json!({"name": "Fondos", "position": 0}),
            json!({"name": "Fondos", "position": 3}),
            json!({"name": "Fondos", "at_once": true, "auto_fire": true}),
        ] {
            admin.post("/api/courses", wrong.clone()).await.refused(422, "invalid");
        }
        admin.put(&path, json!({"position": 2})).await.refused(422, "invalid");
        admin.get("/api/courses/999999").await.refused(404, "not_found");
        for n in 2..=12 {
            admin.post("/api/courses", json!({"name": format!("Tiempo {n}")})).await.ok();
        }
        admin.post("/api/courses", json!({"name": "Uno más"})).await.refused(422, "invalid");
    }

    async fn a_product_has_the_course_of_its_category_unless_it_has_its_own(house: House) {
        let admin = house.app.login("admin").await;
        let mains = admin.post("/api/courses", json!({"name": "Fondos"})).await.ok()["id"].clone();
        let shared = admin.post("/api/courses", json!({"name": "Al centro"})).await.ok()["id"].clone();
        let dish = house.product("Lomo saltado").await;
        let category = format!("/api/categories/{}", dish["category_id"]);
        assert_eq!(admin.put(&category, json!({"course_id": mains})).await.ok()["course_id"], mains);
        assert_eq!(house.product("Lomo saltado").await["course_id"], mains);
        let product = format!("/api/products/{}", dish["id"]);
        assert_eq!(admin.put(&product, json!({"course_id": shared})).await.ok()["course_id"], shared);
        assert_eq!(house.product("Lomo saltado").await["course_id"], shared);
        let used = admin.get("/api/courses").await.rows();
        assert_eq!((&used[0]["categories"], &used[1]["products"]), (&json!(1), &json!(1)));
        for course in [&mains, &shared] {
            admin.delete(&format!("/api/courses/{course}")).await.refused(409, "in_use");
        }
        admin.put(&product, json!({"course_id": 999_999})).await.refused(422, "invalid");
        admin.put(&category, json!({"course_id": 999_999})).await.refused(422, "invalid");
        admin.put(&product, json!({"course_id": null})).await.ok();
        admin.delete(&format!("/api/courses/{shared}")).await.ok();
        assert_eq!(house.product("Lomo saltado").await["course_id"], mains, "its category's again");
    }
}
