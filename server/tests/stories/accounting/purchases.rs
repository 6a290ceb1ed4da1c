//! The register of purchases: what was bought in a month by factura and boleta, and nothing else.

use super::{Books, assert_sums_match, proposal::counts, rules_14_1::cents, zipped};
use crate::{on_both_databases, purchases::provider_of};
use serde_json::{Value, json};
use uuid::Uuid;

const QUERY: &str = "year=2026&month=11";

impl Books {
    pub(super) async fn rice_line(&self) -> i64 {
        self.supply("Arroz").await
    }
    async fn supply(&self, name: &str) -> i64 {
        let mut tx = self.till.house.db().read().await.unwrap();
        tx.query("SELECT id FROM supplies WHERE name = $1").bind(name).scalar().await.unwrap()
    }
    /// Records a purchase paid by Yape; the fields of `more` override the body's.
    pub(super) async fn buy(&self, provider: i64, more: Value) -> Value {
        let item = json!({"item_type": "SUPPLY", "item_id": self.rice_line().await, "quantity": "10", "total_price": "118.00"});
        let mut body = json!({"provider_id": provider, "document": "FACTURA", "serie": "F014", "number": "28431", "date": "2026-11-05",
            "items": [item], "payment": {"source": "OTHER", "payment_option": "Yape"}});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.admin.post("/api/purchase", body).await.ok()
    }
}

/// The fields of the CSV's lines.
pub(super) async fn lines(books: &Books, query: &str) -> Vec<Vec<String>> {
    let reply = books.accountant.get(&format!("/api/accounting/export-purchase-report?{query}")).await;
    assert_eq!((reply.status.as_u16(), reply.content_type.as_deref()), (200, Some("text/csv; charset=utf-8")));
    assert!(reply.content_disposition.unwrap().contains("REGISTRO_COMPRAS_2026_"));
    let text = String::from_utf8(reply.bytes).unwrap();
    let bare = text.strip_prefix('\u{feff}').unwrap();
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(bare.as_bytes());
    let mut lines: Vec<Vec<String>> =
        reader.records().map(|line| line.unwrap().iter().map(str::to_owned).collect()).collect();
    if let Some(sums) = lines.pop() {
        assert_sums_match(&lines, &sums, 13..24);
    }
    for line in &lines {
        assert_eq!(line.len(), 42);
        let parts: i64 = line[13..23].iter().map(|amount| cents(amount).unwrap()).sum();
        assert_eq!(Some(parts), cents(&line[23]), "{line:?}");
    }
    lines
}

/// Type, number, base, IGV, untaxed amount, total and state of each line.
pub(super) fn line_summaries(lines: &[Vec<String>]) -> Vec<String> {
    lines.iter().map(|l| [5, 6, 8, 13, 14, 19, 23, 41].map(|n| l[n].as_str()).join(" ")).collect()
}

