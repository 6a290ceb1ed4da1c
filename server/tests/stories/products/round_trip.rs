//! Any valid product survives create → get → update → get.

use super::DemoIds;
use crate::{on_both_databases, support::app::TestApp};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use serde_json::{Value, json};

/// Each case takes a dozen calls on each database.
const CASES: usize = 5;

/// A random product, as choices from what there is.
#[derive(Debug, Clone)]
struct AnyProduct {
    name: String,
    prices: Vec<u64>,
    flags: Vec<bool>,
    /// The options of how many attributes, and their surcharges.
    choices: Vec<(usize, u64)>,
    recipe: Vec<(usize, u64)>,
    dishes: Vec<(usize, u64)>,
    toppings: Vec<usize>,
}

fn products() -> impl Strategy<Value = AnyProduct> {
    let few = |most: u64| {
        prop::collection::btree_map(0usize..25, 1..most, 1..6).prop_map(|m| m.into_iter().collect::<Vec<_>>())
    };
    (
        "[A-Za-zÑñáéíóú][A-Za-zÑñáéíóú%_'\"<>&! ]{1,50}",
        prop::collection::vec(0u64..99_999_999, 5),
        prop::collection::vec(any::<bool>(), 5),
        prop::collection::btree_map(0usize..4, 0u64..50_000, 1..4).prop_map(|m| m.into_iter().collect::<Vec<_>>()),
        few(9_999_999),
        few(99),
        prop::collection::btree_set(0usize..10, 1..6).prop_map(|s| s.into_iter().collect::<Vec<_>>()),
    )
        .prop_map(|(name, prices, flags, choices, recipe, dishes, toppings)| AnyProduct {
            name,
            prices,
            flags,
            choices,
            recipe,
            dishes,
            toppings,
        })
}

