//! Supplies and clients as files: exported, changed, and imported again, completely or not at all.

use crate::{on_both_databases, orders::house::House, support::client::Client};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

fn body(file: impl AsRef<[u8]>) -> Value {
    json!({ "content": STANDARD.encode(file) })
}

async fn exported(client: &Client, what: &str, format: &str) -> Vec<u8> {
    let reply = client.get(&format!("/api/{what}/export?format={format}")).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", reply.json);
    reply.bytes
}

async fn preview(client: &Client, what: &str, file: impl AsRef<[u8]>) -> Value {
    client.post(&format!("/api/{what}/import?preview=true"), body(file)).await.ok()
}

fn counts(report: &Value) -> [i64; 4] {
    ["created", "changed", "same", "failed"].map(|of| report[of].as_i64().unwrap())
}

/// The errors of a report: line, column and message.
fn errors(report: &Value) -> Vec<(i64, String, String)> {
    let lines = report["lines"].as_array().unwrap().iter();
    let read_error = |l: &Value, e: &Value| {
        let text = |of: &str| e[of].as_str().unwrap().to_owned();
        (l["line"].as_i64().unwrap(), text("column"), text("message"))
    };
    lines.flat_map(|l| l["errors"].as_array().unwrap().iter().map(|e| read_error(l, e)).collect::<Vec<_>>()).collect()
}

fn assert_errors(report: &Value, expected: &[(i64, &str, &str)]) {
    let found = errors(report);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((line, column, message), (at, of, says)) in found.iter().zip(expected) {
        assert!(
            line == at && column == of && message.contains(says),
            "{line} {column}: {message} (not {at} {of}: {says})"
        );
    }
}

/// The row of a file that begins with this, and its id.
fn id_in(text: &str, begins: &str) -> String {
    let row = text.lines().find(|l| l.starts_with(begins)).unwrap_or_else(|| panic!("no {begins}: {text}"));
    row.rsplit(';').next().unwrap().trim().to_owned()
}

