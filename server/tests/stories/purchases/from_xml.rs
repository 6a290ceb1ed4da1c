//! A purchase from the supplier's XML: the draft that is read from it, the purchase that comes to the document's total, and matches that
//! are remembered for the next time.

use super::Office;
use crate::on_both_databases;
use serde_json::{Value, json};
use std::io::{Cursor, Write as _};
use uuid::Uuid;
use zip::{ZipWriter, write::SimpleFileOptions};

pub const SEAFOOD: &[u8] = include_bytes!("papers/mariscos.xml");
const GROCERIES: &[u8] = include_bytes!("papers/abarrotes.xml");
const DRINKS: &[u8] = include_bytes!("papers/bebidas.xml");

impl Office {
    pub async fn read(&self, file: &[u8]) -> Value {
        self.jorge.upload_form("/api/purchase/from-xml", "factura.xml", file, Uuid::new_v4()).await.ok()
    }
    /// Makes the purchase of a draft as a person does: each line as it was found, and unknown items as rice by the kilo.
    pub async fn buy_as_read(&self, draft: &Value, number: &str) -> Value {
        self.jorge.post("/api/purchase", self.body_as_read(draft, number).await).await.ok()
    }
    pub async fn body_as_read(&self, draft: &Value, number: &str) -> Value {
        let provider = match draft["provider"]["id"].as_i64() {
            Some(id) => id,
            None => {
                let provider = &draft["provider"];
                let body = json!({"document_type": "RUC", "document_number": provider["document"], "business_name": provider["name"]});
                self.jorge.post("/api/providers", body).await.ok()["id"].as_i64().unwrap()
            }
        };
        let kilo = self.unit("kg").await;
        let known = [self.supply("Arroz").await, self.supply("Azúcar").await];
        let unknown = known.map(|id| json!({"item_type": "SUPPLY", "item_id": id, "measurement_id": kilo, "quantity": "25", "factor": "25"}));
        let mut unknown = unknown.iter();
        let (mut items, mut matches, mut freight) =
            (Vec::<Value>::new(), Vec::new(), cents(&draft["totals"]["freight"]));
        for line in draft["lines"].as_array().unwrap() {
            if line["is_charge"] == true {
                freight += cents(&line["total"]);
                continue;
            }
            let found = if line["match"].is_null() { unknown.next().unwrap() } else { &line["match"] };
            items.push(json!({
                "item_type": found["item_type"], "item_id": found["item_id"], "measurement_id": found["measurement_id"],
                "quantity": found["quantity"], "total_price": line["total"], "is_exempt": line["is_exempt"],
            }));
            matches.push(json!({
                "code": line["code"], "text": line["text"], "unit_code": line["unit_code"], "factor": found["factor"],
                "item_type": found["item_type"], "item_id": found["item_id"], "measurement_id": found["measurement_id"],
            }));
        }
        let deducted = &draft["deducted"];
        json!({
            "type": draft["payment"], "document": draft["document"], "serie": draft["serie"], "number": number, "date": draft["date"],
            "provider_id": provider, "items": items, "matches": matches, "discount": draft["totals"]["discount"],
            "freight": soles(freight), "total": draft["totals"]["total"], "quotes": draft["quotes"], "payment": {"source": "OTHER", "payment_option": "Yape"},
            "advance": draft["totals"]["advance"], "set_aside": if draft["payment"] == "CREDITO" { draft["set_aside"].clone() } else { json!([]) },
            "isc": draft["totals"]["isc"], "icbper": draft["totals"]["icbper"], "other_charges": draft["totals"]["other_charges"],
            "igv": deducted["igv"], "igv_base": deducted["base"], "igv_percent": deducted["percent"],
        })
    }
}

