//! Documents that the tax authority accepts are read without differences, and become purchases that cost and owe what they say: gifts,
//! advances, rice with its own tax, bags, detractions, retentions.

use super::{Office, days_ago, merged};
use crate::on_both_databases;
use serde_json::{Value, json};

macro_rules! paper {
    ($name:literal) => {
        include_bytes!(concat!("papers/", $name, ".xml"))
    };
}
const GIFT: &[u8] = paper!("regalo");
const ADVANCE: &[u8] = paper!("anticipo");
const DETRACTION: &[u8] = paper!("detraccion");
const RETENTION: &[u8] = paper!("retencion");

/// The document with some words replaced.
fn with_replaced_words(paper: &[u8], words: &[(&str, &str)]) -> Vec<u8> {
    let text = String::from_utf8(paper.to_vec()).unwrap();
    let text = words.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    text.into_bytes()
}

impl Office {
    /// Reads a draft and asserts that its figures agree.
    async fn read_agreeing_draft(&self, file: &[u8]) -> Value {
        let draft = self.read(file).await;
        assert_eq!(draft["differences"], json!([]), "{draft}");
        draft
    }
}

/// Subtotal, IGV and total of the lines.
fn computed_totals(draft: &Value) -> String {
    ["subtotal", "igv", "total"].map(|name| draft["computed"][name].as_str().unwrap()).join(" ")
}
/// Subtotal, IGV, total, paid and due; then the cost of each line.
fn purchase_summary(purchase: &Value) -> (String, Vec<&str>) {
    let sums = ["subtotal", "igv", "total", "paid", "due"].map(|name| purchase[name].as_str().unwrap()).join(" ");
    (sums, purchase["items"].as_array().unwrap().iter().map(|item| item["cost"].as_str().unwrap()).collect())
}
fn parts(draft: &Value) -> Vec<String> {
    let part = |p: &Value| format!("{} {}", p["kind"], p["amount"]).replace('"', "");
    draft["set_aside"].as_array().unwrap().iter().map(part).collect()
}

