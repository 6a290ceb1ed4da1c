//! The failures that tests can script.

use crate::{
    paper::{Line, factura, replace_text, sign, summary},
    recorded::sunat_on,
    sender::{Answer, Sender},
};
use comanda_sunat_fake::{Code, FakeSunat, FaultForm, Operation, Recorded, Rule, State, Trouble, Violation, When};
use std::time::{Duration, Instant};

const F1: &str = "20123456789-01-F001-1";

/// Sends F001-1 to a fake with one rule for this document.
async fn send_with_trouble(trouble: Trouble) -> (FakeSunat, Result<Answer, String>) {
    let sunat = sunat_on(2026, 11, 20).await;
    let patience =
        if matches!(trouble, Trouble::Hang(_)) { Duration::from_millis(500) } else { Duration::from_secs(30) };
    sunat.add_rule(Rule::new(When::Document(F1.into()), trouble).times(1));
    let (name, xml) = factura(1);
    let sender = Sender::to(&sunat);
    let sent = tokio::time::timeout(patience, sender.try_bill(&name, &xml)).await;
    let answer = sent.unwrap_or_else(|_| Err("time-out".into()));
    (sunat, answer)
}

#[tokio::test]
async fn answers_are_lost_before_and_after_the_document_was_taken() {
    for (recorded, accepted, next) in [(Recorded::No, 0, None), (Recorded::Yes, 1, Some("1033"))] {
        let http = Trouble::Http { status: 503, taken: recorded };
        for trouble in
            [Trouble::Cut(recorded), Trouble::Hang(recorded), Trouble::Html(recorded), Trouble::Empty(recorded), http]
        {
            let (sunat, answer) = send_with_trouble(trouble.clone()).await;
            match (&trouble, &answer) {
                (Trouble::Cut(_), Err(error)) => assert_ne!(error, "time-out"),
                (Trouble::Hang(_), Err(error)) => assert_eq!(error, "time-out"),
                (Trouble::Html(_), Ok(page)) => assert!(page.status == 200 && page.body.contains("<html>")),
                (Trouble::Empty(_), Ok(empty)) => assert_eq!((empty.status, empty.body.as_str()), (200, "")),
                (Trouble::Http { .. }, Ok(empty)) => assert_eq!((empty.status, empty.body.as_str()), (503, "")),
                other => panic!("{other:?}"),
            }
            // A slow machine may still be processing the call when the time-out has come.
            let state = sunat.wait_until(|state| state.calls.contains_key(&Operation::SendBill)).await;
            assert_eq!(state.accepted, accepted, "{trouble:?}");
            let (name, xml) = factura(1);
            let second = Sender::to(&sunat).bill(&name, &xml).await;
            match next {
                Some(code) => assert_eq!(second.fault(), code),
                None => assert_eq!(second.cdr().code, "0"),
            }
            let state = sunat.snapshot();
            assert_eq!((state.accepted, state.violations.as_slice()), (1, [].as_slice()));
            assert_eq!(state.calls.get(&Operation::SendBill), Some(&2));
        }
    }
}

#[tokio::test]
async fn an_incomplete_answer_is_not_an_answer() {
    let (sunat, answer) = send_with_trouble(Trouble::HalfAnswer).await;
    assert!(answer.is_err(), "{answer:?}");
    assert_eq!(sunat.snapshot().accepted, 1);
}

#[tokio::test]
async fn an_answer_may_be_late() {
    let began = Instant::now();
    let (sunat, answer) = send_with_trouble(Trouble::Late { by_ms: 120 }).await;
    assert_eq!(answer.expect("comes").cdr().code, "0");
    assert!(began.elapsed() >= Duration::from_millis(120));
    assert_eq!(sunat.snapshot().peak_calls_at_once, 1);
    sunat.add_rule(Rule::new(When::Always, Trouble::Late { by_ms: 300 }));
    let sender = Sender::to(&sunat);
    let papers: Vec<_> = (2..=5).map(factura).collect();
    let [a, b, c, d] = [&papers[0], &papers[1], &papers[2], &papers[3]].map(|(name, xml)| sender.bill(name, xml));
    tokio::join!(a, b, c, d);
    let state = sunat.snapshot();
    assert_eq!((state.peak_calls_at_once, state.accepted), (4, 5));
}