fn cents(amount: &Value) -> i64 {
    amount.as_str().unwrap().replace('.', "").parse().unwrap()
}
fn soles(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// The name, quantity, unit, match and need for review of each line; or what the line is instead of an item.
fn line_summaries(draft: &Value) -> Vec<String> {
    let line = |line: &Value| {
        let found = &line["match"];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        match (line["is_charge"] == true, found.is_null()) {
            (true, _) => format!("flete {}", text(&line["total"])),
            (_, true) => format!("? {}", text(&line["total"])),
            _ => {
                let mark = if found["is_confirmed"] == true { "" } else { "?" };
                let (name, quantity, unit) =
                    (text(&found["name"]), text(&found["quantity"]), text(&found["measurement"]));
                format!("{name} {quantity} {unit} {} {}{mark}", text(&line["total"]), text(&found["how"]))
            }
        }
    };
    draft["lines"].as_array().unwrap().iter().map(line).collect()
}

fn zipped(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, SimpleFileOptions::default()).unwrap();
    zip.write_all(bytes).unwrap();
    zip.finish().unwrap().into_inner()
}

on_both_databases! {
    async fn units_discounts_and_a_line_of_freight_are_read(office: Office) {
        let draft = office.read(SEAFOOD).await;
        let paper = ["document", "serie", "number", "date", "time", "currency", "payment"].map(|name| draft[name].as_str().unwrap().to_owned());
        assert_eq!(paper, ["FACTURA", "F002", "9914", "2025-10-21", "06:48", "PEN", "CREDITO"]);
        assert_eq!((&draft["provider"]["document"], &draft["provider"]["is_new"]), (&json!("20481234507"), &json!(true)));
        assert_eq!(draft["provider"]["name"], "FRUTOS DEL MAR DEL CALLAO S.A.C.");
        assert_eq!(line_summaries(&draft), [
            "Langostino 12 kg 588.01 LIKENESS?",
            "Pescado fresco 10 kg 414.99 LIKENESS?",
            "Aceite vegetal 21.6 l 196.80 LIKENESS?",
            "? 72.00",
            "flete 35.00",
        ]);
        assert_eq!(draft["lines"][0]["unit_price"], "98.001667");
        assert_eq!(draft["totals"], json!({"subtotal": "1107.46", "igv": "199.34", "exempt": "0.00", "discount": "0.00", "freight": "0.00", "advance": "0.00", "other": "0.00", "isc": "0.00", "icbper": "0.00", "other_charges": "0.00", "total": "1306.80"}));
        assert_eq!((&draft["differences"], &draft["warnings"]), (&json!([]), &json!([])));
        assert_eq!((&draft["computed"]["total"], &draft["computed"]["igv"]), (&json!("1306.80"), &json!("199.34")));
        assert_eq!(draft["quotes"], json!([{"date": "2025-11-05", "amount": "653.40"}, {"date": "2025-11-21", "amount": "653.40"}]));
        assert_eq!(office.count("SELECT COUNT(*) FROM purchases").await, 0, "nothing is kept");
    }

    async fn every_line_is_known_the_second_time(office: Office) {
        let first = office.read(SEAFOOD).await;
        let purchase = office.buy_as_read(&first, "9914").await;
        assert_eq!((&purchase["total"], &purchase["freight"], &purchase["due"]), (&json!("1306.80"), &json!("35.00"), &json!("1306.80")));
        assert_eq!(purchase["quotes"].as_array().unwrap().len(), 2);
        let second = office.read(SEAFOOD).await;
        assert_eq!(line_summaries(&second), [
            "Langostino 12 kg 588.01 CODE",
            "Pescado fresco 10 kg 414.99 CODE",
            "Aceite vegetal 21.6 l 196.80 CODE",
            "Arroz 100 kg 72.00 CODE",
            "flete 35.00",
        ]);
        assert_eq!((&second["existing"]["id"], &second["existing"]["full_number"]), (&purchase["id"], &json!("F002-9914")));
        assert_eq!((&second["provider"]["is_new"], second["provider"]["id"].is_i64()), (&json!(false), true));
        // Without the codes the item is known by its words; another unit needs a review.
        let text = String::from_utf8(SEAFOOD.to_vec()).unwrap();
        let other = text.replace("<cbc:ID>LJ-2K</cbc:ID>", "<cbc:ID>NUEVO</cbc:ID>").replace("unitCode=\"BX\"", "unitCode=\"BO\"");
        let other = office.read(other.as_bytes()).await;
        assert_eq!(line_summaries(&other)[0], "Langostino 12 kg 588.01 EARLIER");
        assert_eq!(line_summaries(&other)[2], "Aceite vegetal 21.6 l 196.80 CODE?");
        // Voiding a purchase frees its document, and keeps what was learned from it.
        office.void(&purchase, json!({})).await.ok();
        let third = office.read(SEAFOOD).await;
        assert_eq!((&third["existing"], line_summaries(&third)[3].as_str()), (&Value::Null, "Arroz 100 kg 72.00 CODE"));
        office.house.assert_ledger_adds_up().await;
    }

    async fn general_charges_and_items_without_igv_come_to_the_documents_total(office: Office) {
        // Read from a ZIP and in an old encoding, as it came by mail.
        let draft = office.read(&zipped("20548129363-01-F014-28431.xml", GROCERIES)).await;
        assert_eq!(draft["provider"]["name"], "DISTRIBUIDORA SAN MARTÍN & HERMANOS S.A.C.");
        assert_eq!(draft["time"], Value::Null);
        let totals = &draft["totals"];
        let sums = ["subtotal", "igv", "exempt", "discount", "freight", "other", "total"].map(|name| totals[name].as_str().unwrap().to_owned());
        assert_eq!(sums, ["820.51", "147.69", "300.00", "23.60", "40.00", "2.00", "1270.20"]);
        assert_eq!(draft["differences"], json!([]));
        assert_eq!(draft["warnings"], json!(["PARTLY_EXEMPT", "FREE_LINES"]));
        assert_eq!(line_summaries(&draft), [
            "Arroz 200 kg 756.00 LIKENESS?",
            "Azúcar 50 kg 195.00 LIKENESS?",
            "Huevo 15 doc 105.00 LIKENESS?",
            "Limón 30 kg 195.00 LIKENESS?",
            "Tallarín 2 kg 0.00 LIKENESS?",
            "? 2.80",
        ]);
        let mut lines = draft.clone();
        lines["lines"].as_array_mut().unwrap()[5]["is_charge"] = json!(true);
        let purchase = office.buy_as_read(&lines, "28431").await;
        assert_eq!((&purchase["total"], &purchase["document"]), (&json!("1270.20"), &json!("FACTURA")));
        // Items without IGV cost what was paid; from the others the IGV is deducted.
        let cost = |at: usize| purchase["items"][at]["unit_cost"].as_str().unwrap().parse::<comanda::money::Money>().unwrap();
        let assert_between = |at: usize, low: &str, high: &str| {
            let (low, high) = (low.parse().unwrap(), high.parse().unwrap());
            assert!(cost(at) >= low && cost(at) <= high, "{} {}", purchase["items"][at]["name"], cost(at));
        };
        assert_between(0, "3.20", "3.29");
        assert_between(2, "0.58", "0.60");
        assert_eq!(purchase["items"][4]["cost"], "0.00");
    }

    async fn discounts_outside_the_base_and_roundings_come_to_the_documents_total(office: Office) {
        let draft = office.read(DRINKS).await;
        assert_eq!((&draft["totals"]["discount"], &draft["totals"]["freight"]), (&json!("10.01"), &json!("25.00")));
        assert_eq!((&draft["totals"]["total"], &draft["differences"]), (&json!("930.99"), &json!([])));
        assert_eq!(line_summaries(&draft), [
            "Inca Kola 500 ml 8 doc 280.00 LIKENESS?",
            "Ron blanco 4.5 l 240.00 LIKENESS?",
            "Pisco quebranta 10 l 396.00 LIKENESS?",
        ]);
        let purchase = office.buy_as_read(&draft, "551").await;
        assert_eq!((&purchase["total"], &purchase["type"]), (&json!("930.99"), &json!("CREDITO")));
        assert_eq!(purchase["items"][0]["base_quantity"], "96");
        // A line without a code is known by its words.
        assert_eq!(line_summaries(&office.read(DRINKS).await)[0], "Inca Kola 500 ml 8 doc 280.00 EARLIER");
    }

    async fn a_centimo_of_rounding_goes_to_the_largest_line(office: Office) {
        let text = String::from_utf8(SEAFOOD.to_vec()).unwrap();
        let off = text.replace(">1306.80<", ">1306.82<").replace(">653.40<", ">653.41<");
        let draft = office.read(off.as_bytes()).await;
        assert_eq!((&draft["lines"][0]["total"], &draft["lines"][1]["total"]), (&json!("588.02"), &json!("415.00")));
        assert_eq!((&draft["differences"], &draft["warnings"]), (&json!([]), &json!(["ROUNDED"])));
        assert_eq!(office.buy_as_read(&draft, "1").await["total"], "1306.82");
        // A larger difference is no rounding.
        let off = office.read(text.replace(">1306.80<", ">1316.80<").as_bytes()).await;
        let off: Vec<(&Value, &Value)> = off["differences"].as_array().unwrap().iter().map(|d| (&d["what"], &d["lines"])).collect();
        assert_eq!(off, [(&json!("total"), &json!("1306.80")), (&json!("quotes"), &json!("1306.80"))]);
    }

    async fn the_qr_code_of_a_document_fills_its_head(office: Office) {
        let qr = |text: &str| json!({"qr": text});
        let read = office.jorge.post("/api/purchase/from-xml", qr("20100055237|01|F002|00009914|265.27|1739.00|2025-11-21|6|20601234565|x=|")).await.ok();
        assert_eq!((&read["provider"]["id"], &read["provider"]["name"]), (&json!(office.provider), &json!("ALICORP S.A.A.")));
        assert_eq!((&read["serie"], &read["number"], &read["totals"]["total"], &read["lines"]), (&json!("F002"), &json!("9914"), &json!("1739.00"), &json!([])));
        let other = office.jorge.post("/api/purchase/from-xml", qr("20100055237|01|F002|9914|1.00|2.00|2025-11-21|6|20481234507|x=|")).await;
        assert!(other.refused(422, "invalid")["errors"]["qr"][0].as_str().unwrap().contains("no para tu RUC 20601234565"));
        office.jorge.post("/api/purchase/from-xml", qr("https://comanda.pe")).await.refused(422, "invalid");
    }

    async fn remembered_matches_must_fit_the_items_of_the_purchase(office: Office) {
        let good = json!({"code": "A1", "text": "ARROZ", "unit_code": "KGM", "item_type": "SUPPLY", "item_id": office.supply("Arroz").await, "measurement_id": office.unit("kg").await, "factor": "1"});
        let match_with = |name: &str, value: Value| { let mut bad = good.clone(); bad[name] = value; bad };
        for (matches, field) in [
            (match_with("item_id", json!(office.supply("Pollo").await)), "matches.0.item_id"),
            (match_with("factor", json!("0")), "matches.0.factor"),
            (match_with("measurement_id", json!(office.unit("l").await)), "matches.0.measurement_id"),
            (match_with("measurement_id", json!(99_999)), "matches.0.measurement_id"),
        ] {
            let refused = office.buy(json!({"matches": [matches]})).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        assert_eq!(office.count("SELECT COUNT(*) FROM purchase_matches").await, 0);
        office.buy(json!({"matches": [good, good]})).await.ok();
        assert_eq!(office.count("SELECT COUNT(*) FROM purchase_matches").await, 2, "by code and by words");
        // A disabled item is asked for again.
        office.house.sql("UPDATE supplies SET status = 'INACTIVE' WHERE name = 'Arroz'").await;
        let paper = String::from_utf8(SEAFOOD.to_vec()).unwrap().replace("20481234507", "20100055237").replace("HE25", "A1").replace("HIELO EN ESCAMAS SACO 25KG", "ARROZ");
        assert_eq!(line_summaries(&office.read(paper.as_bytes()).await)[3], "? 72.00");
    }
}
