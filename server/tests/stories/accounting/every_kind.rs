//! Every kind of document at every IGV rate of the law: what was sent to the tax authority is valid by the schema, signed as xmlsec1 sees
//! it, correct by the rules, and in the register of sales with the same base, IGV, unaffected amount, other charges and total.

use super::lines;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    sending::office::Office,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{DateTime, Days, Utc};
use comanda::{clock::Clock, money::Money, settings::tax};
use comanda_sunat_fake::State;
use comanda_test_support::xml_tools::{assert_matches_schema, assert_signature_is_valid};
use roxmltree::{Document, Node};
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path};

/// For each rate, its first day in this story and a noon on which it is in force.
const RATES: [(&str, &str, &str); 3] = [
    ("18", "2026-12-01", "2026-12-10T17:00:00Z"),
    ("10.5", "2026-12-15", "2026-12-20T17:00:00Z"),
    ("15", "2027-01-01", "2027-01-10T17:00:00Z"),
];
const TIP: i64 = 1;
const SERVICE: i64 = 4;

/// A restaurant that passes through each of the rates.
struct Rates {
    office: Office,
    clock: Clock,
    company: i64,
}

impl Fixture for Rates {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-30T17:00:00Z".parse().unwrap());
        let mut office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        office.set_clocks(&clock, clock.now()).await;
        for (percent, valid_from, _) in RATES {
            let rate = json!({"valid_from": valid_from, "percent": percent, "name": "De la ley"});
            office.admin.post("/api/tax-rates", rate).await.ok();
        }
        office.admin.put("/api/global-settings", json!({"tip_on_document": true})).await.ok();
        let company = office.till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        Self { office, clock, company }
    }
}

impl Rates {
    fn till(&self) -> &Till {
        &self.office.till
    }

    /// Opens an account of two lomos, a chicha and a soup: S/ 113.00.
    async fn account(&self) -> i64 {
        self.till().send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada"), (1, "Cau cau")]).await
    }

    async fn adjusted_account(&self, adjustment: Value) -> i64 {
        let account = self.account().await;
        let jorge = self.till().house.app.login("supervisor").await;
        let mut body = adjustment;
        body["client_request_id"] = json!(account);
        jorge.post("/api/billing-adjustment", body).await.ok();
        account
    }

    fn factura_body(&self, more: Value) -> Value {
        let mut body = json!({"billing_type_id": 2, "client_id": self.company});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    }

    /// Pays an account in cash, with change; returns the document.
    async fn pay(&self, account: i64, more: Value) -> Value {
        self.till().pay(account, json!({"Efectivo": "500"}), more).await.ok()["billing"].clone()
    }

    /// Sells in every way in which a document's figures are computed; returns the documents.
    async fn sell_in_every_way(&self) -> Vec<Value> {
        let mut sold = Vec::new();
        for more in [
            json!({}),
            json!({"by_consumption": true}),
            self.factura_body(json!({})),
            self.factura_body(json!({"by_consumption": true})),
        ] {
            sold.push(self.pay(self.account().await, more).await);
        }
        let adjustments = [
            json!({"discounts": [{"discountMethod": "PERCENTAGE", "percentage": "10"}]}),
            json!({"charges": [{"additionalChargeTypeId": TIP, "amount": "7.30"}]}),
            json!({"charges": [{"additionalChargeTypeId": SERVICE, "percentage": "10", "method": "PERCENTAGE"}]}),
        ];
        for adjustment in adjustments {
            sold.push(self.pay(self.adjusted_account(adjustment).await, self.factura_body(json!({}))).await);
        }
        sold.extend(self.sell_split_accounts().await);
        let until = tax::issue_date(self.clock.now()) + Days::new(20);
        let terms = json!({"payment_options": {"Crédito": "113"}, "instalments": [{"amount": "113", "due_on": until}]});
        sold.push(self.pay(self.account().await, self.factura_body(terms)).await);
        sold
    }

