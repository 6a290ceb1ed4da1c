//! Importing real menus: old character sets, prices in words, a category over several lines, and files that claim impossible sizes.

use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use std::io::{Cursor, Read, Write};
use uuid::Uuid;

const IMPORT: &str = "/api/products/import";

fn body(file: impl AsRef<[u8]>) -> Value {
    json!({ "content": STANDARD.encode(file) })
}

/// Name, category and price of a product.
async fn sold(client: &Client, name: &str) -> Option<[String; 3]> {
    let rows = client.get(&format!("/api/products?term={name}")).await.rows();
    let row = rows.iter().find(|row| row["name"] == name)?;
    Some(["name", "category", "sale_amount"].map(|field| row[field].as_str().unwrap_or_default().to_owned()))
}

/// A menu as a workbook, in whose sheet one text is replaced.
fn tampered(from: &str, to: &str) -> Vec<u8> {
    let mut book = rust_xlsxwriter::Workbook::new();
    book.add_worksheet().merge_range(1, 0, 2, 0, "Cremas", &rust_xlsxwriter::Format::new()).unwrap();
    let bytes = book.save_to_buffer().unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for n in 0..archive.len() {
        let mut file = archive.by_index(n).unwrap();
        let (name, mut content) = (file.name().to_owned(), String::new());
        file.read_to_string(&mut content).unwrap();
        if name.ends_with("sheet1.xml") {
            assert!(content.contains(from), "{content}");
            content = content.replace(from, to);
        }
        out.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        out.write_all(content.as_bytes()).unwrap();
    }
    out.finish().unwrap().into_inner()
}