on_both_databases! {
    async fn a_gift_comes_in_at_no_cost_and_is_in_the_books(office: Office) {
        let draft = office.read_agreeing_draft(GIFT).await;
        assert_eq!((computed_totals(&draft).as_str(), &draft["warnings"], &draft["deducted"]), ("0.00 0.00 0.00", &json!(["FREE_LINES"]), &Value::Null));
        // Nothing is paid: no cash box is needed, and no money leaves one.
        let body = merged(office.body_as_read(&draft, "107").await, json!({"payment": {"source": "CASH"}}));
        let admin = office.house.app.login("admin").await;
        let purchase = admin.post("/api/purchase", body).await.ok();
        assert_eq!(purchase_summary(&purchase), ("0.00 0.00 0.00 0.00 0.00".into(), vec!["0.00"]));
        assert_eq!((&purchase["payments"], &purchase["quotes"]), (&json!([]), &json!([])));
        assert_eq!(office.count("SELECT COUNT(*) FROM stock_moves WHERE reason = 'PURCHASE' AND cost = 0").await, 1);
        let listed = office.jorge.get("/api/purchase?state=PAID").await;
        assert_eq!(listed.json["rows"][0]["full_number"], "F001-107");
        office.house.assert_ledger_adds_up().await;
        office.void(&purchase, json!({"money": "OTHER"})).await.ok();
    }

    async fn a_manual_document_of_zero_must_say_so(office: Office) {
        let gift = json!({"items": [office.rice_line("10", "0").await]});
        let refused = office.buy(gift.clone()).await.refused(422, "invalid");
        assert!(refused["errors"]["items"][0].as_str().unwrap().contains("escribe 0.00 como su total"), "{refused}");
        let purchase = office.buy(merged(gift, json!({"total": "0.00"}))).await.ok();
        assert_eq!((purchase_summary(&purchase), office.drawer().await), (("0.00 0.00 0.00 0.00 0.00".into(), vec!["0.00"]), json!("500.00")));
        // A sale on credit would have nothing to owe.
        let owed = json!({"type": "CREDITO", "number": "78", "items": [office.rice_line("10", "0").await], "total": "0.00"});
        assert_eq!(office.buy(owed.clone()).await.ok()["quotes"], json!([]));
        let quoted = merged(owed, json!({"number": "79", "quotes": [{"date": days_ago(-9), "amount": "1.00"}]}));
        assert!(office.buy(quoted).await.refused(422, "invalid")["errors"]["quotes"].is_array());
    }

    async fn an_advance_reduces_the_payment_and_not_the_cost(office: Office) {
        let draft = office.read_agreeing_draft(ADVANCE).await;
        assert_eq!((computed_totals(&draft).as_str(), &draft["totals"]["advance"], &draft["warnings"]), ("800.00 144.00 944.00", &json!("236.00"), &json!(["PREPAID"])));
        let purchase = office.buy_as_read(&draft, "105").await;
        assert_eq!(purchase_summary(&purchase), ("800.00 144.00 944.00 944.00 0.00".into(), vec!["1000.00"]));
        assert_eq!((&purchase["advance"], &purchase["discount"]), (&json!("236.00"), &json!("236.00")));
        // The advance covers everything: nothing is left to be paid.
        let used = with_replaced_words(ADVANCE, &[
            (">200.00<", ">1000.00<"), (">800.00<", ">0.00<"), (">144.00<", ">0.00<"), (">236.00<", ">1180.00<"), (">944.00<", ">0.00<"), ("F001-105", "F001-106"),
        ]);
        let draft = office.read_agreeing_draft(&used).await;
        assert_eq!(computed_totals(&draft), "0.00 0.00 0.00");
        assert_eq!(purchase_summary(&office.buy_as_read(&draft, "106").await), ("0.00 0.00 0.00 0.00 0.00".into(), vec!["1000.00"]));
        // The advance is given by document only, or deducted from the base only.
        let whole = "<cbc:PrepaidAmount currencyID=\"PEN\">236.00</cbc:PrepaidAmount>";
        let by_paper = "<cac:PrepaidPayment><cbc:PaidAmount currencyID=\"PEN\">236.00</cbc:PaidAmount></cac:PrepaidPayment><cac:LegalMonetaryTotal>";
        let by_paper = with_replaced_words(&with_replaced_words(ADVANCE, &[(whole, "")]), &[("<cac:LegalMonetaryTotal>", by_paper)]);
        for paper in [by_paper, with_replaced_words(ADVANCE, &[(whole, "")])] {
            assert_eq!(computed_totals(&office.read_agreeing_draft(&paper).await), "800.00 144.00 944.00");
        }
        assert_eq!(computed_totals(&office.read_agreeing_draft(paper!("anticipo_exonerado")).await), "0.00 0.00 200.00");
    }

    async fn rice_with_its_own_tax_costs_what_is_paid(office: Office) {
        let draft = office.read_agreeing_draft(paper!("arroz_ivap")).await;
        assert_eq!((computed_totals(&draft).as_str(), &draft["lines"][0]["total"], &draft["warnings"]), ("1500.00 60.00 1560.00", &json!("1560.00"), &json!(["IVAP"])));
        let purchase = office.buy_as_read(&draft, "101").await;
        assert_eq!(purchase_summary(&purchase), ("1560.00 0.00 1560.00 1560.00 0.00".into(), vec!["1560.00"]), "nobody deducts it");
    }

    async fn a_bag_pays_its_tax_even_when_it_is_free(office: Office) {
        let draft = office.read_agreeing_draft(paper!("bolsa_gratis")).await;
        assert_eq!((computed_totals(&draft).as_str(), &draft["lines"][1]["total"]), ("100.00 18.00 119.00", &json!("1.00")));
        let purchase = office.buy_as_read(&draft, "103").await;
        assert_eq!(purchase_summary(&purchase).0, "101.00 18.00 119.00 119.00 0.00", "the IGV is the paper's");
        let draft = office.read_agreeing_draft(paper!("bolsa_vendida")).await;
        assert_eq!((computed_totals(&draft).as_str(), &draft["lines"][1]["total"]), ("100.17 18.03 119.20", &json!("1.20")));
        let purchase = office.buy_as_read(&draft, "104").await;
        assert_eq!((&purchase["igv"], &purchase["icbper"], &purchase["other_charges"]), (&json!("18.03"), &json!("1.00"), &json!("0.00")));
    }

    async fn a_utility_bill_is_entered_by_its_total(office: Office) {
        let bill = with_replaced_words(paper!("bolsa_vendida"), &[("listID=\"0101\">01<", "listID=\"0101\">14<"), ("F001-104", "S100-0001234567")]);
        let draft = office.read_agreeing_draft(&bill).await;
        assert_eq!((&draft["document"], &draft["number"], &draft["lines"]), (&json!("RECIBO_PUBLICO"), &json!("0001234567"), &json!([])));
        let purchase = office.buy_as_read(&draft, "0001234567").await;
        assert_eq!(purchase_summary(&purchase).0, "101.17 18.03 119.20 119.20 0.00");
        assert_eq!((&purchase["full_number"], &purchase["icbper"]), (&json!("S100-0001234567"), &json!("1.00")));
    }

    async fn variants_of_other_programs_are_read(office: Office) {
        let usual = "<cac:PartyIdentification><cbc:ID schemeID=\"6\">20555555556</cbc:ID></cac:PartyIdentification><cac:PartyLegalEntity>\
             <cbc:RegistrationName>PROVEEDOR DE PRUEBA S.A.C.</cbc:RegistrationName></cac:PartyLegalEntity>";
        let by_taxes = "<cac:PartyTaxScheme><cbc:RegistrationName>PROVEEDOR DE PRUEBA S.A.C.</cbc:RegistrationName>\
             <cbc:CompanyID schemeID=\"6\">20555555556</cbc:CompanyID></cac:PartyTaxScheme>";
        let paper = with_replaced_words(paper!("bolsa_vendida"), &[(usual, by_taxes), (">2026-11-20<", ">2026-11-20-05:00<"), (">Contado<", ">Credito<")]);
        let draft = office.read_agreeing_draft(&paper).await;
        assert_eq!((&draft["provider"]["document"], &draft["provider"]["name"]), (&json!("20555555556"), &json!("PROVEEDOR DE PRUEBA S.A.C.")));
        assert_eq!((&draft["date"], &draft["payment"], &draft["warnings"]), (&json!("2026-11-20"), &json!("CREDITO"), &json!(["NO_QUOTES"])));
    }

    async fn amounts_outside_the_base_are_stored_apart(office: Office) {
        let amounts_apart = |draft: &Value| ["isc", "icbper", "other_charges"].map(|name| draft["totals"][name].as_str().unwrap().to_owned()).join(" ");
        let sold = paper!("bolsa_vendida");
        // A recargo of 10.00 on the total, and a discount of 5.00 off it: neither affects the base.
        let on_top = |code: &str, is_charge: bool, amount: &str| format!(
            "<cac:AllowanceCharge><cbc:ChargeIndicator>{is_charge}</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>{code}</cbc:AllowanceChargeReasonCode>\
             <cbc:Amount currencyID=\"PEN\">{amount}</cbc:Amount></cac:AllowanceCharge><cac:TaxTotal><cbc:TaxAmount currencyID=\"PEN\">19.03<"
        );
        let total = "<cac:TaxTotal><cbc:TaxAmount currencyID=\"PEN\">19.03<";
        for (code, is_charge, amount, payable, apart) in
            [("46", true, "10.00", "129.20", "0.00 1.00 10.00"), ("03", false, "5.00", "114.20", "0.00 1.00 -5.00")]
        {
            let paper = with_replaced_words(sold, &[(total, &on_top(code, is_charge, amount)), (">119.20<", &format!(">{payable}<")), ("F001-104", "F001-110")]);
            let draft = office.read_agreeing_draft(&paper).await;
            assert_eq!((amounts_apart(&draft).as_str(), &draft["deducted"]["base"]), (apart, &json!("100.17")));
            let purchase = office.buy_as_read(&draft, if is_charge { "110" } else { "111" }).await;
            assert_eq!((&purchase["igv"], &purchase["total"], &purchase["icbper"]), (&json!("18.03"), &json!(payable), &json!("1.00")));
        }
    }

    async fn amounts_for_third_parties_are_owed_there(office: Office) {
        let draft = office.read_agreeing_draft(DETRACTION).await;
        assert_eq!((parts(&draft), &draft["quotes"][0]["amount"], &draft["warnings"]), (vec!["DETRACTION 141.60".to_owned()], &json!("1038.40"), &json!(["WITHHELD"])));
        let purchase = office.buy_as_read(&draft, "108").await;
        let quotes: Vec<String> = purchase["quotes"].as_array().unwrap().iter()
            .map(|q| ["kind", "date", "amount", "due"].map(|name| q[name].as_str().unwrap()).join(" ")).collect();
        assert_eq!(quotes, ["INSTALMENT 2026-12-20 1038.40 1038.40", "DETRACTION 2026-12-20 141.60 141.60"]);
        assert_eq!(purchase["due"], "1180.00");
        let (all, one) = (json!({"amount": "141.60", "quote_id": purchase["quotes"][1]["id"], "source": "OTHER"}), "1038.40");
        // The detraction is deposited separately, and the register needs the deposit's number.
        let refused = office.pay(&purchase, all.clone()).await.refused(422, "invalid");
        assert!(refused["errors"]["operation_number"].is_array(), "{refused}");
        office.pay(&purchase, json!({"amount": "1180.00", "source": "OTHER"})).await.refused(409, "balance_changed");
        assert_eq!(office.pay(&purchase, merged(all, json!({"operation_number": "88231"}))).await.ok()["due"], one);

        let draft = office.read_agreeing_draft(RETENTION).await;
        assert_eq!(parts(&draft), ["RETENTION 35.40"]);
        assert_eq!(office.buy_as_read(&draft, "109").await["quotes"][1]["kind"], "RETENTION");
    }

    async fn a_first_payment_is_paid_at_once(office: Office) {
        let detraction = "<cac:PaymentTerms><cbc:ID>Detraccion</cbc:ID><cbc:PaymentMeansID>037</cbc:PaymentMeansID><cbc:PaymentPercent>12.00</cbc:PaymentPercent><cbc:Amount currencyID=\"PEN\">141.60</cbc:Amount></cac:PaymentTerms>";
        let first = with_replaced_words(DETRACTION, &[(detraction, ""), (">1038.40<", ">880.00<")]);
        let draft = office.read_agreeing_draft(&first).await;
        assert_eq!(parts(&draft), ["FIRST_PAYMENT 300.00"]);
        let body = merged(office.body_as_read(&draft, "108").await, json!({"payment": {"source": "CASH"}}));
        let purchase = office.jorge.post("/api/purchase", body.clone()).await.ok();
        assert_eq!((purchase_summary(&purchase).0.as_str(), office.drawer().await), ("1000.00 180.00 1180.00 300.00 880.00", json!("200.00")));
        assert_eq!(purchase["payments"][0]["amount"], "300.00");
        // Without the rest the instalments are too little.
        let silent = merged(body, json!({"number": "110", "set_aside": []}));
        assert!(office.jorge.post("/api/purchase", silent).await.refused(422, "invalid")["errors"]["quotes"].is_array());
        // Instalments that differ from the pending amount are a difference.
        let off = office.read(&with_replaced_words(&first, &[("Cuota001</cbc:PaymentMeansID><cbc:Amount currencyID=\"PEN\">880.00", "Cuota001</cbc:PaymentMeansID><cbc:Amount currencyID=\"PEN\">800.00")])).await;
        assert_eq!(off["differences"], json!([{"what": "quotes", "paper": "880.00", "lines": "800.00"}]));
    }

    async fn earlier_documents_still_agree(office: Office) {
        for (paper, sums) in [(paper!("diez_mas_uno").as_slice(), "500.00 90.00 590.00"), (paper!("diez_decimales"), "246.91 44.44 291.35")] {
            assert_eq!(computed_totals(&office.read_agreeing_draft(paper).await), sums);
        }
    }

    async fn the_igv_of_a_document_is_its_own(office: Office) {
        // The restaurant's own rate is that of a small one; the supplier's is not.
        office.house.sql("INSERT INTO tax_rates (valid_from, percent, name) VALUES ('2020-01-01', 10500000, 'Mypes')").await;
        let paper = |more: Value| merged(json!({"document": "FACTURA", "serie": "F001", "date": days_ago(1)}), more);
        let items = [office.rice_line("10", "11.80").await];
        let purchase = office.buy(paper(json!({"number": "1", "items": items, "igv_percent": "18"}))).await.ok();
        assert_eq!(purchase_summary(&purchase), ("100.00 18.00 118.00 118.00 0.00".into(), vec!["100.00"]));
        let purchase = office.buy(paper(json!({"number": "2", "items": items, "igv": "17.99"}))).await.ok();
        assert_eq!(purchase_summary(&purchase).0, "100.01 17.99 118.00 118.00 0.00");
        for (more, field) in [(json!({"igv": "90.00"}), "igv"), (json!({"igv": "-1"}), "igv"), (json!({"igv_percent": "31"}), "igv_percent"), (json!({"advance": "1.00"}), "advance")] {
            let refused = office.buy(paper(merged(json!({"number": "3", "items": items}), more))).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
    }
}
