//! RC and RA: their tickets, and the effect of their lines.

use crate::{
    paper::{Line, boleta, credit_note, factura, replace_text, sign, summary, voiding},
    recorded::sunat_on,
    sender::{Answer, Sender},
};
use chrono::NaiveDate;
use comanda_sunat_fake::{BatchState, FakeSunat, State, Violation};
use std::time::Duration;

const ADD: u8 = 1;
const VOID: u8 = 3;

async fn on_20_november() -> (FakeSunat, Sender) {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    (sunat, sender)
}

/// Sends a batch and queries its ticket.
async fn send_and_ask_status(sender: &Sender, (name, xml): &(String, String)) -> Answer {
    let answer = sender.summary(name, xml).await;
    sender.status(&answer.text("ticket").unwrap_or_else(|| panic!("no ticket: {}", answer.body))).await
}

/// Sends a batch and returns the code of its CDR.
async fn cdr_code(sender: &Sender, batch: &(String, String)) -> String {
    let status = send_and_ask_status(sender, batch).await;
    let cdr = status.cdr();
    assert_eq!(status.text("statusCode").as_deref(), Some(if cdr.code == "0" { "0" } else { "99" }));
    cdr.code
}

#[tokio::test]
async fn a_summary_adds_boletas_and_another_voids_them() {
    let (sunat, sender) = on_20_november().await;
    let lines = [Line { boleta: "B001-1", operation: ADD }, Line { boleta: "B001-2", operation: ADD }];
    let adding = summary("RC-20261120-1", &lines);
    let status = send_and_ask_status(&sender, &adding).await;
    let cdr = status.cdr();
    assert_eq!(
        (cdr.code.as_str(), cdr.description.as_str()),
        ("0", "El Resumen diario RC-20261120-1, ha sido aceptado")
    );
    assert_eq!(cdr.entries, ["dummy/", "R-20123456789-RC-20261120-1.xml"]);
    let state = sunat.snapshot();
    let first = state.document("20123456789-03-B001-1").expect("on record");
    assert_eq!(
        (first.state, first.total.to_string().as_str(), first.sha256.as_ref()),
        (State::Accepted, "23.60", None)
    );
    assert_eq!(state.batch(&adding.0).expect("on record").lines.len(), 2);

    assert_eq!(cdr_code(&sender, &summary("RC-20261120-2", &[Line { boleta: "B001-1", operation: VOID }])).await, "0");
    let state = sunat.snapshot();
    assert_eq!((state.accepted, state.voided), (1, 1));
    let consulted = sender.consult("getStatus", "20123456789-03-B001-1").await;
    assert_eq!(consulted.text("statusCode").as_deref(), Some("0003"));
    // A boleta that came in a summary is registered, so it is refused if it is sent alone.
    let (name, xml) = boleta(2);
    assert_eq!(sender.bill(&name, &xml).await.fault(), "1033");
    assert_eq!(sunat.snapshot().violations, []);
}