on_both_databases! {
    async fn an_unchanged_export_changes_nothing_and_the_example_is_valid(house: House) {
        let admin = house.app.login("admin").await;
        admin.post("/api/clients", json!({"name": "=HYPERLINK(1)", "last_name": "@x", "phone": "+51 987 654 321"})).await.ok();
        for what in ["supplies", "clients"] {
            for format in ["xlsx", "csv"] {
                let file = exported(&admin, what, format).await;
                let report = preview(&admin, what, &file).await;
                let [created, changed, same, failed] = counts(&report);
                assert!((created, changed, failed) == (0, 0, 0) && same > 0, "{what} {format}: {report}");
                let example = admin.get(&format!("/api/{what}/import/example?format={format}")).await.bytes;
                assert_eq!(counts(&preview(&admin, what, example).await), [3, 0, 0, 0], "{what} {format}");
            }
            let text = String::from_utf8(exported(&admin, what, "csv").await).unwrap();
            for cell in text.split([';', '\n']) {
                assert!(!cell.trim_matches('"').starts_with(['=', '+', '-', '@']), "{cell}");
            }
        }
        let cashier = house.app.login("cajero").await;
        preview(&cashier, "clients", exported(&cashier, "clients", "csv").await).await;
        let others = [("clients", ["mozo", "contador", "cocina"]), ("supplies", ["cajero", "mozo", "contador"])];
        for (what, usernames) in others {
            for username in usernames {
                let other = house.app.login(username).await;
                other.post(&format!("/api/{what}/import?preview=true"), body("Insumo\nX")).await.refused(422, "not_permitted");
                other.get(&format!("/api/{what}/export")).await.refused(422, "not_permitted");
                other.get(&format!("/api/{what}/import/example")).await.refused(422, "not_permitted");
            }
        }
    }

    async fn supplies_are_created_and_changed_by_name_and_by_id(house: House) {
        let admin = house.app.login("admin").await;
        let file = "Insumo;Categoría;Unidad;Costo;Se cuenta;Stock mínimo;Descripción\n\
            Cabrito tierno;Norte;KG;28,50;;2,5;\n\
            Chicha de jora;Norte;litro;S/ 4;no;;De Catacaos\n";
        let report = preview(&admin, "supplies", file).await;
        assert_eq!((counts(&report), &report["new_categories"]), ([2, 0, 0, 0], &json!(["Norte"])), "{report}");
        let key = uuid::Uuid::new_v4();
        let import_report = admin.post_with_key("/api/supplies/import", body(file), key).await.ok();
        assert_eq!(admin.post_with_key("/api/supplies/import", body(file), key).await.ok(), import_report, "done once");
        assert_eq!(counts(&preview(&admin, "supplies", file).await), [0, 0, 2, 0], "the same again changes nothing");
        let goat = admin.get("/api/supplies?term=cabrito").await.rows()[0].clone();
        assert_eq!((&goat["cost_amount"], &goat["min_stock"], &goat["measurement"], &goat["category"], &goat["has_stock"]),
            (&json!("28.50"), &json!("2.5"), &json!("kg"), &json!("Norte"), &json!(true)));

        // A changed unit applies to the other values of the row.
        let text = String::from_utf8(exported(&admin, "supplies", "csv").await).unwrap();
        let id = id_in(&text, "Cabrito tierno;");
        let grams = format!("Insumo;Unidad;Costo;Stock mínimo;Id\nCabrito de leche;g;28.50;2.5;{id}\n");
        let report = admin.post("/api/supplies/import", body(grams)).await.ok();
        assert_eq!(counts(&report), [0, 1, 0, 0]);
        assert_eq!(report["lines"][0]["changes"][0], json!({"column": "Insumo", "before": "Cabrito tierno", "after": "Cabrito de leche"}));
        let now = admin.get(&format!("/api/supplies/{}", goat["id"])).await.ok();
        assert_eq!((&now["name"], &now["measurement"], &now["cost_amount"], &now["min_stock"]),
            (&json!("Cabrito de leche"), &json!("g"), &json!("28.50"), &json!("2.5")));

        // A name may pass to another supply, whatever the order of lines; a cycle is refused.
        let jora = id_in(&text, "Chicha de jora;");
        let chain = format!("Insumo;Id\nChicha de jora;{id}\nJora;{jora}\n");
        assert_eq!(counts(&preview(&admin, "supplies", chain).await), [0, 2, 0, 0]);
        let ring = format!("Insumo;Id\nChicha de jora;{id}\nCabrito de leche;{jora}\n");
        let refused = admin.post("/api/supplies/import", body(ring)).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().contains("provisional"), "{refused}");
    }

    async fn each_error_of_a_file_is_at_its_row_and_column(house: House) {
        let admin = house.app.login("admin").await;
        let before = admin.get("/api/supplies?page=false").await.json["rows"].clone();
        let report = preview(&admin, "supplies", "Insumo;Unidad;Costo;Se cuenta;Stock mínimo\n\
            Uno;;caro;tal vez;1\n\
            Dos;brazas;-1;;\n\
            dos;kg;;;\n\
            ;kg;;;\n\
            Tres;kg;-1;;\n").await;
        assert_errors(&report, &[
            (2, "Unidad", "en qué se cuenta"), (2, "Costo", "«caro»"), (2, "Se cuenta", "Sí o No"),
            (3, "Unidad", "«brazas»"), (3, "Costo", "negativo"), (4, "Insumo", "ya está en la línea 3"), (5, "Insumo", "Escribe el nombre"),
            (6, "Costo", "negativo"),
        ]);
        let file = "Insumo;Unidad\nBueno;kg\nMalo;brazas\n";
        let refused = admin.post("/api/supplies/import", body(file)).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().starts_with("Línea 3, Unidad:"), "{refused}");
        assert_eq!(admin.get("/api/supplies?page=false").await.json["rows"], before, "all of it or nothing");

        let report = preview(&admin, "clients", "Tipo de documento;Número;Nombre;Apellidos;Razón social;Correo;Nacimiento;Ubigeo\n\
            ;4056382;Ana;Flores;;;;\n\
            RUC;20601234566;;;Empresa;;;\n\
            ;20131312955;SUNAT;;;;;\n\
            DNI;41111111;Luis;;;no es correo;24/09/88;\n\
            XX;1;Eva;;;;;\n\
            ;42222222;Raúl;;;;;999999\n\
            DNI;4222 2222;Otro;;;;;\n").await;
        assert_errors(&report, &[
            (2, "Número", "Excel lo quitó"), (3, "Número", "RUC"), (4, "Razón social", "Razón social"),
            (5, "Correo", "correo"), (5, "Nacimiento", "24/09/1988"), (6, "Tipo de documento", "DNI, RUC"), (7, "Ubigeo", "ubigeo"),
            (8, "Número", "ya está en la línea 7"),
        ]);
        for what in ["supplies", "clients"] {
            admin.post(&format!("/api/{what}/import"), json!({"content": "%%%"})).await.refused(422, "invalid");
            let refused = admin.post(&format!("/api/{what}/import"), body("Marca\nX")).await.refused(422, "invalid");
            assert!(refused["errors"]["content"][0].as_str().unwrap().contains("columna"), "{refused}");
        }
    }

    async fn clients_are_matched_by_document_by_id_and_by_a_unique_name(house: House) {
        let admin = house.app.login("admin").await;
        let file = "Número;Nombre;Apellidos;Razón social;Teléfono;Nacimiento;Ubigeo\n\
            04056382;Ñusta;Rojas;;987654321;24/9/1988;150122\n\
            20131312955;;;Aduana de prueba;;;\n\
            ;Señora;Rosa;;;;\n";
        let import_report = admin.post("/api/clients/import", body(file)).await.ok();
        assert_eq!(counts(&import_report), [3, 0, 0, 0], "{import_report}");
        assert_eq!(counts(&preview(&admin, "clients", file).await), [0, 0, 3, 0], "nobody is there twice");
        let found = admin.get("/api/clients?term=nusta").await.rows()[0].clone();
        assert_eq!((&found["document_type"], &found["document_number"], &found["dob"], &found["district"]),
            (&json!("DNI"), &json!("04056382"), &json!("1988-09-24"), &json!("MIRAFLORES")));
        let firm = admin.get("/api/clients?term=aduana").await.rows()[0].clone();
        assert_eq!((&firm["document_type"], &firm["business_name"]), (&json!("RUC"), &json!("Aduana de prueba")));

        // A missing column leaves its field unchanged; an empty cell clears it, but never the document.
        let report = admin.post("/api/clients/import", body("Número;Teléfono\n04056382;\n")).await.ok();
        assert_eq!(report["lines"][0]["changes"], json!([{"column": "Teléfono", "before": "987654321", "after": ""}]));
        let text = String::from_utf8(exported(&admin, "clients", "csv").await).unwrap();
        assert!(!text.contains("CLIENTES VARIOS"), "the nameless one is nobody's to change");
        let id = id_in(&text, "DNI;04056382;");
        let married = format!("Número;Nombre;Apellidos;Id\n;Ñusta;Rojas de Paz;{id}\n");
        admin.post("/api/clients/import", body(married)).await.ok();
        let now = admin.get(&format!("/api/clients/{}", found["id"])).await.ok();
        assert_eq!((&now["last_name"], &now["document_number"]), (&json!("Rojas de Paz"), &json!("04056382")));

        // Another client's document is refused, whoever has it.
        let renaming_sheet = format!("Número;Nombre;Id\n20131312955;Ñusta;{id}\n");
        let report = preview(&admin, "clients", renaming_sheet).await;
        assert_eq!(counts(&report), [0, 0, 0, 1], "{report}");
        admin.post("/api/clients", json!({"name": "Señora", "last_name": "Rosa"})).await.ok();
        assert_errors(&preview(&admin, "clients", "Nombre;Apellidos;Teléfono\nSeñora;Rosa;1\n").await, &[(2, "Número", "Hay 2 clientes")]);
        let file = exported(&admin, "clients", "xlsx").await;
        assert_eq!(counts(&preview(&admin, "clients", file).await)[2], admin.get("/api/clients?page=false").await.rows().len() as i64 - 1);
        assert_errors(&preview(&admin, "clients", "Número;Nombre\n00000000;Otro\n").await, &[(2, "", "CLIENTES VARIOS")]);
    }
}
