//! The recipe of a supply: what one batch takes and gives; no supply may contain itself.

use super::{differ_only_by_rounding, millionths};
use crate::{on_both_databases, purchases::Office};
use serde_json::json;

on_both_databases! {
    async fn a_supply_shows_its_recipe_and_unit_cost(office: Office) {
        let sauce = office.sauce().await;
        assert_eq!((&sauce["has_recipe"], &sauce["recipe_yield"]), (&json!(true), &json!("3")));
        let items = sauce["supply_items"].as_array().unwrap();
        assert_eq!(items.iter().map(|i| (i["name"].as_str().unwrap(), i["quantity"].as_str().unwrap())).collect::<Vec<_>>(),
            [("Ají amarillo", "2"), ("Aceite vegetal", "0.5")]);
        // 2 kg at 8.00 and half a litre at 9.50 are 20.75 for 3 l.
        office.house.wait_until_valued().await;
        let path = format!("/api/supplies/{}", sauce["id"]);
        let sauce = office.jorge.get(&path).await.ok();
        let sum: i64 = sauce["supply_items"].as_array().unwrap().iter().map(|i| millionths(&i["total_price"])).sum();
        assert!(differ_only_by_rounding(millionths(&sauce["recipe_cost"]) * 3, sum), "{sauce}");
        // Another yield; the ingredients stay.
        let half = office.jorge.put(&path, json!({"recipe_yield": "1.5"})).await.ok();
        assert_eq!((&half["recipe_yield"], half["supply_items"].as_array().unwrap().len()), (&json!("1.5"), 2));
        // The supply is bought from now on, and its ingredient may be deleted.
        let bought = office.jorge.put(&path, json!({"has_recipe": false})).await.ok();
        assert_eq!((&bought["has_recipe"], &bought["recipe_yield"], &bought["supply_items"]), (&json!(false), &json!(null), &json!([])));
        office.make(&bought, "1", json!({})).await.refused(422, "invalid");
    }

    async fn an_invalid_recipe_is_refused_at_its_field(office: Office) {
        let (oil, litre) = (office.supply("Aceite vegetal").await, office.unit("l").await);
        let body = |more| crate::purchases::merged(json!({"name": "Caldo", "measurement_id": litre, "has_recipe": true, "recipe_yield": "1",
            "supply_items": [{"supply_id": oil, "quantity": "1"}]}), more);
        for (more, field) in [
            (json!({"recipe_yield": null}), "recipe_yield"),
            (json!({"recipe_yield": "0"}), "recipe_yield"),
            (json!({"recipe_yield": "-1"}), "recipe_yield"),
            (json!({"supply_items": null}), "supply_items"),
            (json!({"supply_items": []}), "supply_items"),
            (json!({"supply_items": [{"supply_id": 999_999, "quantity": "1"}]}), "supply_items.0.supply_id"),
            (json!({"supply_items": [{"supply_id": oil, "quantity": "0"}]}), "supply_items.0.quantity"),
            (json!({"has_stock": false}), "has_recipe"),
        ] {
            let refused = office.jorge.post("/api/supplies", body(more.clone())).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{more}: {refused}");
        }
        office.jorge.post("/api/supplies", body(json!({}))).await.ok();
    }

    async fn no_supply_contains_itself(office: Office) {
        let sauce = office.sauce().await;
        let path = format!("/api/supplies/{}", sauce["id"]);
        let takes = |id: &serde_json::Value| json!({"has_recipe": true, "recipe_yield": "1", "supply_items": [{"supply_id": id, "quantity": "1"}]});
        let refused = office.jorge.put(&path, takes(&sauce["id"])).await.refused(422, "invalid");
        assert!(refused["errors"]["supply_items.0.supply_id"].is_array(), "{refused}");
        let dip = crate::purchases::merged(takes(&sauce["id"]), json!({"name": "Crema", "measurement_id": office.unit("l").await}));
        let dip = office.jorge.post("/api/supplies", dip).await.ok();
        let refused = office.jorge.put(&path, takes(&dip["id"])).await.refused(422, "invalid");
        let text = refused["errors"]["supply_items.0.supply_id"][0].as_str().unwrap().to_owned();
        assert!(text.contains("Salsa de ají ← Crema ← Salsa de ají"), "{text}");
        // An ingredient of a recipe is not deleted.
        let refused = office.jorge.delete(&path).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().contains("Crema"), "{refused}");
    }
}
