//! The menu as a file: exported, changed, and imported again, completely or not at all.

use crate::{on_both_databases, orders::house::House, support::client::Client};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proptest::{
    prelude::{Strategy, any},
    strategy::ValueTree,
    test_runner::TestRunner,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn body(file: impl AsRef<[u8]>) -> Value {
    json!({ "content": STANDARD.encode(file) })
}

/// The whole menu as the office reads it, without fields that change by themselves.
async fn bill_of_fare(admin: &Client) -> BTreeMap<String, Value> {
    let rows = admin.get("/api/products?page=false").await.rows();
    let mut whole = BTreeMap::new();
    for row in rows {
        let mut product = admin.get(&format!("/api/products/{}", row["id"])).await.ok();
        for name in ["updated_at", "updated_by"] {
            product.as_object_mut().unwrap().remove(name);
        }
        whole.insert(row["name"].as_str().unwrap().to_owned(), product);
    }
    whole
}

async fn exported(admin: &Client, format: &str) -> Vec<u8> {
    let reply = admin.get(&format!("/api/products/export?format={format}")).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", reply.json);
    reply.bytes
}

fn line<'r>(report: &'r Value, name: &str) -> &'r Value {
    let lines = report["lines"].as_array().unwrap();
    lines.iter().find(|l| l["name"] == name).unwrap_or_else(|| panic!("no line {name}: {report}"))
}