#[tokio::test]
async fn faults_carry_their_code_in_every_known_place() {
    for code in [100, 109, 130, 140, 200, 102] {
        let (sunat, answer) =
            send_with_trouble(Trouble::Fault { code: Code(code), form: FaultForm::Faultcode, taken: Recorded::No })
                .await;
        assert_eq!(answer.expect("comes").fault(), format!("{code:04}"));
        assert_eq!(sunat.snapshot().accepted, 0);
    }
    let fault = |form| Trouble::Fault { code: Code(109), form, taken: Recorded::Yes };
    let (sunat, answer) = send_with_trouble(fault(FaultForm::Faultstring)).await;
    let answer = answer.expect("comes");
    assert_eq!(
        (answer.text("faultcode").as_deref(), answer.text("faultstring").as_deref()),
        (Some("soap-env:Server"), Some("0109"))
    );
    assert!(answer.text("message").expect("a text").starts_with("El sistema no puede responder"));
    assert_eq!(sunat.snapshot().accepted, 1);
    let (_, answer) = send_with_trouble(fault(FaultForm::Detail)).await;
    assert_eq!(answer.expect("comes").text("code").as_deref(), Some("0109"));
    let (_, answer) = send_with_trouble(fault(FaultForm::Soap12)).await;
    let answer = answer.expect("comes");
    assert!(answer.body.contains("http://www.w3.org/2003/05/soap-envelope"));
    assert!(answer.body.contains("<env:Subcode><env:Value>0109</env:Value></env:Subcode>"), "{}", answer.body);
}

#[tokio::test]
async fn cdrs_with_notes_of_rejection_and_of_another_document() {
    let (_, answer) = send_with_trouble(Trouble::Observe(vec![Code(4252), Code(4093)])).await;
    let cdr = answer.expect("comes").cdr();
    let codes: Vec<_> = cdr.notes.iter().map(|note| &note[..4]).collect();
    assert_eq!((cdr.code.as_str(), codes.as_slice()), ("0", ["4252", "4093"].as_slice()));

    let (sunat, answer) = send_with_trouble(Trouble::Reject(Code(2800))).await;
    assert_eq!(answer.expect("comes").cdr().code, "2800");
    assert_eq!(sunat.document(F1).expect("known").state, State::Rejected);
    let status = Sender::to(&sunat).consult("getStatus", F1).await;
    assert_eq!(status.text("statusCode").as_deref(), Some("0002"));

    let (sunat, answer) = send_with_trouble(Trouble::OtherDocument).await;
    assert_eq!(answer.expect("comes").cdr().id, "F001-90000001");
    let right = Sender::to(&sunat).consult("getStatusCdr", F1).await.cdr();
    assert_eq!((right.id.as_str(), sunat.snapshot().accepted), ("F001-1", 1));
}

#[tokio::test]
async fn an_ose_writes_observations_as_statuses() {
    let sunat = sunat_on(2026, 11, 20).await;
    sunat.change_settings(|settings| settings.answers_as_ose = true);
    sunat.add_rule(Rule::new(When::Always, Trouble::Observe(vec![Code(4252)])).times(2));
    let sender = Sender::to(&sunat);
    let (name, xml) = factura(1);
    let bill_cdr = sender.bill(&name, &xml).await.cdr();
    let (name, xml) = summary("RC-20261120-1", &[Line { boleta: "B001-1", operation: 1 }]);
    let ticket = sender.summary(&name, &xml).await.text("ticket").expect("a ticket");
    for cdr in [bill_cdr, sender.status(&ticket).await.cdr()] {
        assert_eq!((cdr.code.as_str(), cdr.notes.len(), cdr.id.as_str()), ("0", 0, ""));
        assert!(cdr.xml.contains("<cac:Status><cbc:StatusReasonCode>4252</cbc:StatusReasonCode>"), "{}", cdr.xml);
    }
}

#[tokio::test]
async fn a_lost_ticket_may_have_taken_effect_or_not() {
    for (recorded, accepted) in [(Recorded::Yes, 1), (Recorded::No, 0)] {
        let sunat = sunat_on(2026, 11, 20).await;
        let sender = Sender::to(&sunat);
        let (name, xml) = summary("RC-20261120-1", &[Line { boleta: "B001-1", operation: 1 }]);
        sunat.add_rule(Rule::new(When::Document(name.clone()), Trouble::LoseTicket { after_asks: 2, taken: recorded }));
        let ticket = sender.summary(&name, &xml).await.text("ticket").expect("a ticket");
        for code in ["98", "98", "0127", "0127"] {
            assert_eq!(sender.status(&ticket).await.text("statusCode").as_deref(), Some(code));
        }
        let state = sunat.snapshot();
        assert_eq!((state.accepted, state.batch(&name).expect("known").is_lost), (accepted, true));
        assert_eq!(sender.summary(&name, &xml).await.fault(), "2223");
    }
}