on_both_databases! {
    async fn a_months_purchases_are_listed_by_their_documents(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        books.buy(alicorp, json!({})).await;
        books.buy(alicorp, json!({"document": "BOLETA", "serie": "B001", "number": "77", "date": "2026-11-01", "time": "00:05"})).await;
        books.buy(alicorp, json!({"document": "NOTA_VENTA", "serie": "", "number": ""})).await;
        // The last minutes of another month belong to that month.
        books.buy(alicorp, json!({"number": "28400", "date": "2026-10-31", "time": "23:55"})).await;
        let voided = books.buy(alicorp, json!({"number": "28999"})).await;
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se registró mal"});
        books.admin.send(reqwest::Method::DELETE, &format!("/api/purchase/{}", voided["id"]), Some(body), None).await.ok();

        let november = lines(&books, QUERY).await;
        assert_eq!(line_summaries(&november), [
            "03 B001 77 0.00 0.00 118.00 118.00 0",
            "01 F014 28431 100.00 18.00 0.00 118.00 1",
        ]);
        assert_eq!(&november[1][10..13], ["6", "20100055237", "ALICORP S.A.A."]);
        assert_eq!(line_summaries(&lines(&books, "year=2026&month=10").await), ["01 F014 28400 100.00 18.00 0.00 118.00 1"]);

        let register = books.accountant.get(&format!("/api/accounting/purchase-register?{QUERY}")).await.ok();
        assert_eq!(register["totals"], json!({"count": 2, "base": "100.00", "igv": "18.00", "untaxed": "118.00", "charges": "0.00", "total": "236.00"}));
        let sellers: Vec<String> = register["sellers"].as_array().unwrap().iter()
            .map(|s| format!("{} {} {}", s["document_type"], s["provider_document"], s["total"]).replace('"', "")).collect();
        assert_eq!(sellers, ["01 20100055237 118.00", "03 20100055237 118.00"]);
        assert_eq!((&register["beside_count"], &register["beside_total"]), (&json!(1), &json!("118.00")));
        assert_eq!(register["without_ruc"], json!([]));

        let (name, text) = zipped(&books.accountant, &format!("/api/accounting/rce?{QUERY}")).await;
        assert_eq!(register["rce_file_name"], name.replace(".txt", ".zip"));
        let rce: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').collect()).collect();
        assert_eq!(rce.len(), 2);
        for line in rce {
            // Each field is followed by a bar.
            assert_eq!((line.len(), line[37]), (38, ""), "{line:?}");
            let parts: i64 = line[14..24].iter().map(|amount| cents(amount).unwrap()).sum();
            assert_eq!(Some(parts), cents(line[24]));
        }
    }

    async fn a_restaurant_with_a_reduced_rate_deducts_what_its_suppliers_charge(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        books.till.house.sql("INSERT INTO tax_rates (valid_from, percent, name) VALUES ('2020-01-01', 10500000, 'Mypes')").await;
        let (rice, sugar) = (books.rice_line().await, books.supply("Azúcar").await);
        let line = |total: &str, is_exempt: bool| {
            let item = if is_exempt { sugar } else { rice };
            json!({"item_type": "SUPPLY", "item_id": item, "quantity": "1", "total_price": total, "is_exempt": is_exempt})
        };
        // Where the IGV rate is not given, the law's general rate holds, and the document's own where it says another.
        books.buy(alicorp, json!({"number": "1", "total": "118.00"})).await;
        books.buy(alicorp, json!({"number": "2", "items": [line("100.00", false)], "prices_include_igv": false, "total": "118.00"})).await;
        books.buy(alicorp, json!({"number": "3", "items": [line("110.50", false)], "igv_percent": "10.5"})).await;
        books.buy(alicorp, json!({"number": "4", "items": [line("110.50", false)], "igv": "10.50"})).await;
        // Amounts that the lines give explicitly are not derived from a rate.
        let mixed = |rest: &str| json!([line("118.00", false), line(rest, true)]);
        books.buy(alicorp, json!({"number": "5", "items": mixed("50.00"), "total": "168.00", "igv": "18.00"})).await;
        books.buy(alicorp, json!({"number": "6", "items": mixed("5000.00"), "igv": "18.00"})).await;
        books.buy(alicorp, json!({"number": "7", "items": [line("168.00", false)], "igv": "18.00"})).await;
        books.buy(alicorp, json!({"number": "8", "items": [line("1560.00", true)]})).await;
        for items in [json!([line("1560.00", true)]), mixed("5000.00")] {
            let body = json!({"provider_id": alicorp, "document": "FACTURA", "serie": "F014", "number": "9", "date": "2026-11-05", "items": items,
                "igv": "60.00", "payment": {"source": "OTHER"}});
            let refused = books.admin.post("/api/purchase", body).await.refused(422, "invalid");
            assert!(refused["errors"]["igv"].is_array(), "{refused}");
        }
        assert_eq!(line_summaries(&lines(&books, QUERY).await), [
            "01 F014 1 100.00 18.00 0.00 118.00 1",
            "01 F014 2 100.00 18.00 0.00 118.00 1",
            "01 F014 3 100.00 10.50 0.00 110.50 1",
            "01 F014 4 100.00 10.50 0.00 110.50 1",
            "01 F014 5 100.00 18.00 50.00 168.00 1",
            "01 F014 6 100.00 18.00 5000.00 5118.00 1",
            "01 F014 7 100.00 18.00 50.00 168.00 1",
            "01 F014 8 0.00 0.00 1560.00 1560.00 1",
        ]);
    }

    async fn a_gift_and_a_bag_have_the_figures_of_their_documents(books: Books) {
        let brewery = provider_of(&books.admin, "20100055237", "CERVECERÍA S.A.").await;
        let rice = books.rice_line().await;
        let gift = json!({"item_type": "SUPPLY", "item_id": rice, "quantity": "5", "total_price": "0.00", "is_exempt": true});
        books.buy(brewery, json!({"number": "107", "items": [gift], "total": "0.00"})).await;
        // The bag's tax is in the line of the rice; the IGV is what the document says.
        let item_with_bag = json!({"item_type": "SUPPLY", "item_id": rice, "quantity": "10", "total_price": "119.00"});
        books.buy(brewery, json!({"number": "108", "items": [item_with_bag], "igv": "18.00", "igv_base": "100.00", "total": "119.00"})).await;
        assert_eq!(line_summaries(&lines(&books, QUERY).await), [
            "01 F014 107 0.00 0.00 0.00 0.00 1",
            "01 F014 108 100.00 18.00 1.00 119.00 1",
        ]);
        let (_, text) = zipped(&books.accountant, &format!("/api/accounting/rce?{QUERY}")).await;
        assert_eq!(text.lines().filter(|line| line.contains("|F014|")).count(), 2);
    }

    async fn amounts_that_a_document_shows_apart_have_their_own_columns(books: Books) {
        let brewery = provider_of(&books.admin, "20100055237", "CERVECERÍA S.A.").await;
        let rice = books.rice_line().await;
        let item = |total: &str| json!([{"item_type": "SUPPLY", "item_id": rice, "quantity": "10", "total_price": total}]);
        // A discount of 118.00 off the total leaves the base unchanged.
        books.buy(brewery, json!({"number": "1", "items": item("1180.00"), "discount": "118.00", "other_charges": "-118.00",
            "igv": "180.00", "igv_base": "1000.00", "total": "1062.00"})).await;
        // ISC, a bag and a tip, by hand: base and IGV are computed.
        books.buy(brewery, json!({"number": "2", "items": item("1240.50"), "isc": "200.00", "icbper": "0.50", "other_charges": "60.00", "total": "1240.50"})).await;
        let columns = |line: &[String]| line[13..15].iter().chain(&line[19..24]).cloned().collect::<Vec<_>>().join(" ");
        let november: Vec<String> = lines(&books, QUERY).await.iter().map(|line| columns(line)).collect();
        assert_eq!(november, [
            "1000.00 180.00 0.00 0.00 0.00 -118.00 1062.00",
            "800.00 180.00 0.00 200.00 0.50 60.00 1240.50",
        ]);
        let (_, text) = zipped(&books.accountant, &format!("/api/accounting/rce?{QUERY}")).await;
        for (line, says) in text.lines().zip(["|1000.00|180.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|-118.00|1062.00|", "|800.00|180.00|0.00|0.00|0.00|0.00|0.00|200.00|0.50|60.00|1240.50|"]) {
            assert!(line.contains(says), "{line}");
        }
        let register = books.accountant.get(&format!("/api/accounting/purchase-register?{QUERY}")).await.ok();
        assert_eq!(register["totals"]["charges"], "142.50");
        for (field, value) in [("isc", "-1.00"), ("icbper", "0.005"), ("other_charges", "-119.00"), ("icbper", "500.00")] {
            let mut body = json!({"provider_id": brewery, "document": "FACTURA", "serie": "F014", "number": "3", "date": "2026-11-05",
                "items": item("118.00"), "payment": {"source": "OTHER", "payment_option": "Yape"}});
            body[field] = json!(value);
            let refused = books.admin.post("/api/purchase", body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field} {value}: {refused}");
        }
    }

    async fn notes_and_utility_bills_have_their_signs_and_what_they_change(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        books.buy(alicorp, json!({"date": "2026-10-30"})).await;
        let rice = json!({"item_type": "SUPPLY", "item_id": books.rice_line().await, "quantity": "5", "total_price": "59.00"});
        let modifies = json!({"serie": "F014", "number": "00028431"});
        books.buy(alicorp, json!({"document": "NOTA_CREDITO", "serie": "FC01", "number": "9", "modifies": modifies, "items": [rice]})).await;
        books.buy(alicorp, json!({"document": "NOTA_DEBITO", "serie": "FD01", "number": "3", "modifies": modifies, "items": [], "total": "11.80"})).await;
        books.buy(alicorp, json!({"document": "NOTA_CREDITO", "serie": "BC01", "number": "2", "items": [], "total": "10.00",
            "modifies": {"document": "BOLETA", "serie": "B001", "number": "44", "date": "2026-11-02"}})).await;
        books.buy(alicorp, json!({"type": "CREDITO", "document": "RECIBO_PUBLICO", "serie": "", "number": "8812", "items": [], "total": "239.00", "igv": "36.00",
            "quotes": [{"date": "2026-11-20", "amount": "239.00"}]})).await;
        let lines = lines(&books, QUERY).await;
        assert_eq!(line_summaries(&lines), [
            "07 FC01 9 -50.00 -9.00 0.00 -59.00 1",
            "08 FD01 3 10.00 1.80 0.00 11.80 1",
            "07 BC01 2 0.00 0.00 -10.00 -10.00 0",
            "14  8812 200.00 36.00 3.00 239.00 1",
        ]);
        assert_eq!(&lines[0][26..31], ["30/10/2026", "01", "F014", "", "28431"]);
        assert_eq!(&lines[2][26..31], ["02/11/2026", "03", "B001", "", "44"]);
        assert_eq!((lines[3][4].as_str(), &lines[3][26..31]), ("20/11/2026", &["", "", "", "", ""].map(str::to_owned)[..]));
        // The file that replaces the proposal holds all of them.
        let (_, text) = zipped(&books.accountant, &format!("/api/accounting/rce?{QUERY}")).await;
        let rce: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').collect()).collect();
        assert_eq!(rce.iter().map(|line| (line[6], line[24])).collect::<Vec<_>>(), [("07", "-59.00"), ("08", "11.80"), ("07", "-10.00"), ("14", "239.00")]);
        assert_eq!(&rce[0][27..32], ["30/10/2026", "01", "F014", "", "28431"]);
        assert_eq!(counts(&books.compare_with_register("rce", text.as_bytes()).await.ok()), [4, 4, 4, 0, 0, 0]);
        let register = books.accountant.get(&format!("/api/accounting/purchase-register?{QUERY}")).await.ok();
        assert_eq!(register["totals"], json!({"count": 4, "base": "160.00", "igv": "28.80", "untaxed": "-7.00", "charges": "0.00", "total": "181.80"}));
    }

    async fn the_proposal_is_compared_with_what_was_bought(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        books.buy(alicorp, json!({})).await;
        books.buy(alicorp, json!({"document": "BOLETA", "serie": "B001", "number": "77"})).await;
        books.buy(alicorp, json!({"document": "NOTA_VENTA", "serie": "", "number": ""})).await;
        let ruc = books.admin.get("/api/company-info").await.ok()["document_number"].as_str().unwrap().to_owned();
        let (_, text) = zipped(&books.accountant, &format!("/api/accounting/rce?{QUERY}")).await;
        assert_eq!(counts(&books.compare_with_register("rce", text.as_bytes()).await.ok()), [2, 2, 2, 0, 0, 0], "no nota de venta");

        // SUNAT has the factura with another total and one that was never entered; it lacks the boleta.
        let factura = text.lines().find(|line| line.contains("|F014|")).unwrap();
        let changed = factura.replace("|118.00|PEN|", "|119.00|PEN|");
        let forgotten = factura.replace("|28431|", "|00030001|").replace("|20100055237|ALICORP S.A.A.|", "|20131312955|SUR S.A.C.|");
        let answer = books.compare_with_register("rce", [changed, forgotten].join("\n").as_bytes()).await.ok();
        assert_eq!(counts(&answer), [2, 2, 0, 1, 1, 1]);
        assert_eq!(answer["missing"][0]["document"], "B001-00000077");
        let different = json!({"code": "01", "document": "F014-00028431", "field": "TOTAL", "ours": "118.00", "theirs": "119.00", "provider": "20100055237 ALICORP S.A.A."});
        assert_eq!(answer["different"], json!([different]));
        let extra = json!({"code": "01", "document": "F014-00030001", "date": "05/11/2026", "total": "118.00", "provider": "20131312955 SUR S.A.C."});
        assert_eq!(answer["extra"], json!([extra]));

        // The proposal of sales, another company's, and a user who may not see the books.
        books.sell(&[(1, "Inca Kola 500 ml")], json!({})).await;
        let (_, sales) = zipped(&books.accountant, &format!("/api/accounting/rvie?{QUERY}")).await;
        let refused = books.compare_with_register("rce", sales.as_bytes()).await.refused(422, "invalid");
        assert!(refused["errors"]["file"][0].as_str().unwrap().starts_with("Es la propuesta de ventas"), "{refused}");
        let refused = books.compare_with_register("rvie", text.as_bytes()).await.refused(422, "invalid");
        assert!(refused["errors"]["file"][0].as_str().unwrap().starts_with("Es la propuesta de compras"), "{refused}");
        books.compare_with_register("rce", text.replace(&ruc, "20100070970").as_bytes()).await.refused(422, "invalid");
        let path = format!("/api/accounting/rce/compare?{QUERY}");
        books.till.luis.upload_form(&path, "p.txt", text.as_bytes(), Uuid::new_v4()).await.refused(422, "not_permitted");
        books.till.house.sql("UPDATE company_info SET document_number = ''").await;
        books.compare_with_register("rce", text.as_bytes()).await.refused(409, "conflict");
    }
}