on_both_databases! {
    async fn an_unchanged_export_changes_nothing_when_imported(house: House) {
        let admin = house.app.login("admin").await;
        // The cost fields say whether an item is being valued.
        house.wait_until_valued().await;
        let before = bill_of_fare(&admin).await;
        for format in ["xlsx", "csv"] {
            let file = exported(&admin, format).await;
            let preview = admin.post("/api/products/import?preview=true", body(&file)).await.ok();
            let same = preview["lines"].as_array().unwrap().iter().filter(|l| l["outcome"] != "SAME").collect::<Vec<_>>();
            assert!(same.is_empty(), "{format}: {same:?}");
            let import_report = admin.post("/api/products/import", body(&file)).await.ok();
            assert_eq!((&import_report["same"], &import_report["changed"], &import_report["created"]), (&json!(before.len()), &json!(0), &json!(0)));
        }
        assert_eq!(bill_of_fare(&admin).await, before);
    }

    async fn a_file_creates_and_changes_products_with_all_their_parts(house: House) {
        let admin = house.app.login("admin").await;
        let file = "Producto;Categoría;Área;Descripción;Precio;Precio delivery;Precio apps;Precio mínimo;Costo;Se cuenta;Stock mínimo;Va a delivery;Activo;Orden;Variantes;Receta;Combo;Adicionales\n\
            Combo norteño;Norte;;;60;;;;;;;;;;;;Cabrito a la norteña = 1 | Chicha morada = 2;\n\
            Cabrito a la norteña;Norte;cocina;Con tacu tacu;S/ 42,50;45;50.5;35;;No;0;Sí;Sí;3;Porción: Personal | Porción: Familiar = 20;Carne para seco = 300 g | arroz = 0.15 kg;;huevo frito | Palta\n\
            Chicha morada;;;;;;;;;;;;;;;;;\n";
        // An empty cell removes its value, so the chicha's line keeps only its name.
        let only_name = "Producto\nChicha morada\n";
        assert_eq!(admin.post("/api/products/import?preview=true", body(only_name)).await.ok()["same"], 1);
        let file = file.lines().take(3).collect::<Vec<_>>().join("\r\n");
        let preview = admin.post("/api/products/import?preview=true", body(&file)).await.ok();
        assert_eq!((&preview["created"], &preview["failed"], &preview["new_categories"], &preview["preview"]),
            (&json!(2), &json!(0), &json!(["Norte"]), &json!(true)), "{preview}");
        assert!(admin.get("/api/products?term=cabrito").await.rows().is_empty(), "only tried");
        assert!(admin.get("/api/categories?page=false").await.rows().iter().all(|c| c["name"] != "Norte"));
        let key = uuid::Uuid::new_v4();
        let import_report = admin.post_with_key("/api/products/import", body(&file), key).await.ok();
        assert_eq!(import_report["created"], 2);
        assert_eq!(admin.post_with_key("/api/products/import", body(&file), key).await.ok(), import_report, "the same answer, done once");
        let kid = house.product("Cabrito a la norteña").await;
        let kid = admin.get(&format!("/api/products/{}", kid["id"])).await.ok();
        assert_eq!((&kid["sale_amount"], &kid["delivery_price"], &kid["delivery_app_price"], &kid["minimum_sale_price"], &kid["category"], &kid["production_area"]),
            (&json!("42.50"), &json!("45.00"), &json!("50.50"), &json!("35.00"), &json!("Norte"), &json!("COCINA")));
        assert_eq!(kid["variants"][1]["additional_amount"], "20.00");
        assert_eq!(kid["food_cost"], "9.045", "300 g of beef and 150 g of rice");
        assert_eq!(kid["topping_ids"].as_array().unwrap().len(), 2);
        let combo = house.product("Combo norteño").await;
        assert_eq!(combo["combo_has_product"][0]["name"], "Cabrito a la norteña");
        // Imported again with changes: the preview lists each changed cell.
        let file = file.replace("S/ 42,50", "44").replace("Palta", "");
        let report = admin.post("/api/products/import", body(&file)).await.ok();
        let changes = &line(&report, "Cabrito a la norteña")["changes"];
        assert_eq!(changes, &json!([
            {"column": "Precio", "before": "42.50", "after": "44.00"},
            {"column": "Adicionales", "before": "Huevo frito | Palta", "after": "Huevo frito"},
        ]));
        assert_eq!((&report["changed"], &report["same"]), (&json!(1), &json!(1)));
    }

    async fn a_product_is_renamed_by_its_id_and_never_another_restaurants(house: House) {
        let admin = house.app.login("admin").await;
        let lomo = house.product("Lomo saltado").await;
        let text = String::from_utf8(exported(&admin, "csv").await).unwrap();
        let id = text.lines().find(|l| l.starts_with("Lomo saltado;")).unwrap().rsplit(';').next().unwrap().to_owned();
        assert!(id.starts_with(&format!("P{}-", lomo["id"])), "{id}");
        let combo = text.lines().find(|l| l.contains("Lomo saltado = ")).map(|l| l.split(';').next().unwrap().to_owned());

        let renamed = text.replace("\nLomo saltado;", "\nLomo al wok;");
        let preview = admin.post("/api/products/import?preview=true", body(&renamed)).await.ok();
        assert_eq!((&preview["changed"], &preview["created"], &preview["failed"]), (&json!(1), &json!(0), &json!(0)), "{preview}");
        assert_eq!(line(&preview, "Lomo al wok")["changes"], json!([{"column": "Producto", "before": "Lomo saltado", "after": "Lomo al wok"}]));
        admin.post("/api/products/import", body(&renamed)).await.ok();
        assert_eq!(house.product("Lomo al wok").await["id"], lomo["id"], "combos go on with it: {combo:?}");
        assert_eq!(admin.post("/api/products/import", body(exported(&admin, "csv").await)).await.ok()["changed"], 0);

        let sign = id.rsplit('-').next().unwrap();
        let other = if sign == "0000" { "0001" } else { "0000" };
        let foreign = format!("Producto;Categoría;Precio;Id\nPlato ajeno;Norte;20;P{}-{other}\n", lomo["id"]);
        assert_eq!(admin.post("/api/products/import", body(foreign)).await.ok()["created"], 1, "by its name, since the id is of another house");
        assert_eq!(house.product("Lomo al wok").await["id"], lomo["id"]);
        let twice = format!("Producto;Id\nLomo uno;{id}\nLomo dos;{id}\n");
        let refused = admin.post("/api/products/import", body(twice)).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().contains("mismo producto de la línea 2"), "{refused}");
        let colliding_sheet = format!("Producto;Id\nChicha morada;{id}\n");
        let refused = admin.post("/api/products/import", body(colliding_sheet)).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().contains("Chicha morada"), "{refused}");
        let old = "Producto;Precio\nLomo saltado;31\n";
        let preview = admin.post("/api/products/import?preview=true", body(old)).await.ok();
        assert_eq!(preview["failed"], 1, "its old name is nobody's: a new product needs its category: {preview}");
    }

    async fn a_file_with_invalid_lines_changes_nothing_and_each_is_named(house: House) {
        let admin = house.app.login("admin").await;
        let before = bill_of_fare(&admin).await;
        let file = "Producto;Categoría;Precio;Receta\n\
            Lomo saltado;Platos de prueba;99;\n\
            Sopa de prueba;Sopas de prueba;caro;\n\
            Guiso de prueba;Sopas de prueba;20;Unicornio = 1 kg\n\
            Caldo de prueba;Sopas de prueba;20;Pollo = 1 l\n\
            Otro caldo;;20;\n\
            LOMO SALTADO;Sopas de prueba;20;\n";
        let preview = admin.post("/api/products/import?preview=true", body(file)).await.ok();
        assert_eq!(preview["failed"], 5, "{preview}");
        for (name, at, column, says) in [
            ("Sopa de prueba", 3, "Precio", "«caro» no es un número"),
            ("Guiso de prueba", 4, "Receta", "No hay un insumo «Unicornio»"),
            ("Caldo de prueba", 5, "Receta", "Pollo se mide en kg"),
            ("Otro caldo", 6, "Categoría", "Escribe la categoría"),
            ("LOMO SALTADO", 7, "Producto", "ya está en la línea 2"),
        ] {
            let line = line(&preview, name);
            assert_eq!((&line["line"], &line["outcome"], &line["errors"][0]["column"]), (&json!(at), &json!("ERROR"), &json!(column)), "{line}");
            assert!(line["errors"][0]["message"].as_str().unwrap().contains(says), "{line}");
        }
        let refused = admin.post("/api/products/import", body(file)).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().starts_with("Línea 3, Precio: «caro» no es un número."), "{refused}");
        assert_eq!(refused["current"]["failed"], 5);
        assert_eq!(bill_of_fare(&admin).await, before);
        assert!(admin.get("/api/categories?page=false").await.rows().iter().all(|c| !c["name"].as_str().unwrap().contains("prueba")));
    }

    async fn a_file_that_is_no_menu_is_refused_in_words(house: House) {
        let admin = house.app.login("admin").await;
        for (file, says) in [
            (&b""[..], "vac"),
            (b"PK\x03\x04 broken", "Excel"),
            (b"\x89PNG\r\n\0\0", "no es una hoja"),
            (b"Producto;Marca\nX;Y", "columna"),
            (b"Producto\n", "solo tiene"),
        ] {
            let refused = admin.post("/api/products/import", body(file)).await.refused(422, "invalid");
            assert!(refused["errors"]["content"][0].as_str().unwrap().contains(says), "{refused}");
        }
        admin.post("/api/products/import", json!({"content": "%%%"})).await.refused(422, "invalid");
        admin.post("/api/products/import", json!({})).await.refused(422, "invalid");
        for username in ["mozo", "cajero", "contador", "cocina"] {
            let other = house.app.login(username).await;
            other.post("/api/products/import?preview=true", body("Producto\nX")).await.refused(422, "not_permitted");
            other.get("/api/products/export").await.refused(422, "not_permitted");
        }
        for format in ["xlsx", "csv"] {
            let example = admin.get(&format!("/api/products/import/example?format={format}")).await.bytes;
            let preview = admin.post("/api/products/import?preview=true", body(example)).await.ok();
            assert_eq!((&preview["created"], &preview["failed"]), (&json!(3), &json!(0)), "{preview}");
        }
    }

    async fn no_cell_of_an_export_runs_as_a_formula(house: House) {
        let admin = house.app.login("admin").await;
        let category = house.product("Lomo saltado").await["category_id"].clone();
        let evil = "=HYPERLINK(\"http://x\"; \"y\") | + : uno";
        let evil_product = admin.post("/api/products", json!({"name": evil, "category_id": category, "sale_amount": "5", "description": "@SUM(1+1)"})).await.ok();
        let text = String::from_utf8(exported(&admin, "csv").await).unwrap();
        assert!(text.contains("'=HYPERLINK") && text.contains("'@SUM(1+1)"));
        for cell in text.split([';', '\n']) {
            assert!(!cell.trim_matches('"').starts_with(['=', '+', '-', '@']), "{cell}");
        }
        // A combo with such names is exported and imported, whatever signs they contain.
        admin.post("/api/products", json!({"name": "Combo raro", "category_id": category, "sale_amount": "9", "is_combo": true,
            "combo_items": [{"product_id": evil_product["id"], "quantity": 2}]})).await.ok();
        for format in ["csv", "xlsx"] {
            let file = exported(&admin, format).await;
            let preview = admin.post("/api/products/import?preview=true", body(file)).await.ok();
            assert_eq!((&preview["changed"], &preview["created"], &preview["failed"]), (&json!(0), &json!(0), &json!(0)), "{preview}");
        }
    }

    async fn any_valid_product_survives_export_and_import(house: House) {
        let admin = house.app.login("admin").await;
        let (category, supplies, toppings, parts, options) = load_parts_for_products(&admin).await;
        let mut runner = TestRunner::deterministic();
        for n in 0..12 {
            let name = "[a-zñáé |=+:\"';,0-9]{1,30}".new_tree(&mut runner).unwrap().current();
            let (price, flags, count) = (0u32..9_999_999, any::<u8>(), 1usize..4).new_tree(&mut runner).unwrap().current();
            let milli = |v: u32| format!("{}.{:03}", v / 1000, v % 1000);
            let mut product = json!({"name": format!("P{n} {name}"), "category_id": category, "sale_amount": milli(price),
                "description": name, "is_delivered": flags & 1 == 0, "status": if flags & 2 == 0 { "ACTIVE" } else { "INACTIVE" }});
            if flags & 4 == 0 { product["cost_amount"] = json!("1.234567"); product["minimum_sale_price"] = json!("0"); }
            if flags & 8 == 0 {
                product["has_supplies"] = json!(true);
                product["supply_items"] = supplies.iter().take(count).map(|s| json!({"supply_id": s, "quantity": "0.123456"})).collect();
            }
            if flags & 16 == 0 {
                product["has_toppings"] = json!(true);
                product["topping_ids"] = json!(toppings.iter().take(count).collect::<Vec<_>>());
            }
            if flags & 32 == 0 {
                product["has_variants"] = json!(true);
                product["variants"] = options.iter().take(count).map(|o| json!({"options": {o.to_string(): milli(price / 7)}})).collect();
            }
            if flags & 64 == 0 {
                product["is_combo"] = json!(true);
                product["combo_items"] = parts.iter().take(count).map(|p| json!({"product_id": p, "quantity": count})).collect();
            }
            admin.post("/api/products", product).await.ok();
        }
        house.wait_until_valued().await;
        let before = bill_of_fare(&admin).await;
        let format = |n: usize| if n == 0 { "xlsx" } else { "csv" };
        for n in 0..2 {
            let file = exported(&admin, format(n)).await;
            // After the generated products are emptied, the file restores them.
            for (_, product) in before.iter().filter(|(name, _)| name.starts_with('P') && name.as_bytes()[1].is_ascii_digit()) {
                let bare = json!({"description": "", "sale_amount": "1", "minimum_sale_price": null, "cost_amount": null,
                    "has_supplies": false, "has_toppings": false, "has_variants": false, "is_combo": false, "is_delivered": true, "status": "ACTIVE"});
                admin.put(&format!("/api/products/{}", product["id"]), bare).await.ok();
            }
            let report = admin.post("/api/products/import", body(file)).await.ok();
            assert_eq!(report["created"], 0, "{report}");
            let after = bill_of_fare(&admin).await;
            for (name, product) in &before {
                assert_eq!(without_variant_ids(&after[name]), without_variant_ids(product), "{name}");
            }
        }
    }
}

fn without_variant_ids(product: &Value) -> Value {
    let mut product = product.clone();
    for variant in product["variants"].as_array_mut().into_iter().flatten() {
        variant.as_object_mut().unwrap().remove("id");
    }
    product
}

/// A category, and ids of supplies, toppings, dishes and options for random products.
async fn load_parts_for_products(admin: &Client) -> (Value, Vec<Value>, Vec<Value>, Vec<Value>, Vec<Value>) {
    let ids = |rows: Vec<Value>| rows.into_iter().map(|r| r["id"].clone()).collect::<Vec<_>>();
    let products = admin.get("/api/products?page=false").await.rows();
    let category = products[0]["category_id"].clone();
    let dishes = products.into_iter().filter(|p| p["is_combo"] == false).take(4).collect();
    let attributes = admin.get("/api/attributes?page=false").await.rows();
    // All choices of a product have the same attributes.
    let options = attributes.iter().map(|a| a["options"].as_array().unwrap().clone()).max_by_key(Vec::len).unwrap();
    let supplies = admin.get("/api/supplies").await.rows();
    let toppings = admin.get("/api/toppings").await.rows();
    (category, ids(supplies), ids(toppings), ids(dishes), ids(options))
}