#[tokio::test]
async fn a_batch_is_rejected_or_observed_by_the_cdr_of_its_ticket() {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let cases = [
        ("RC-20261120-1", "B001-1", Trouble::Reject(Code(2335)), ("99", "2335", 0), 0),
        ("RC-20261120-2", "B001-2", Trouble::Observe(vec![Code(4443)]), ("0", "0", 1), 1),
    ];
    for (id, boleta, trouble, (status, code, notes), accepted) in cases {
        let (name, xml) = summary(id, &[Line { boleta, operation: 1 }]);
        sunat.add_rule(Rule::new(When::Document(name.clone()), trouble));
        let ticket = sender.summary(&name, &xml).await.text("ticket").expect("a ticket");
        let answer = sender.status(&ticket).await;
        let cdr = answer.cdr();
        assert_eq!(answer.text("statusCode").as_deref(), Some(status));
        assert_eq!((cdr.code.as_str(), cdr.notes.len()), (code, notes));
        assert_eq!(sunat.snapshot().accepted, accepted);
    }
}

#[tokio::test]
async fn bytes_may_change_only_after_a_final_answer() {
    let (sunat, answer) = send_with_trouble(Trouble::Cut(Recorded::No)).await;
    assert!(answer.is_err());
    let (name, xml) = factura(1);
    let other = sign(&replace_text(&xml, "CHICHA", "INCA KOLA"));
    assert_eq!(Sender::to(&sunat).bill(&name, &other).await.cdr().code, "0");
    let violations = sunat.snapshot().violations;
    assert!(matches!(violations.as_slice(), [Violation::BytesChanged { id, .. }] if id == F1), "{violations:?}");

    let final_fault = Trouble::Fault { code: Code(3244), form: FaultForm::Faultcode, taken: Recorded::No };
    let (sunat, answer) = send_with_trouble(final_fault).await;
    assert_eq!(answer.expect("comes").fault(), "3244");
    assert_eq!(Sender::to(&sunat).bill(&name, &other).await.cdr().code, "0");
    assert_eq!(sunat.snapshot().violations, []);
}

#[tokio::test]
async fn random_failures_are_reproducible() {
    let run = async || {
        let sunat = sunat_on(2026, 11, 20).await;
        let several = vec![
            Trouble::Cut(Recorded::Yes),
            Trouble::Cut(Recorded::No),
            Trouble::Html(Recorded::No),
            Trouble::Fault { code: Code(100), form: FaultForm::Soap12, taken: Recorded::Yes },
        ];
        sunat.add_rule(Rule::new(When::Chance { percent: 40, seed: 12 }, Trouble::OneOf(several)));
        let sender = Sender::to(&sunat);
        let mut tries = Vec::new();
        for number in 1..=20 {
            let (name, xml) = factura(number);
            let mut count = 1;
            while sunat.document(&name).is_none() {
                sender.try_bill(&name, &xml).await.ok();
                count += 1;
            }
            tries.push(count);
        }
        let state = sunat.snapshot();
        assert_eq!((state.accepted, state.violations.len(), state.gaps.len()), (20, 0, 0));
        tries
    };
    let first = run().await;
    assert!(first.iter().any(|count| *count > 2), "{first:?}");
    assert_eq!(first, run().await);
}

#[tokio::test]
async fn other_processes_read_and_control_the_fake_over_http() {
    let sunat = FakeSunat::start().await.expect("starts");
    let sender = Sender::to(&sunat);
    let put = async |path, body: &str| sender.http("PUT", path, body.into()).await.expect("an answer").status;
    assert_eq!(put("/clock", "\"2026-11-20T13:05:00\"").await, 204);
    let script = r#"[{"when": {"DOCUMENT": "20123456789-01-F001-1"}, "trouble": {"REJECT": 2335}, "operations": ["SEND_BILL"], "times": 1}]"#;
    assert_eq!(put("/script", script).await, 204);
    let (name, xml) = factura(1);
    assert_eq!(sender.bill(&name, &xml).await.cdr().code, "2335");
    let (name, xml) = factura(2);
    sender.bill(&name, &xml).await.cdr();
    let answer = sender.http("GET", "/state", String::new()).await.expect("an answer");
    let state: serde_json::Value = serde_json::from_str(&answer.body).expect("JSON");
    assert_eq!(
        (&state["accepted"], &state["rejected"], &state["calls"]["SEND_BILL"]),
        (&1.into(), &1.into(), &2.into())
    );
    let document = &state["documents"]["20123456789-01-F001-2"];
    assert_eq!((&document["state"], &document["total"]), (&"ACCEPTED".into(), &"53.50".into()));
    assert_eq!(state["now"], "2026-11-20T13:05:00");
}