/// Thousandths as prices are written.
fn decimal(thousandths: u64) -> String {
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

fn body(any: &AnyProduct, n: usize, c: &DemoIds) -> Value {
    let is_combo = any.flags[0];
    let least = any.prices[0].min(any.prices[3]);
    let treatment = ["TAXED", "EXONERATED", "UNAFFECTED"][n % 3];
    let mut body = json!({
        "name": format!("{} {n}", any.name.trim()),
        "category_id": c.categories[n % c.categories.len()]["id"],
        "production_area_id": if is_combo { Value::Null } else { c.areas[n % c.areas.len()]["id"].clone() },
        "sale_amount": decimal(any.prices[0]), "delivery_price": decimal(any.prices[1]),
        "delivery_app_price": any.flags[1].then(|| decimal(any.prices[2])),
        "minimum_sale_price": any.flags[2].then(|| decimal(least)),
        "cost_amount": any.flags[3].then(|| decimal(any.prices[4])), "own_cost": any.flags[0] && any.flags[3],
        "code": any.flags[1].then(|| format!("C-{n}")), "barcode": any.flags[2].then(|| format!("000{}", any.prices[0])),
        "igv_treatment": treatment, "is_delivered": any.flags[4], "is_combo": is_combo, "has_stock": !is_combo && any.flags[1],
        "allergens": if any.flags[1] { json!(["MILK", "PEANUT"]) } else { json!([]) }, "marks": if any.flags[2] { json!(["SPICY", "HOUSE"]) } else { json!([]) },
        "name_en": if any.flags[3] { any.name.trim() } else { "" }, "description_pt": if any.flags[4] { any.name.trim() } else { "" },
        "has_variants": any.flags[2], "has_supplies": any.flags[3], "has_toppings": any.flags[4],
    });
    let doneness = c.attributes.iter().find(|a| a["name"] == "Término").unwrap()["options"].as_array().unwrap();
    let variants =
        any.choices.iter().map(|(i, more)| {
        json!({"options": {doneness[*i]["id"].to_string(): decimal(*more)}, "barcode": format!("V{n}-{i}")})
    });
    let recipe = any.recipe.iter().map(|(i, q)| json!({"supply_id": c.supplies[*i]["id"], "quantity": decimal(*q)}));
    let plain: Vec<&Value> = c.products.iter().filter(|p| p["is_combo"] == false).collect();
    let dishes = any.dishes.iter().map(|(i, q)| json!({"product_id": plain[*i]["id"], "quantity": q}));
    let toppings = any.toppings.iter().filter_map(|i| c.toppings.get(*i)).map(|t| t["id"].clone());
    for (on, field, parts) in [
        (any.flags[2], "variants", variants.collect::<Vec<_>>()),
        (any.flags[3], "supply_items", recipe.collect()),
        (is_combo, "combo_items", dishes.collect()),
        (any.flags[4], "topping_ids", toppings.collect()),
    ] {
        if on {
            body[field] = Value::Array(parts);
        }
    }
    body
}

/// Turns a product's detail into a body that would write it.
fn written_back(detail: &Value) -> Value {
    let parts = |field: &str, keep: &[(&str, &str)]| -> Value {
        let each = |p: &Value| keep.iter().map(|(to, from)| ((*to).to_owned(), p[*from].clone())).collect::<Value>();
        detail[field].as_array().unwrap().iter().map(each).collect()
    };
    let mut body = json!({});
    for field in [
        "name",
        "code",
        "barcode",
        "description",
        "category_id",
        "production_area_id",
        "sale_amount",
        "delivery_price",
        "delivery_app_price",
        "minimum_sale_price",
        "allergens",
        "marks",
        "name_en",
        "name_pt",
        "description_en",
        "description_pt",
        "cost_amount",
        "own_cost",
        "min_stock",
        "igv_treatment",
        "is_delivered",
        "is_combo",
        "has_stock",
        "has_variants",
        "has_supplies",
        "has_toppings",
        "plate",
        "position",
        "status",
    ] {
        body[field] = detail[field].clone();
    }
    if detail["has_variants"] == true {
        body["variants"] = parts("variants", &[("options", "options"), ("barcode", "barcode")]);
    }
    if detail["has_supplies"] == true {
        let keep = [("supply_id", "supply_id"), ("quantity", "quantity"), ("measurement_id", "measurement_id")];
        body["supply_items"] = parts("supplies_with_details", &keep);
    }
    if detail["is_combo"] == true {
        body["combo_items"] = parts("combo_has_product", &[("product_id", "product_id"), ("quantity", "quantity")]);
    }
    if detail["has_toppings"] == true {
        body["topping_ids"] = detail["topping_ids"].clone();
    }
    body
}

on_both_databases! {
    async fn any_product_survives_being_written_read_and_written_again(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let mut runner = TestRunner::default();
        for n in 0..CASES {
            let any = products().new_tree(&mut runner).unwrap().current();
            let form = body(&any, n, &c);
            let reply = admin.post("/api/products", form.clone()).await;
            assert_eq!(reply.status.as_u16(), 200, "{form}: {}", reply.json);
            let saved_product = reply.ok();
            let path = format!("/api/products/{}", saved_product["id"]);
            assert_eq!(admin.get(&path).await.ok(), saved_product, "{form}");
            for field in ["is_combo", "has_stock", "has_variants", "has_supplies", "has_toppings", "category_id"] {
                assert_eq!(saved_product[field], form[field], "{field} of {form}");
            }
            for (parts, returned_parts) in [("variants", "variants"), ("supply_items", "supplies_with_details"), ("combo_items", "combo_has_product"), ("topping_ids", "toppings")] {
                let many = |list: &Value| list.as_array().map_or(0, Vec::len);
                assert_eq!(many(&saved_product[returned_parts]), many(&form[parts]), "{parts} of {form}");
            }
            // Written back unchanged, nothing changes; a change of one field changes nothing else.
            assert_eq!(admin.put(&path, written_back(&saved_product)).await.ok(), saved_product, "{form}");
            let changed = admin.put(&path, json!({"description": "Otra"})).await.ok();
            let mut expected = saved_product.clone();
            (expected["description"], expected["updated_at"]) = (json!("Otra"), changed["updated_at"].clone());
            assert_eq!(changed, expected, "{form}");
            assert_eq!(admin.get(&path).await.ok(), changed, "{form}");
        }
    }
}