on_both_databases! {
    async fn old_character_sets_are_read_or_nothing_is_created(app: TestApp) {
        let admin = app.login("admin").await;
        admin.post(IMPORT, body(include_bytes!("../../fixtures/files/menu-cp850.csv"))).await.ok();
        let imported = sold(&admin, "Ñoquis con ají").await.unwrap();
        assert_eq!(imported, ["Ñoquis con ají", "Pastas de niño", "12.50"]);
        let before = admin.get("/api/products?page=false").await.rows().len();
        for (file, word) in [
            (&b"Producto;Categoria;Precio\nPl\xa0tano frito;Postres;5\n"[..], "Pl\u{a0}tano"),
            ("Producto;Categoria;Precio\nPi¤a colada;Bebidas;5\n".as_bytes(), "Pi¤a"),
            ("Producto;Categoria;Precio\nPiÃ±a colada;Bebidas;5\n".as_bytes(), "PiÃ±a"),
        ] {
            for path in [format!("{IMPORT}?preview=true"), IMPORT.to_owned()] {
                let refused = admin.post(&path, body(file)).await.refused(422, "invalid");
                let text = refused["errors"]["content"][0].as_str().unwrap();
                assert!(text.contains(word) && text.contains("CSV UTF-8"), "{text}");
            }
        }
        assert_eq!(admin.get("/api/products?page=false").await.rows().len(), before);
    }

    async fn prices_in_words_are_read(app: TestApp) {
        let admin = app.login("admin").await;
        let import_report = admin.post(IMPORT, body(include_bytes!("../../fixtures/files/menu-precios.csv"))).await.ok();
        assert_eq!(import_report["created"], 3, "{import_report}");
        for name in ["Sopa uno", "Sopa cuatro", "Sopa seis"] {
            assert_eq!(sold(&admin, name).await.unwrap()[2], "12.50");
        }
    }

    async fn spaces_in_prices_separate_thousands_or_are_refused(app: TestApp) {
        let admin = app.login("admin").await;
        let menu = |price: &str| format!("Producto;Categoria;Precio\nPlato espacio;Sopas;{price}\n");
        for price in ["12 50", "2 5", "1 2 3", "12.505", "12,345"] {
            let looked = admin.post(&format!("{IMPORT}?preview=true"), body(menu(price))).await.ok();
            let text = looked.to_string();
            assert!(text.contains(&format!("«{price}» puede leerse de dos formas")), "{text}");
        }
        admin.post(IMPORT, body(menu("1 250"))).await.ok();
        assert_eq!(sold(&admin, "Plato espacio").await.unwrap()[2], "1250.00");
    }

    async fn a_cost_of_its_own_is_exported_and_read(app: TestApp) {
        let admin = app.login("admin").await;
        let menu = |own: &str, cost: &str| {
            format!("Producto;Categoria;Precio;Costo;Costo propio;Receta\nBistec de hoja;Carnes;40;{cost};{own};Lomo fino = 200 g\n")
        };
        admin.post(IMPORT, body(menu("Sí", "11.50"))).await.ok();
        let find = async || {
            let id = admin.get("/api/products?term=bistec%20de%20hoja").await.rows()[0]["id"].clone();
            let saved = admin.get(&format!("/api/products/{id}")).await.ok();
            ["own_cost", "cost_source", "food_cost"].map(|field| saved[field].clone())
        };
        assert_eq!(find().await, [json!(true), json!("OWN"), json!("11.50")]);
        let text = String::from_utf8(admin.get("/api/products/export?format=csv").await.bytes).unwrap();
        let head = text.lines().next().unwrap().trim_start_matches('\u{feff}').split(';').position(|head| head == "Costo propio (sí/no)").unwrap();
        let line = text.lines().find(|line| line.starts_with("Bistec de hoja")).unwrap();
        assert_eq!(line.split(';').nth(head), Some("Sí"), "{line}");
        // An empty cell leaves it; what is neither yes nor no, and a cost of its own that is empty, are refused in their cells.
        admin.post(IMPORT, body(menu("", "12"))).await.ok();
        assert_eq!(find().await, [json!(true), json!("OWN"), json!("12.00")]);
        for (own, cost, column) in [("quizás", "12", "Costo propio (sí/no)"), ("Sí", "", "Costo")] {
            let looked = admin.post(&format!("{IMPORT}?preview=true"), body(menu(own, cost))).await.ok();
            assert_eq!(looked["lines"][0]["errors"][0]["column"], column, "{looked}");
        }
        admin.post(IMPORT, body(menu("No", "12"))).await.ok();
        assert_eq!(find().await[..2], [json!(false), json!("RECIPE")]);
    }

    async fn allergens_texts_and_groups_of_options_are_exported_and_read(app: TestApp) {
        let admin = app.login("admin").await;
        for name in ["Salsas de mesa", "Acompañamientos"] {
            let group = json!({"name": name, "options": [{"name": format!("Uno de {name}"), "amount": "0"}]});
            admin.post("/api/choice-groups", group).await.ok();
        }
        let menu = |allergens: &str, groups: &str| {
            format!("Producto;Categoria;Precio;Alérgenos;Señas;Nombre en inglés;Grupos de opciones\nSalpicón;Entradas;22;{allergens};picante | CRUDO;Chicken salad;{groups}\n")
        };
        admin.post(IMPORT, body(menu("Mani | lácteos", "Salsas de mesa | acompanamientos"))).await.ok();
        let id = admin.get("/api/products?term=salpic%C3%B3n").await.rows()[0]["id"].clone();
        let saved = admin.get(&format!("/api/products/{id}")).await.ok();
        assert_eq!(["allergens", "marks", "name_en"].map(|f| saved[f].clone()), [json!(["MILK", "PEANUT"]), json!(["SPICY", "RAW"]), json!("Chicken salad")]);
        assert_eq!(saved["choice_group_ids"].as_array().unwrap().len(), 2, "{saved}");
        let text = String::from_utf8(admin.get("/api/products/export?format=csv").await.bytes).unwrap();
        let line = text.lines().find(|line| line.starts_with("Salpicón")).unwrap();
        for cell in ["lácteos | maní", "picante | crudo", "Chicken salad", "Salsas de mesa | Acompañamientos"] {
            assert!(line.contains(cell), "{cell} in {line}");
        }
        for (allergens, groups, column, text) in [
            ("plutonio", "", "Alérgenos", "«plutonio» no es ninguno de: gluten, crustáceos"),
            ("maní", "Postres del día", "Grupos de opciones", "No hay un grupo «Postres del día»."),
        ] {
            let looked = admin.post(&format!("{IMPORT}?preview=true"), body(menu(allergens, groups))).await.ok();
            let error = &looked["lines"][0]["errors"][0];
            assert_eq!(error["column"], column, "{looked}");
            assert!(error.to_string().contains(text), "{error}");
        }
        admin.post(IMPORT, body(menu("", ""))).await.ok();
        let saved = admin.get(&format!("/api/products/{id}")).await.ok();
        assert_eq!((&saved["allergens"], &saved["choice_group_ids"]), (&json!([]), &json!([])), "an empty cell removes what was there");
    }

    async fn a_workbook_with_impossible_cell_addresses_is_refused(app: TestApp) {
        let admin = app.login("admin").await;
        for (from, to) in [("ref=\"A2:A3\"", "ref=\"A9:A2\""), ("r=\"A2\"", "r=\"ZZZZZZ99999999999\"")] {
            let refused = admin.post(&format!("{IMPORT}?preview=true"), body(tampered(from, to))).await.refused(422, "invalid");
            assert!(refused["message"].as_str().unwrap().contains("Guárdalo otra vez como .xlsx"), "{refused}");
        }
    }

    async fn a_merged_category_applies_to_the_lines_below(app: TestApp) {
        let admin = app.login("admin").await;
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        for (column, head) in ["Categoría", "Producto", "Precio"].into_iter().enumerate() {
            sheet.write_string(0, column as u16, head).unwrap();
        }
        sheet.merge_range(1, 0, 2, 0, "Cremas", &rust_xlsxwriter::Format::new()).unwrap();
        sheet.merge_range(3, 0, 4, 0, "Jaleas", &rust_xlsxwriter::Format::new()).unwrap();
        for (row, name) in ["Crema de choclo", "Crema de zapallo", "Jalea norteña", "Jalea real"].into_iter().enumerate() {
            sheet.write_string(row as u32 + 1, 1, name).unwrap();
            sheet.write_number(row as u32 + 1, 2, 18.0).unwrap();
        }
        let import_report = admin.post(IMPORT, body(book.save_to_buffer().unwrap())).await.ok();
        assert_eq!(import_report["created"], 4, "{import_report}");
        for (name, category) in [("Crema de choclo", "Cremas"), ("Crema de zapallo", "Cremas"), ("Jalea norteña", "Jaleas"), ("Jalea real", "Jaleas")] {
            assert_eq!(sold(&admin, name).await.unwrap()[1], category, "{name}");
        }
        let unmerged = admin.post(IMPORT, body("Categoría;Producto;Precio\nJaleas;Jalea a;5\n;Jalea b;5\n")).await;
        assert_eq!(unmerged.status, 422, "an empty cell that is not merged is a category that was forgotten");
    }

    async fn a_file_that_claims_too_much_is_refused_and_the_server_survives(app: TestApp) {
        let admin = app.login("admin").await;
        let file = include_bytes!("../../fixtures/files/strings-4-billion.xlsx");
        let refused = admin.post(IMPORT, body(file)).await.refused(422, "invalid");
        assert!(refused["errors"]["content"].is_array(), "{refused}");
        let yape = admin.get("/api/payment-options").await.rows().iter().find(|o| o["name"] == "Yape").unwrap()["id"].clone();
        let path = format!("/api/payment-method-report/reconciliation/{yape}/statement?start_date=2026-11-01&end_date=2026-11-30");
        admin.upload_form(&path, "yape.xlsx", file, Uuid::new_v4()).await.refused(422, "invalid");
        let page = b"\n<html><table><tr><td>Fecha</td></tr></table></html>";
        let refused = admin.upload_form(&path, "banco.xls", page, Uuid::new_v4()).await.refused(422, "invalid");
        assert!(refused["errors"]["file"][0].as_str().unwrap().contains("página web"), "{refused}");
        assert!(!admin.get("/api/products").await.rows().is_empty());
    }
}
