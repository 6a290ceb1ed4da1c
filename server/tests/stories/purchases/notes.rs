//! Notes of suppliers and utility bills: their effect on stock, its cost, debts and the cash box, and how each can be undone.

use super::{Office, days_ago, from_xml::SEAFOOD, merged, provider_of};
use crate::on_both_databases;
use comanda::money::{Money, Quantity};
use serde_json::{Value, json};

impl Office {
    /// Buys 10 kg of rice for S/ 118.00 by factura F014-28431; the fields of `more` override the body's.
    async fn factura(&self, more: Value) -> Value {
        let paper = json!({"document": "FACTURA", "serie": "F014", "number": "28431", "date": days_ago(5), "items": [self.rice_line("10", "11.80").await]});
        self.buy(merged(paper, more)).await.ok()
    }
    /// Enters a note on that factura, refunded by Yape; the fields of `more` override the body's.
    async fn note(&self, more: Value) -> crate::support::client::Reply {
        let note = json!({"document": "NOTA_CREDITO", "serie": "FC01", "number": "9", "date": days_ago(1), "provider_id": self.provider,
            "modifies": {"serie": "F014", "number": "00028431"}, "payment": {"source": "OTHER", "payment_option": "Yape"}});
        self.jorge.post("/api/purchase", merged(note, more)).await
    }
    /// The quantity and cost of each stock move of notes.
    async fn note_movements(&self) -> Vec<String> {
        let mut tx = self.house.db().read().await.unwrap();
        let rows: Vec<(Quantity, Money)> = tx
            .query("SELECT quantity, cost FROM stock_moves WHERE reason = 'PURCHASE_NOTE' AND NOT reversed ORDER BY id")
            .all()
            .await
            .unwrap();
        rows.into_iter().map(|(quantity, cost)| format!("{quantity} {cost}")).collect()
    }
}

/// Total, paid and due.
fn total_paid_and_due(purchase: &Value) -> String {
    ["total", "paid", "due"].map(|name| purchase[name].as_str().unwrap()).join(" ")
}
fn fault(refused: &Value, field: &str) -> String {
    refused["errors"][field][0].as_str().unwrap_or_else(|| panic!("{field}: {refused}")).to_owned()
}

/// Turns the invoice's XML into a note on it.
fn note_on(xml: &[u8], kind: &str, reason: &str) -> Vec<u8> {
    let text = String::from_utf8(xml.to_vec()).unwrap();
    let counted = kind.replace("Note", "edQuantity");
    let about = format!(
        "<cac:DiscrepancyResponse><cbc:ReferenceID>F002-9914</cbc:ReferenceID><cbc:ResponseCode>{reason}</cbc:ResponseCode></cac:DiscrepancyResponse>\
         <cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F002-00009914</cbc:ID><cbc:DocumentTypeCode>01</cbc:DocumentTypeCode></cac:InvoiceDocumentReference></cac:BillingReference>\
         <cac:AccountingSupplierParty>"
    );
    let text = text.replace("<Invoice ", &format!("<{kind} ")).replace("</Invoice>", &format!("</{kind}>"));
    let text = text.replace("InvoiceLine", &format!("{kind}Line")).replace("InvoicedQuantity", &counted);
    let text = text.replace("<cbc:ID>F002-00009914</cbc:ID>", "<cbc:ID>FC02-00000012</cbc:ID>");
    text.replacen("<cac:AccountingSupplierParty>", &about, 1).replace("Credito<", "Contado<").into_bytes()
}