#[tokio::test]
async fn one_wrong_line_refuses_the_whole_summary() {
    let (sunat, sender) = on_20_november().await;
    let (name, xml) = boleta(1);
    sender.bill(&name, &xml).await.cdr();
    let line = |boleta, operation| Line { boleta, operation };
    let cases: [(&[Line<'_>], &str); 5] = [
        (&[line("B001-2", ADD), line("B001-1", ADD)], "2282"),
        (&[line("B001-9", VOID)], "2663"),
        (&[line("B001-3", ADD), line("B001-3", ADD)], "3094"),
        (&[line("F001-3", ADD)], "2513"),
        (&[line("B001-3", 4)], "2896"),
    ];
    for (number, (lines, code)) in cases.iter().enumerate() {
        let batch = summary(&format!("RC-20261120-{}", number + 1), lines);
        assert_eq!(cdr_code(&sender, &batch).await, *code);
    }
    let state = sunat.snapshot();
    assert_eq!((state.accepted, state.document("20123456789-03-B001-2").is_none()), (1, true));
    assert_eq!(cdr_code(&sender, &summary("RC-20261120-8", &[line("B001-1", VOID)])).await, "0");
    assert_eq!(cdr_code(&sender, &summary("RC-20261120-9", &[line("B001-1", VOID)])).await, "2987");
    let (name, xml) = summary("RC-20261120-10", &[line("B001-4", ADD)]);
    let without_rate = sign(&replace_text(&xml, "<cbc:Percent>18.00</cbc:Percent>", ""));
    assert_eq!(cdr_code(&sender, &(name, without_rate)).await, "2992");
    let (name, xml) = summary("RC-20261120-11", &[line("B001-4", ADD)]);
    let dear = xml.replace(">23.60<", ">700.60<").replace(">20.00<", ">697.00<");
    assert_eq!(cdr_code(&sender, &(name, sign(&dear))).await, "2514");
}

#[tokio::test]
async fn a_voiding_takes_facturas_out_within_seven_days() {
    let (sunat, sender) = on_20_november().await;
    for number in 1..=3 {
        let (name, xml) = factura(number);
        sender.bill(&name, &xml).await.cdr();
    }
    let time_on = |day| NaiveDate::from_ymd_opt(2026, 11, day).expect("a day").and_hms_opt(9, 0, 0).expect("a time");
    sunat.set_now(time_on(27));
    let ra = voiding("RA-20261127-1", &["01-F001-1"]);
    let status = send_and_ask_status(&sender, &ra).await;
    assert_eq!(status.cdr().description, "La Comunicacion de baja RA-20261127-1, ha sido aceptada");
    assert_eq!(cdr_code(&sender, &voiding("RA-20261127-2", &["01-F001-1"])).await, "2323");
    assert_eq!(cdr_code(&sender, &voiding("RA-20261127-3", &["01-F001-2", "01-F001-2"])).await, "2348");
    assert_eq!(cdr_code(&sender, &voiding("RA-20261127-4", &["01-F001-2", "01-F001-9"])).await, "2105");
    assert_eq!(cdr_code(&sender, &voiding("RA-20261127-5", &["03-B001-2"])).await, "2308");
    let (name, xml) = voiding("RA-20261127-6", &["01-F001-2"]);
    let other_day = sign(&replace_text(&xml, "<cbc:ReferenceDate>2026-11-20<", "<cbc:ReferenceDate>2026-11-21<"));
    assert_eq!(cdr_code(&sender, &(name, other_day)).await, "2375");
    sunat.set_now(time_on(28));
    assert_eq!(cdr_code(&sender, &voiding("RA-20261128-1", &["01-F001-2"])).await, "2957");

    // A voided document cannot be modified, nor its number used again.
    sunat.set_now(time_on(20));
    let (name, xml) = credit_note(1, "F001-1");
    assert_eq!(sender.bill(&name, &xml).await.cdr().code, "2120");
    let (name, xml) = factura(1);
    assert_eq!(sender.bill(&name, &xml).await.fault(), "1032");
    let state = sunat.snapshot();
    assert_eq!((state.accepted, state.voided, state.rejected), (2, 1, 1));
    assert_eq!(state.violations, []);
}

#[tokio::test]
async fn a_ticket_says_98_until_its_delay_is_over() {
    let (sunat, sender) = on_20_november().await;
    sunat.change_settings(|settings| settings.ticket_delay = Duration::from_millis(300));
    let (name, xml) = summary("RC-20261120-1", &[Line { boleta: "B001-1", operation: ADD }]);
    let answer = sender.summary(&name, &xml).await;
    let ticket = answer.text("ticket").expect("a ticket");
    assert_eq!(sender.status(&ticket).await.text("statusCode").as_deref(), Some("98"));
    sunat.change_settings(|settings| settings.has_long_ticket_codes = true);
    assert_eq!(sender.status(&ticket).await.text("statusCode").as_deref(), Some("0098"));
    let state = sunat.snapshot();
    assert_eq!((state.accepted, state.batch(&name).expect("known").state), (0, BatchState::Pending));
    let state = sunat.wait_until(|state| state.accepted == 1).await;
    assert_eq!(state.batch(&name).expect("known").asks, 2);
    assert_eq!(sender.status(&ticket).await.text("statusCode").as_deref(), Some("0"));
    // Tickets of other companies and invented tickets are unknown.
    let stranger = Sender::of(&sunat, "20987654321");
    assert_eq!(stranger.status(&ticket).await.text("statusCode").as_deref(), Some("0127"));
    assert_eq!(sender.status("1").await.text("statusCode").as_deref(), Some("0127"));
}

#[tokio::test]
async fn a_batch_is_accepted_once() {
    let (sunat, sender) = on_20_november().await;
    let rc = summary("RC-20261120-1", &[Line { boleta: "B001-1", operation: ADD }]);
    send_and_ask_status(&sender, &rc).await;
    assert_eq!(sender.summary(&rc.0, &rc.1).await.fault(), "2223");
    let ra = voiding("RA-20261120-1", &["01-F001-1"]);
    send_and_ask_status(&sender, &ra).await;
    assert_eq!(sender.summary(&ra.0, &ra.1).await.fault(), "2324");
    assert_eq!(sunat.snapshot().violations, []);
    let other = summary("RC-20261120-1", &[Line { boleta: "B001-2", operation: ADD }]);
    assert_eq!(sender.summary(&other.0, &other.1).await.fault(), "2223");
    let violations = sunat.snapshot().violations;
    assert!(matches!(violations.as_slice(), [Violation::OtherContent { id, .. }] if *id == rc.0), "{violations:?}");
    let (_, xml) = summary("RC-20261120-2", &[Line { boleta: "B001-2", operation: ADD }]);
    assert_eq!(cdr_code(&sender, &("20123456789-RC-20261120-3".into(), xml)).await, "2220");
    assert_eq!(sender.summary("20123456789-RC-2026-1", &rc.1).await.fault(), "0151");
}

#[tokio::test]
async fn a_summary_carries_notes_of_boletas_that_are_known_or_in_it() {
    let (sunat, sender) = on_20_november().await;
    let summary_with_note = |id: &str, modified: &str| {
        let lines = [Line { boleta: "B001-1", operation: ADD }, Line { boleta: "BC01-1", operation: ADD }];
        let (name, xml) = summary(id, &lines);
        let reference = format!(
            "<cbc:ID>BC01-1</cbc:ID><cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>{modified}</cbc:ID>\
             <cbc:DocumentTypeCode>03</cbc:DocumentTypeCode></cac:InvoiceDocumentReference></cac:BillingReference>"
        );
        let kind = "<cbc:DocumentTypeCode>03</cbc:DocumentTypeCode><cbc:ID>BC01-1</cbc:ID>";
        (name, sign(&replace_text(&xml, kind, &format!("<cbc:DocumentTypeCode>07</cbc:DocumentTypeCode>{reference}"))))
    };
    assert_eq!(cdr_code(&sender, &summary_with_note("RC-20261120-1", "B001-9")).await, "2989");
    assert_eq!(cdr_code(&sender, &summary_with_note("RC-20261120-2", "B001-1")).await, "0");
    assert!(sunat.document("20123456789-07-BC01-1").is_some());
}