    /// Sells one account by shares, one by amounts, one by lines, and one of which a dish is a courtesy.
    async fn sell_split_accounts(&self) -> Vec<Value> {
        let [shared, halved, lined, courtesy_account] =
            [self.account().await, self.account().await, self.account().await, self.account().await];
        let lines = self.till().line_ids(lined).await;
        let dish = self.till().line_ids(courtesy_account).await[2];
        let jorge = self.till().house.app.login("supervisor").await;
        let courtesy =
            json!({"client_request_id": courtesy_account, "discounts": [{"discountTypeId": 1, "line_ids": [dish]}]});
        jorge.post("/api/billing-adjustment", courtesy).await.ok();
        let parts = [
            (shared, json!({"share": {"of": 3}})),
            (shared, json!({"share": {"of": 3}})),
            (shared, json!({})),
            (halved, self.factura_body(json!({"amount": "41.37"}))),
            (halved, json!({})),
            (lined, self.factura_body(json!({"products": [{"id": lines[0], "qty": 1}]}))),
            (lined, json!({})),
            (courtesy_account, json!({})),
        ];
        let mut sold = Vec::new();
        for (account, part) in parts {
            sold.push(self.pay(account, part).await);
        }
        sold
    }

    /// Issues notes on accepted documents: each kind of debit note and credit note, on a factura and on a boleta.
    async fn issue_notes(&self, sold: &[Value]) {
        let pin = comanda::demo::PIN;
        for document in [&sold[0], &sold[2]] {
            for code in ["01", "02", "03"] {
                let form = json!({"pin": pin, "reason": "Pagó tarde", "reason_code": code, "amount": "3.33", "payment_options": {"Efectivo": "3.33"}});
                self.till().luis.post(&format!("/api/billings/{}/debit-note", document["id"]), form).await.ok();
            }
            for form in [
                json!({"reason_code": "04", "amount": "7.77"}),
                json!({"reason_code": "05", "lines": [{"id": document["lines"][0]["id"], "amount": "1.11"}]}),
            ] {
                self.issue_credit_note(document, form).await;
            }
        }
        for document in [&sold[1], &sold[3], &sold[6]] {
            self.issue_credit_note(document, json!({"reason_code": "06"})).await;
        }
        for document in [&sold[4], &sold[5]] {
            let line = self.till().luis.get(&format!("/api/payments/{}", document["payment_id"])).await.ok()["lines"]
                [0]["line_id"]
                .clone();
            self.refund(document, json!({"products": [{"id": line, "qty": 1}]})).await;
        }
    }

    async fn issue_credit_note(&self, document: &Value, form: Value) {
        let mut body = form;
        body["pin"] = json!(comanda::demo::PIN);
        body["reason"] = json!("Demora");
        self.till().luis.post(&format!("/api/billings/{}/credit-note", document["id"]), body).await.ok();
    }

    async fn refund(&self, document: &Value, more: Value) {
        let mut body =
            json!({"pin": comanda::demo::PIN, "reason": "Llegó frío", "outcome": "CLOSE", "remove_inventory": false});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.till().luis.post(&format!("/api/payments/{}/refund", document["payment_id"]), body).await.ok();
    }

    async fn wait_for_answers(&self) {
        for document in self.office.admin.get("/api/billings?page=false").await.rows() {
            let end = if document["voided_at"].is_null() { "ACCEPTED" } else { "VOIDED" };
            self.office.wait_for_state(&document, end).await;
        }
        for note in self.office.admin.get("/api/credit-notes?page=false").await.rows() {
            self.office.wait_for_note_state(&note, "ACCEPTED").await;
        }
    }

