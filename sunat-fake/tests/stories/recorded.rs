//! Recorded documents are sent to the fake, and its answers are compared with recorded ones.

use crate::{
    paper::{Line, factura, summary},
    sender::{Answer, Sender},
};
use chrono::NaiveDate;
use comanda_sunat_fake::{FakeSunat, SolUser, State};

const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded");

pub async fn sunat_on(year: i32, month: u32, day: u32) -> FakeSunat {
    let sunat = FakeSunat::start().await.expect("starts");
    sunat.set_now(NaiveDate::from_ymd_opt(year, month, day).expect("a day").and_hms_opt(13, 5, 0).expect("a time"));
    sunat
}

fn recorded(name: &str) -> Vec<u8> {
    std::fs::read(format!("{RECORDED}/{name}.xml")).expect("is recorded")
}

/// The names of all elements of a CDR, in order, without those inside the signature.
fn element_names(xml: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(xml).expect("XML");
    let is_signed = |node: &roxmltree::Node<'_, '_>| {
        node.ancestors().any(|node| node.tag_name().namespace() == Some("http://www.w3.org/2000/09/xmldsig#"))
    };
    let elements = document.descendants().filter(|node| node.is_element() && !is_signed(node));
    elements.map(|node| node.tag_name().name().to_owned()).collect()
}

#[tokio::test]
async fn worked_examples_are_accepted_as_they_are() {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let examples = [
        ("20123456789-01-F001-1", "La Factura numero F001-1, ha sido aceptada"),
        ("20123456789-01-F001-2", "La Factura numero F001-2, ha sido aceptada"),
        ("20123456789-01-F001-4", "La Factura numero F001-4, ha sido aceptada"),
        ("20123456789-01-F001-6", "La Factura numero F001-6, ha sido aceptada"),
        ("20123456789-03-B001-1", "La Boleta numero B001-1, ha sido aceptada"),
    ];
    for (name, description) in examples {
        let answer = sender.send("sendBill", name, &recorded(name)).await.expect("an answer");
        let cdr = answer.cdr();
        assert_eq!((cdr.code.as_str(), cdr.description.as_str()), ("0", description), "{name}");
        assert_eq!(cdr.entries, ["dummy/".to_owned(), format!("R-{name}.xml")]);
    }
    let state = sunat.snapshot();
    assert_eq!((state.accepted, state.violations.as_slice()), (5, [].as_slice()));
    let base = state.document("20123456789-01-F001-1").expect("on record");
    assert_eq!(base.digest_value.as_deref(), Some("olttjEXTixrLLLu4hp1cD97YN7qL3l0u0ye0AMrZAHw="));
    assert!(base.is_digest_checked && base.state == State::Accepted);
    assert_eq!((base.total.to_string().as_str(), base.order), ("53.50", 1));
    let gaps: Vec<_> = state.gaps.iter().map(|gap| (gap.series.as_str(), gap.first, gap.last)).collect();
    assert_eq!(gaps, [("01-F001", 3, 3), ("01-F001", 5, 5)]);
}

#[tokio::test]
async fn a_cdr_has_the_elements_of_the_recorded_one() {
    let sunat = sunat_on(2019, 12, 24).await;
    let sender = Sender::of(&sunat, "12345678912");
    // This document was recorded in ISO-8859-1 and with SHA-1.
    let name = "12345678912-01-F001-1";
    let cdr = sender.send("sendBill", name, &recorded(name)).await.expect("an answer").cdr();
    let answer = String::from_utf8(recorded(&format!("R-{name}"))).expect("UTF-8");
    assert_eq!(element_names(&cdr.xml), element_names(&answer));
    assert!(answer.contains(&cdr.description) && answer.contains(&format!("<cbc:ReferenceID>{}<", cdr.id)));
    assert!(sunat.document(name).expect("on record").is_digest_checked);
}

#[tokio::test]
async fn the_recorded_voiding_takes_effect() {
    let sunat = sunat_on(2020, 3, 28).await;
    let sender = Sender::of(&sunat, "12345678912");
    let ra = "12345678912-RA-20200328-1";
    let answer = sender.send("sendSummary", ra, &recorded(ra)).await.expect("an answer");
    let status = sender.status(&answer.text("ticket").expect("a ticket")).await;
    assert_eq!(status.text("statusCode").as_deref(), Some("99"));
    // The voided factura of 2019 was never sent to this fake.
    assert_eq!(status.cdr().code, "2105");
    let recorded = String::from_utf8(recorded(&format!("R-{ra}"))).expect("UTF-8");
    assert_eq!(element_names(&status.cdr().xml), element_names(&recorded));
}

/// The namespace and name of every element below the body.
fn body_elements(answer: &str) -> Vec<(Option<String>, String)> {
    let document = roxmltree::Document::parse(answer).expect("XML");
    let body = document.descendants().find(|node| node.tag_name().name() == "Body").expect("a body");
    let elements = body.descendants().filter(|node| node.is_element()).map(|node| node.tag_name());
    elements.map(|name| (name.namespace().map(str::to_owned), name.name().to_owned())).collect()
}

#[tokio::test]
async fn answers_have_the_elements_of_the_recorded_ones() {
    let assert_same_elements = |answer: &Answer, name: &str| {
        let recorded = String::from_utf8(recorded(&format!("soap/{name}"))).expect("UTF-8");
        assert_eq!(body_elements(&answer.body), body_elements(&recorded), "{name}");
        recorded
    };
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let (name, xml) = factura(1);
    assert_same_elements(&sender.bill(&name, &xml).await, "bill_service_response_ok");
    let (name, xml) = summary("RC-20261120-1", &[Line { boleta: "B001-1", operation: 1 }]);
    let ticket = sender.summary(&name, &xml).await;
    assert_same_elements(&ticket, "bill_service_response_ticket");
    assert_same_elements(&sender.status(&ticket.text("ticket").expect("a ticket")).await, "get_status_response_ok");

    let outsider = SolUser { name: sender.user.clone(), password: sender.password.clone(), may_send: false };
    sunat.change_settings(|settings| settings.users = vec![outsider]);
    let (name, xml) = factura(2);
    let refused = sender.bill(&name, &xml).await;
    let recorded = assert_same_elements(&refused, "bill_service_response_fault");
    for tag in ["faultcode", "faultstring"] {
        let text = refused.text(tag).expect("a text");
        assert!(recorded.contains(&format!("<{tag}>{text}</{tag}>")), "{text}");
    }
}
