//! Failures while sending, for each meaning of an answer.

use super::office::{Office, fast_pace};
use crate::on_both_databases;
use base64::{Engine, engine::general_purpose::STANDARD};
use comanda::{
    seal,
    sending::{self, SendingPace},
};
use comanda_sunat_fake::{Code, FaultForm, Operation, Recorded, Rule, Trouble, When};
use serde_json::json;

/// A failure that occurs once while a document is sent.
fn failing_once(trouble: Trouble) -> Rule {
    Rule::new(When::Always, trouble).for_operation(Operation::SendBill).times(1)
}

const fn fault(code: u16, form: FaultForm, recorded: Recorded) -> Trouble {
    Trouble::Fault { code: Code(code), form, taken: recorded }
}

on_both_databases! {
    async fn temporary_failures_are_retried_until_the_document_is_accepted_once(office: Office) {
        let mut office = office;
        office.start_worker();
        let troubles = [
            Trouble::Cut(Recorded::No),
            Trouble::Cut(Recorded::Yes),
            Trouble::HalfAnswer,
            Trouble::Html(Recorded::No),
            Trouble::Html(Recorded::Yes),
            Trouble::Http { status: 503, taken: Recorded::No },
            Trouble::Http { status: 504, taken: Recorded::Yes },
            fault(100, FaultForm::Faultcode, Recorded::No),
            fault(109, FaultForm::Faultstring, Recorded::Yes),
            fault(130, FaultForm::Detail, Recorded::No),
            fault(138, FaultForm::Soap12, Recorded::Yes),
            fault(200, FaultForm::Soap12, Recorded::No),
            fault(140, FaultForm::Faultcode, Recorded::Yes),
            Trouble::OtherDocument,
        ];
        let mut sold = 0;
        for trouble in troubles {
            // The CDR of a factura can be fetched later, of a boleta only the state.
            for is_factura in [true, false] {
                office.sunat.add_rule(failing_once(trouble.clone()));
                let billing = if is_factura { office.factura().await } else { office.boleta().await };
                office.wait_for_state(&billing, "ACCEPTED").await;
                sold += 1;
            }
        }
        let state = office.sunat.snapshot();
        assert_eq!((state.accepted, state.violations.len(), state.gaps.len()), (sold, 0, 0));
    }

    async fn a_missing_answer_is_asked_for(office: Office) {
        let mut office = office;
        office.start_worker();
        office.sunat.add_rule(failing_once(Trouble::Hang(Recorded::Yes)));
        let factura = office.factura().await;
        office.wait_for_state(&factura, "ACCEPTED").await;
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.calls[&Operation::ConsultCdr]), (1, 1));
        office.sunat.add_rule(failing_once(Trouble::Hang(Recorded::No)));
        let boleta = office.boleta().await;
        office.wait_for_state(&boleta, "ACCEPTED").await;
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.accepted, state.violations.len()), (3, 2, 0));
    }

    async fn documents_that_need_a_correction_wait_and_are_sent_again_on_request(office: Office) {
        let mut office = office;
        office.start_worker();
        office.sunat.add_rule(failing_once(fault(306, FaultForm::Faultcode, Recorded::No)));
        let boleta = office.boleta().await;
        let row = office.wait_for_state(&boleta, "FAILED").await;
        assert_eq!(row["sunat_code"], "0306");
        let requeued = office.admin.post(&format!("/api/billings/{}/send", boleta["id"]), json!({})).await.ok();
        assert_eq!(requeued["state"], "PENDING");
        office.wait_for_state(&boleta, "ACCEPTED").await;
    }

    async fn refused_credentials_stop_everything_until_they_are_corrected(office: Office) {
        let mut office = office;
        let nobody = |settings: &mut comanda_sunat_fake::Settings| {
            settings.users = vec![comanda_sunat_fake::SolUser { name: "20601234565OTRO".into(), password: "x".into(), may_send: true }];
        };
        office.sunat.change_settings(nobody);
        let mut sold = Vec::new();
        for _ in 0..6 {
            sold.push(office.boleta().await);
        }
        office.start_worker();
        let row = office.wait_for_state(&sold[0], "FAILED").await;
        assert_eq!(row["sunat_code"], "0102");
        office.sunat.change_settings(|settings| settings.users.clear());
        for one in &sold {
            office.wait_for_state(one, "ACCEPTED").await;
        }
    }

    async fn without_the_key_of_its_secrets_nothing_is_lost(office: Office) {
        let mut office = office;
        // This is the state after a copy was restored on another machine.
        std::fs::remove_file(office.till.house.app.config.data.join(seal::FILE)).unwrap();
        let boleta = office.boleta().await;
        office.add_worker(tokio::spawn(sending::run_sender(office.till.house.app.app.clone(), SendingPace::default())));
        let waiting = tokio::time::timeout(std::time::Duration::from_secs(20), async {
            while !office.listed_document(&boleta).await["sunat_message"].as_str().unwrap().starts_with("La copia se restauró en otro equipo") {
                tokio::time::sleep(std::time::Duration::from_millis(25)).await;
            }
        });
        waiting.await.unwrap();
        assert_eq!(office.listed_document(&boleta).await["state"], "PENDING");
        let dashboard = office.admin.get("/api/dashboard").await.ok();
        assert!(dashboard["attention"].to_string().contains("se perdieron al restaurar la copia"), "{}", dashboard["attention"]);
        // Entered again, all waiting documents are sent at once.
        office.admin.put("/api/electronic-billing", json!({"sol_user": "MODDATOS", "sol_password": "moddatos"})).await.ok();
        let certificate = json!({"pfx": STANDARD.encode(include_bytes!("prueba.p12")), "password": "prueba"});
        office.admin.post("/api/electronic-billing/certificate", certificate).await.ok();
        office.wait_for_state(&boleta, "ACCEPTED").await;
        let state = office.sunat.snapshot();
        assert_eq!((state.accepted, state.gaps.len()), (1, 0));
    }

    async fn an_empty_answer_of_a_service_that_accepted_the_password_is_a_service_failure(office: Office) {
        let mut office = office;
        office.start_worker();
        let first = office.boleta().await;
        office.wait_for_state(&first, "ACCEPTED").await;
        office.kill_workers().await;
        // With production intervals: a refusal waits for half an hour, and so would the whole queue.
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Empty(Recorded::No)).for_operation(Operation::SendBill).times(1));
        let waits = SendingPace { longest_wait: std::time::Duration::from_secs(1_800), ..fast_pace() };
        let second = office.boleta().await;
        office.add_worker(tokio::spawn(sending::run_sender(office.till.house.app.app.clone(), waits)));
        let row = office.wait_for_state(&second, "ACCEPTED").await;
        assert!(!row["sunat_message"].as_str().unwrap().contains("clave SOL"), "{row}");
    }

    async fn a_new_password_is_not_trusted_for_the_success_of_the_old_one(office: Office) {
        let mut office = office;
        office.start_worker();
        let first = office.boleta().await;
        office.wait_for_state(&first, "ACCEPTED").await;
        office.kill_workers().await;
        let clock = office.till.house.app.app.clock().clone();
        clock.set(clock.now() + chrono::TimeDelta::seconds(1));
        // Somebody types another password: the first empty answer means that it is wrong.
        office.admin.put("/api/electronic-billing", json!({"sol_user": "MODDATOS", "sol_password": "moddatos"})).await.ok();
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Empty(Recorded::No)).for_operation(Operation::SendBill).times(1));
        let waits = SendingPace { longest_wait: std::time::Duration::from_secs(1_800), ..fast_pace() };
        let second = office.boleta().await;
        office.add_worker(tokio::spawn(sending::run_sender(office.till.house.app.app.clone(), waits)));
        let row = office.wait_for_state(&second, "FAILED").await;
        assert!(row["sunat_message"].as_str().unwrap().contains("SOL"), "{row}");
    }

    async fn a_number_said_to_be_known_but_not_found_ends_with_a_message(office: Office) {
        let mut office = office;
        office.start_worker();
        office.sunat.add_rule(Rule::new(When::Always, fault(1033, FaultForm::Faultcode, Recorded::No)).for_operation(Operation::SendBill).times(4));
        let boleta = office.boleta().await;
        let row = office.wait_for_state(&boleta, "FAILED").await;
        let message = row["sunat_message"].as_str().unwrap();
        assert!(row["sunat_code"] == "1033" && message.contains("no lo encuentra") && message.contains("Envíalo otra vez"), "{row}");
        office.admin.post(&format!("/api/billings/{}/send", boleta["id"]), json!({})).await.ok();
        office.wait_for_state(&boleta, "ACCEPTED").await;
    }
}