    /// Runs a day on which everything is sold and sent one by one, then voids a boleta and a factura and sends a boleta by summary.
    async fn run_day(&mut self) {
        self.office.run_sql("UPDATE electronic_billing SET boletas = 'ONE_BY_ONE'").await;
        let sold = self.sell_in_every_way().await;
        self.wait_for_answers().await;
        self.issue_notes(&sold).await;
        for document in [&sold[12], &sold[14]] {
            self.refund(document, json!({})).await;
        }
        self.office.send_boletas_by_summary().await;
        let boleta = self.pay(self.account().await, json!({})).await;
        self.office.send_summary(1).await;
        self.office.wait_for_state(&boleta, "ACCEPTED").await;
        self.wait_for_answers().await;
    }
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn amount(node: Option<Node<'_, '_>>, name: &str) -> Money {
    node.and_then(|node| child(node, name)?.text()).map_or(Money::ZERO, |text| text.parse().unwrap())
}

/// The sums of a document's XML, negative where the document takes off: base, IGV, unaffected amount, other charges, and amount due.
fn xml_sums(xml: &str) -> [Money; 5] {
    let document = Document::parse(xml).unwrap();
    let root = document.root_element();
    let taxes = child(root, "TaxTotal");
    let base_under = |tax: &str| {
        let is_under = |node: &Node<'_, '_>| {
            let scheme = child(*node, "TaxCategory").and_then(|category| child(category, "TaxScheme"));
            scheme.and_then(|scheme| child(scheme, "ID")?.text()) == Some(tax)
        };
        amount(taxes.unwrap().children().find(is_under), "TaxableAmount")
    };
    let totals = child(root, "LegalMonetaryTotal").or_else(|| child(root, "RequestedMonetaryTotal"));
    let takes_off = root.tag_name().name() == "CreditNote";
    [
        base_under("1000"),
        amount(taxes, "TaxAmount"),
        base_under("9998"),
        amount(totals, "ChargeTotalAmount"),
        amount(totals, "PayableAmount"),
    ]
    .map(|amount| if takes_off { -amount } else { amount })
}

/// Validates everything that was sent against the schema, the signature and the rules; returns the sums of each document by type, series
/// and number.
fn validated_sums(office: &Office) -> BTreeMap<String, [Money; 5]> {
    let sunat = office.sunat.snapshot();
    assert_eq!(sunat.violations, []);
    assert!(sunat.gaps.is_empty(), "{:?}", sunat.gaps);
    let documents = sunat.documents.iter().filter_map(|(id, document)| Some((id.to_string(), document.xml.clone()?)));
    let batches = sunat.batches.iter().map(|(id, batch)| (id.to_string(), batch.xml.clone()));
    let certificate = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stories/sending/prueba.pem");
    let xmls: BTreeMap<String, String> =
        documents.chain(batches).map(|(name, xml)| (name, String::from_utf8(xml.to_vec()).unwrap())).collect();
    for (name, xml) in &xmls {
        assert_eq!(comanda_sunat_rules::check(name, xml), [], "{name}");
        assert_signature_is_valid(xml, &certificate);
    }
    assert_matches_schema(xmls.iter().map(|(name, xml)| (name.as_str(), xml.as_str())));
    let single = xmls.iter().filter(|(name, _)| !name.contains("-RA-") && !name.contains("-RC-"));
    single.map(|(name, xml)| (name.split_once('-').unwrap().1.to_owned(), xml_sums(xml))).collect()
}

on_both_databases! {
    async fn at_every_rate_each_document_is_valid_signed_correct_and_registered(rates: Rates) {
        let mut rates = rates;
        rates.office.start_worker();
        for (_, _, noon) in RATES {
            rates.office.set_clocks(&rates.clock, noon.parse::<DateTime<Utc>>().unwrap()).await;
            rates.run_day().await;
        }
        let sums = validated_sums(&rates.office);
        let accountant = rates.till().house.app.login("contador").await;
        let mut documents_checked = 0;
        for query in ["year=2026&month=12", "year=2027&month=1"] {
            for line in lines(&accountant, query).await {
                let [kind, serie, number] = [&line[5], &line[6], &line[7]];
                let column = |column: usize| line[column].parse::<Money>().unwrap();
                let registered = [column(13) + column(14), column(15) + column(16), column(18), column(23), column(24)];
                let id = format!("{kind}-{serie}-{number}");
                let Some(sums) = sums.get(&id) else { continue };
                documents_checked += 1;
                let is_voided = rates.office.sunat.document(&format!("20601234565-{id}")).unwrap().state == State::Voided;
                let expected = if is_voided { [Money::ZERO; 5] } else { *sums };
                assert_eq!(registered, expected, "{id}");
            }
        }
        assert_eq!(documents_checked, sums.len(), "each stands in the register");
        assert!(documents_checked > 90, "{documents_checked}");
    }
}
