//! Everything that goes wrong on the way, row by row of what answers mean.

use super::office::{Office, pace};
use crate::on_both_databases;
use base64::{Engine, engine::general_purpose::STANDARD};
use comanda::{
    seal,
    sending::{self, Pace},
};
use comanda_sunat_fake::{Code, FaultForm, Operation, Rule, Taken, Trouble, When};
use serde_json::json;

/// Once, while a document is sent.
fn once(trouble: Trouble) -> Rule {
    Rule::new(When::Always, trouble).on(Operation::SendBill).times(1)
}

const fn fault(code: u16, form: FaultForm, taken: Taken) -> Trouble {
    Trouble::Fault { code: Code(code), form, taken }
}

on_both_databases! {
    async fn what_passes_is_sent_again_until_it_is_accepted_once(office: Office) {
        let mut office = office;
        office.work();
        let troubles = [
            Trouble::Cut(Taken::No),
            Trouble::Cut(Taken::Yes),
            Trouble::HalfAnswer,
            Trouble::Html(Taken::No),
            Trouble::Html(Taken::Yes),
            Trouble::Http { status: 503, taken: Taken::No },
            Trouble::Http { status: 504, taken: Taken::Yes },
            fault(100, FaultForm::Faultcode, Taken::No),
            fault(109, FaultForm::Faultstring, Taken::Yes),
            fault(130, FaultForm::Detail, Taken::No),
            fault(138, FaultForm::Soap12, Taken::Yes),
            fault(200, FaultForm::Soap12, Taken::No),
            fault(140, FaultForm::Faultcode, Taken::Yes),
            Trouble::OtherDocument,
        ];
        let mut sold = 0;
        for trouble in troubles {
            // Of a factura the receipt can be had later, of a boleta only the state.
            for is_factura in [true, false] {
                office.sunat.on(once(trouble.clone()));
                let billing = if is_factura { office.factura().await } else { office.boleta().await };
                office.until(&billing, "ACCEPTED").await;
                sold += 1;
            }
        }
        let state = office.sunat.snapshot();
        assert_eq!((state.accepted, state.violations.len(), state.gaps.len()), (sold, 0, 0));
    }

    async fn an_answer_that_never_comes_is_asked_for(office: Office) {
        let mut office = office;
        office.work();
        office.sunat.on(once(Trouble::Hang(Taken::Yes)));
        let factura = office.factura().await;
        office.until(&factura, "ACCEPTED").await;
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.calls[&Operation::ConsultCdr]), (1, 1));
        office.sunat.on(once(Trouble::Hang(Taken::No)));
        let boleta = office.boleta().await;
        office.until(&boleta, "ACCEPTED").await;
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.accepted, state.violations.len()), (3, 2, 0));
    }

    async fn what_a_person_has_to_mend_waits_and_goes_again_when_asked(office: Office) {
        let mut office = office;
        office.work();
        office.sunat.on(once(fault(306, FaultForm::Faultcode, Taken::No)));
        let boleta = office.boleta().await;
        let row = office.until(&boleta, "FAILED").await;
        assert_eq!(row["sunat_code"], "0306");
        let again = office.admin.post(&format!("/api/billings/{}/send", boleta["id"]), json!({})).await.ok();
        assert_eq!(again["state"], "PENDING");
        office.until(&boleta, "ACCEPTED").await;
    }

    async fn refused_credentials_stop_everything_and_once_mended_everything_goes(office: Office) {
        let mut office = office;
        let nobody = |settings: &mut comanda_sunat_fake::Settings| {
            settings.users = vec![comanda_sunat_fake::SolUser { name: "20601234565OTRO".into(), password: "x".into(), may_send: true }];
        };
        office.sunat.change_settings(nobody);
        let mut sold = Vec::new();
        for _ in 0..6 {
            sold.push(office.boleta().await);
        }
        office.work();
        let row = office.until(&sold[0], "FAILED").await;
        assert_eq!(row["sunat_code"], "0102");
        office.sunat.change_settings(|settings| settings.users.clear());
        for one in &sold {
            office.until(one, "ACCEPTED").await;
        }
    }

    async fn without_the_key_of_its_secrets_nothing_is_lost(office: Office) {
        let mut office = office;
        // As after a copy was restored on another machine.
        std::fs::remove_file(office.till.house.app.config.data.join(seal::FILE)).unwrap();
        let boleta = office.boleta().await;
        office.hire(tokio::spawn(sending::run(office.till.house.app.app.clone(), Pace::default())));
        let told = tokio::time::timeout(std::time::Duration::from_secs(20), async {
            while !office.row(&boleta).await["sunat_message"].as_str().unwrap().starts_with("La copia se restauró en otro equipo") {
                tokio::time::sleep(std::time::Duration::from_millis(25)).await;
            }
        });
        told.await.unwrap();
        assert_eq!(office.row(&boleta).await["state"], "PENDING");
        let dashboard = office.admin.get("/api/dashboard").await.ok();
        assert!(dashboard["attention"].to_string().contains("se perdieron al restaurar la copia"), "{}", dashboard["attention"]);
        // Written again, all that waited goes at once.
        office.admin.put("/api/electronic-billing", json!({"sol_user": "MODDATOS", "sol_password": "moddatos"})).await.ok();
        let certificate = json!({"pfx": STANDARD.encode(include_bytes!("prueba.p12")), "password": "prueba"});
        office.admin.post("/api/electronic-billing/certificate", certificate).await.ok();
        office.until(&boleta, "ACCEPTED").await;
        let state = office.sunat.snapshot();
        assert_eq!((state.accepted, state.gaps.len()), (1, 0));
    }

    async fn an_empty_answer_of_a_service_that_took_the_password_before_is_its_own_trouble(office: Office) {
        let mut office = office;
        office.work();
        let first = office.boleta().await;
        office.until(&first, "ACCEPTED").await;
        office.kill().await;
        // With waits as they are in a house: whoever is refused waits for half an hour, and so would all of the queue.
        office.sunat.on(Rule::new(When::Always, Trouble::Empty(Taken::No)).on(Operation::SendBill).times(1));
        let waits = Pace { longest_wait: std::time::Duration::from_secs(1_800), ..pace() };
        let second = office.boleta().await;
        office.hire(tokio::spawn(sending::run(office.till.house.app.app.clone(), waits)));
        let row = office.until(&second, "ACCEPTED").await;
        assert!(!row["sunat_message"].as_str().unwrap().contains("clave SOL"), "{row}");
    }

    async fn a_new_password_is_not_trusted_for_what_the_old_one_did(office: Office) {
        let mut office = office;
        office.work();
        let first = office.boleta().await;
        office.until(&first, "ACCEPTED").await;
        office.kill().await;
        let clock = office.till.house.app.app.clock().clone();
        clock.set(clock.now() + chrono::TimeDelta::seconds(1));
        // Somebody types another password: the first empty answer says that it is wrong.
        office.admin.put("/api/electronic-billing", json!({"sol_user": "MODDATOS", "sol_password": "moddatos"})).await.ok();
        office.sunat.on(Rule::new(When::Always, Trouble::Empty(Taken::No)).on(Operation::SendBill).times(1));
        let waits = Pace { longest_wait: std::time::Duration::from_secs(1_800), ..pace() };
        let second = office.boleta().await;
        office.hire(tokio::spawn(sending::run(office.till.house.app.app.clone(), waits)));
        let row = office.until(&second, "FAILED").await;
        assert!(row["sunat_message"].as_str().unwrap().contains("SOL"), "{row}");
    }

    async fn a_number_that_is_said_to_be_known_and_is_not_found_ends_with_words_that_say_so(office: Office) {
        let mut office = office;
        office.work();
        office.sunat.on(Rule::new(When::Always, fault(1033, FaultForm::Faultcode, Taken::No)).on(Operation::SendBill).times(4));
        let boleta = office.boleta().await;
        let row = office.until(&boleta, "FAILED").await;
        let message = row["sunat_message"].as_str().unwrap();
        assert!(row["sunat_code"] == "1033" && message.contains("no lo encuentra") && message.contains("Envíalo otra vez"), "{row}");
        office.admin.post(&format!("/api/billings/{}/send", boleta["id"]), json!({})).await.ok();
        office.until(&boleta, "ACCEPTED").await;
    }
}