on_both_databases! {
    async fn returned_goods_leave_at_their_cost_and_reduce_the_debt(office: Office) {
        let bought = office.factura(json!({"type": "CREDITO", "quotes": [{"date": days_ago(-5), "amount": "59.00"}, {"date": days_ago(-35), "amount": "59.00"}]})).await;
        let before = office.house.on_hand("Arroz").await;
        let note = office.note(json!({"items": [office.rice_line("6", "11.80").await]})).await.ok();
        assert_eq!((total_paid_and_due(&note).as_str(), &note["subtotal"], &note["igv"]), ("-70.80 -70.80 0.00", &json!("-60.00"), &json!("-10.80")));
        assert_eq!(note["modifies"], json!({"document": "FACTURA", "serie": "F014", "number": "00028431", "date": days_ago(5), "purchase_id": bought["id"], "effect": "RETURN"}));
        assert_eq!((office.note_movements().await, before - office.house.on_hand("Arroz").await), (vec!["-6 60.00".to_owned()], "6".parse().unwrap()));
        let after = office.detail(&bought).await;
        assert_eq!((total_paid_and_due(&after).as_str(), &after["quotes"][0]["due"], &after["quotes"][1]["due"]), ("118.00 70.80 47.20", &json!("0.00"), &json!("47.20")));
        assert_eq!((&after["notes"][0]["full_number"], &after["notes"][0]["total"], &after["payments"][0]["payment_option"]), (&json!("FC01-9"), &json!("-70.80"), &json!("Nota de crédito FC01-9")));
        assert_eq!(office.jorge.get("/api/purchase").await.json["totals"], json!({"count": 2, "total": "47.20", "due": "47.20", "overdue": "0.00"}));
        // A note returns at most what was bought, at most at its cost.
        let more = json!({"number": "10", "items": [office.rice_line("5", "11.80").await]});
        assert!(fault(&office.note(more).await.refused(422, "invalid"), "items.0.quantity").contains("quedan 4 kg de F014-28431"));
        let dear = json!({"number": "10", "items": [office.rice_line("4", "20.00").await]});
        assert!(fault(&office.note(dear).await.refused(422, "invalid"), "total").contains("quedan S/ 47.20"));
        let other = json!({"number": "10", "items": [office.kola_line("1", "2.00").await]});
        assert!(fault(&office.note(other).await.refused(422, "invalid"), "items.0.item_id").contains("no vino con F014-28431"));
        // A purchase with a note cannot be voided; the note is voided first, and everything is as before.
        assert!(after["why_not_void"].as_str().unwrap().contains("FC01-9"));
        office.void(&bought, json!({})).await.refused(409, "conflict");
        office.void(&note, json!({"money": "OTHER"})).await.ok();
        assert_eq!((total_paid_and_due(&office.detail(&bought).await).as_str(), office.house.on_hand("Arroz").await), ("118.00 0.00 118.00", before));
        office.house.assert_ledger_adds_up().await;
        office.void(&bought, json!({})).await.ok();
    }

    async fn a_voided_note_leaves_cash_payments_paid(office: Office) {
        let bought = office.factura(json!({"type": "CREDITO", "quotes": [{"date": days_ago(-5), "amount": "100.00"}], "set_aside": [{"kind": "DETRACTION", "amount": "18.00"}]})).await;
        office.pay(&bought, json!({"amount": "100.00", "quote_id": bought["quotes"][0]["id"], "source": "OTHER"})).await.ok();
        let dues = |purchase: Value| purchase["quotes"].as_array().unwrap().iter().map(|quote| quote["due"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(dues(office.detail(&bought).await), ["0.00", "18.00"]);
        let note = office.note(json!({"items": [office.rice_line("1", "11.80").await]})).await.ok();
        assert_eq!(dues(office.detail(&bought).await), ["0.00", "6.20"]);
        office.void(&note, json!({"money": "OTHER"})).await.ok();
        assert_eq!(dues(office.detail(&bought).await), ["0.00", "18.00"]);
    }

    async fn paid_goods_are_refunded_in_money(office: Office) {
        office.factura(json!({})).await;
        assert_eq!(office.drawer().await, "382.00");
        let (key, note) = (uuid::Uuid::new_v4(), json!({"document": "NOTA_CREDITO", "serie": "FC01", "number": "9", "date": days_ago(1), "provider_id": office.provider,
            "modifies": {"serie": "F014", "number": "28431"}, "items": [office.rice_line("5", "11.80").await], "payment": {"source": "CASH"}}));
        let credit_note = office.jorge.post_with_key("/api/purchase", note.clone(), key).await.ok();
        assert_eq!(office.jorge.post_with_key("/api/purchase", note, key).await.ok()["id"], credit_note["id"]);
        assert_eq!((office.drawer().await, office.note_movements().await), (json!("441.00"), vec!["-5 50.00".to_owned()]));
        let back = &office.jorge.get("/api/cash-movements").await.rows()[0];
        assert_eq!((&back["movement_type"], &back["motive"]), (&json!("ENTRY"), &json!("Nota de crédito FC01-9 · ALICORP S.A.A.")));
        office.void(&credit_note, json!({})).await.ok();
        assert_eq!(office.drawer().await, "382.00");
    }

    async fn a_later_discount_reduces_the_cost_of_goods(office: Office) {
        office.factura(json!({"payment": {"source": "OTHER"}})).await;
        let before = office.house.on_hand("Arroz").await;
        let note = office.note(json!({"total": "23.60"})).await.ok();
        assert_eq!((&note["modifies"]["effect"], &note["items"]), (&json!("COST"), &json!([])));
        assert_eq!((office.note_movements().await, office.house.on_hand("Arroz").await), (vec!["-10 100.00".to_owned(), "10 80.00".to_owned()], before));
        let raised = office.note(json!({"document": "NOTA_DEBITO", "serie": "FD01", "effect": "COST", "total": "11.80", "igv": "1.80"})).await.ok();
        assert_eq!((total_paid_and_due(&raised).as_str(), office.note_movements().await[3].as_str()), ("11.80 11.80 0.00", "10 90.00"));
        office.void(&note, json!({"money": "OTHER"})).await.ok();
        office.house.assert_ledger_adds_up().await;
        // The last purchase price is still what the factura says.
        let last = office.jorge.get(&format!("/api/purchase/last-prices?items=SUPPLY:{}", office.supply("Arroz").await)).await.rows();
        assert_eq!(last[0]["buy_price"], "11.80");
    }

    async fn each_note_starts_from_what_the_others_left(office: Office) {
        office.factura(json!({"payment": {"source": "OTHER"}})).await;
        office.note(json!({"total": "23.60"})).await.ok();
        office.note(json!({"number": "10", "total": "11.80"})).await.ok();
        office.note(json!({"number": "11", "items": [office.rice_line("5", "11.80").await]})).await.ok();
        assert_eq!(office.note_movements().await, ["-10 100.00", "10 80.00", "-10 80.00", "10 70.00", "-5 35.00"]);
        // Of two lines of one item no more is returned than is left of it.
        let twice = json!({"number": "12", "items": [office.rice_line("3", "1.18").await, office.rice_line("3", "1.18").await]});
        assert!(fault(&office.note(twice).await.refused(422, "invalid"), "items.1.quantity").contains("quedan 2 kg"));
        office.house.assert_ledger_adds_up().await;
    }

    async fn a_note_has_the_igv_of_the_document_that_it_changes(office: Office) {
        office.factura(json!({"payment": {"source": "OTHER"}})).await;
        office.house.sql("INSERT INTO tax_rates (valid_from, percent, name) VALUES ('2020-01-01', 10500000, 'Mypes')").await;
        let part = office.note(json!({"total": "39.33"})).await.ok();
        assert_eq!((&part["igv"], &part["subtotal"]), (&json!("-6.00"), &json!("-33.33")));
        let rest = office.note(json!({"number": "10", "items": [office.rice_line("10", "7.867").await]})).await.ok();
        assert_eq!((&rest["total"], &rest["igv"]), (&json!("-78.67"), &json!("-12.00")));
        // For a document that was not entered here: the general rate of its day, whatever the restaurant's own.
        let elsewhere = |number: &str, document: &str| json!({"number": number, "total": "110.50", "effect": "NONE",
            "modifies": {"document": document, "serie": "F099", "number": "7", "date": days_ago(40)}});
        assert_eq!(office.note(elsewhere("11", "FACTURA")).await.ok()["igv"], "-16.86");
        assert_eq!(office.note(elsewhere("12", "RECIBO_PUBLICO")).await.ok()["igv"], "-16.86");
    }

    async fn a_note_is_voided_whatever_is_in_stock(office: Office) {
        let items = json!({"items": [office.kola_line("1000", "2.36").await], "payment": {"source": "OTHER"}});
        office.factura(items.clone()).await;
        let note = office.note(items).await.ok();
        assert_eq!((&note["can_void"], &note["why_not_void"]), (&json!(true), &Value::Null));
        office.void(&note, json!({"money": "OTHER"})).await.ok();
    }

    async fn a_note_and_its_purchase_stay_together(office: Office) {
        let other = provider_of(&office.jorge, "20131312955", "Otro S.A.").await;
        let bought = office.factura(json!({"payment": {"source": "OTHER"}})).await;
        let note = office.note(json!({"total": "1.18"})).await.ok();
        for purchase in [&bought, &note] {
            let path = format!("/api/purchase/{}", purchase["id"]);
            office.jorge.put(&path, json!({"provider_id": other})).await.refused(409, "conflict");
            for fixed in ["modifies", "effect", "igv", "igv_base", "igv_percent", "advance", "set_aside"] {
                office.jorge.put(&path, json!({fixed: "1.00"})).await.refused(409, "conflict");
            }
            office.jorge.put(&path, json!({"note": "Revisado"})).await.ok();
        }
        let boleta = office.buy(json!({"number": "78", "date": days_ago(3), "payment": {"source": "OTHER"}})).await.ok();
        office.note(json!({"number": "10", "total": "1.00", "modifies": {"document": "BOLETA", "serie": "B001", "number": "78"}})).await.ok();
        let sales_note = office.jorge.put(&format!("/api/purchase/{}", boleta["id"]), json!({"document": "NOTA_VENTA"})).await.refused(409, "conflict");
        assert!(sales_note["message"].as_str().unwrap().contains("FC01-10"), "{sales_note}");
    }

    async fn a_note_that_was_entered_first_is_linked_to_its_purchase(office: Office) {
        let early = json!({"total": "23.60", "effect": "NONE", "modifies": {"serie": "F014", "number": "00028431", "date": days_ago(6)}});
        let note = office.note(early).await.ok();
        assert_eq!(note["modifies"]["purchase_id"], Value::Null);
        let bought = office.factura(json!({"payment": {"source": "OTHER"}})).await;
        assert!(bought["warnings"][0].as_str().unwrap().contains("FC01-9"), "{bought}");
        assert_eq!((&bought["notes"][0]["id"], &bought["can_void"]), (&note["id"], &json!(false)));
        let joined = &office.detail(&note).await["modifies"];
        assert_eq!((&joined["purchase_id"], &joined["date"]), (&bought["id"], &json!(days_ago(5))));
        let more = json!({"number": "10", "total": "94.41"});
        assert!(fault(&office.note(more).await.refused(422, "invalid"), "total").contains("quedan S/ 94.40"));
    }

    async fn interest_and_utility_bills_need_no_items(office: Office) {
        let interest = office.note(json!({"document": "NOTA_DEBITO", "serie": "FD01", "total": "11.80", "modifies": {"serie": "F099", "number": "1", "date": days_ago(40)}})).await.ok();
        assert_eq!((total_paid_and_due(&interest).as_str(), &interest["igv"], &interest["modifies"]["purchase_id"]), ("11.80 11.80 0.00", &json!("1.80"), &Value::Null));
        // The restaurant's own rate is not that of the electricity company.
        office.house.sql("INSERT INTO tax_rates (valid_from, percent, name) VALUES ('2020-01-01', 10500000, 'Mypes')").await;
        let bill = json!({"type": "CREDITO", "document": "RECIBO_PUBLICO", "serie": "", "number": "8812-55", "items": [], "total": "239.00", "igv": "36.00",
            "quotes": [{"date": days_ago(-9), "amount": "239.00"}]});
        let bill = office.buy(bill).await.ok();
        assert_eq!((total_paid_and_due(&bill).as_str(), &bill["subtotal"], &bill["full_number"]), ("239.00 0.00 239.00", &json!("203.00"), &json!("8812-55")));
        assert_eq!(office.pay(&bill, json!({"amount": "239.00"})).await.ok()["due"], "0.00");
        assert_eq!(office.drawer().await, "261.00");
        let report = office.jorge.get(&format!("/api/purchase-report?start_date={}&end_date={}", days_ago(60), days_ago(0))).await.ok();
        assert_eq!((&report["summary"]["total"], &report["summary"]["igv"]), (&json!("250.80"), &json!("37.80")));
        assert!(office.note_movements().await.is_empty());
        office.void(&bill, json!({})).await.ok();
        assert_eq!(office.drawer().await, "500.00");
    }

    async fn errors_of_a_note_are_named(office: Office) {
        let bought = office.factura(json!({"payment": {"source": "OTHER"}})).await;
        for (more, field) in [
            (json!({"modifies": null, "total": "1.00"}), "modifies"),
            (json!({"modifies": {"serie": "F014"}, "total": "1.00"}), "modifies"),
            (json!({"modifies": {"document": "NOTA_VENTA", "serie": "N1", "number": "1"}, "total": "1.00"}), "modifies"),
            (json!({"modifies": {"serie": "F099", "number": "1"}, "total": "1.00"}), "modifies.date"),
            (json!({"modifies": {"serie": "F099", "number": "1", "date": days_ago(0)}, "total": "1.00"}), "modifies.date"),
            (json!({"effect": "RETURN"}), "items"),
            (json!({"total": null}), "total"),
            (json!({"total": "118.01"}), "total"),
            (json!({"document": "NOTA_DEBITO", "effect": "RETURN", "items": [office.rice_line("1", "1").await]}), "effect"),
            (json!({"serie": "", "total": "1.00"}), "serie"),
        ] {
            let refused = office.note(more.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{more}: {refused}");
        }
        let plain = office.buy(json!({"number": "80", "modifies": {"serie": "F014", "number": "28431"}})).await.refused(422, "invalid");
        assert!(plain["errors"]["modifies"].is_array());
        assert!(fault(&office.buy(json!({"document": "RECIBO_PUBLICO", "number": "", "items": [], "total": "1.00"})).await.refused(422, "invalid"), "number").contains("número"));
        // A purchase cannot become a note, and a corrected note must name its document.
        let path = format!("/api/purchase/{}", bought["id"]);
        office.jorge.put(&path, json!({"document": "NOTA_CREDITO"})).await.refused(409, "conflict");
        let note = office.note(json!({"total": "1.18"})).await.ok();
        office.jorge.put(&path, json!({"number": "28999"})).await.ok();
        assert_eq!(office.detail(&note).await["modifies"]["number"], "28999");
        let same_number = json!({"total": "1.18", "modifies": {"serie": "F014", "number": "28999"}});
        assert!(office.note(same_number).await.refused(409, "already_exists")["message"].as_str().unwrap().contains("la nota de crédito FC01-9"));
    }

    async fn a_note_is_read_from_its_xml(office: Office) {
        let first = office.read(SEAFOOD).await;
        let bought = office.buy_as_read(&first, "9914").await;
        let draft = office.read(&note_on(SEAFOOD, "CreditNote", "06")).await;
        assert_eq!((&draft["document"], &draft["serie"], &draft["number"], &draft["differences"]), (&json!("NOTA_CREDITO"), &json!("FC02"), &json!("12"), &json!([])));
        assert_eq!(draft["modifies"], json!({"document": "FACTURA", "serie": "F002", "number": "9914", "effect": "RETURN", "date": first["date"], "purchase_id": bought["id"]}));
        // The lines are known from the purchase: everything is returned, and nothing is owed.
        let mut body = merged(office.body_as_read(&draft, "12").await, json!({"modifies": draft["modifies"], "effect": "RETURN"}));
        // A whole line of the ice came in as 25 kg.
        body["items"][3]["quantity"] = json!("25");
        body["modifies"].as_object_mut().unwrap().remove("purchase_id");
        body["modifies"].as_object_mut().unwrap().remove("effect");
        let note = office.jorge.post("/api/purchase", body).await.ok();
        assert_eq!((total_paid_and_due(&note).as_str(), total_paid_and_due(&office.detail(&bought).await).as_str()), ("-1306.80 -1306.80 0.00", "1306.80 1306.80 0.00"));
        office.house.assert_ledger_adds_up().await;
        assert_eq!(office.read(&note_on(SEAFOOD, "CreditNote", "06")).await["existing"]["id"], note["id"]);
        // A note that only changes money names no goods.
        for (kind, reason, document, effect) in [("CreditNote", "04", "NOTA_CREDITO", "COST"), ("DebitNote", "01", "NOTA_DEBITO", "NONE"), ("CreditNote", "13", "NOTA_CREDITO", "NONE")] {
            let draft = office.read(&note_on(SEAFOOD, kind, reason)).await;
            assert_eq!((&draft["document"], &draft["modifies"]["effect"], &draft["lines"], &draft["deducted"]["igv"]), (&json!(document), &json!(effect), &json!([]), &json!("199.34")));
        }
    }
}
