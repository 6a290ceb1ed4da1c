//! Documents of all kinds with voids and notes, a tax authority that fails in every way, and a sender that is killed at any point. At the
//! end each document is there exactly once, or its state says why not. The choices depend on a seed that is printed; `CHAOS_SEED=…
//! CHAOS_DOCUMENTS=500 cargo test -p comanda --test stories sending::chaos` repeats them, over as many documents as wanted.

use super::office::{Office, RUC};
use crate::{evening::random::Random, on_both_databases};
use comanda_sunat_fake::{Code, FaultForm, Operation, Recorded, Rule, State, Trouble, When};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Enough for every failure to occur several times.
const DOCUMENTS: usize = 60;
/// The time allowed for each document; whatever takes longer has failed.
const PATIENCE_FOR_EACH: Duration = Duration::from_millis(1_500);

fn seed_variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// Adds every kind of failure of the services, as often as on a very bad day.
fn bad_day(office: &Office, seed: u64) {
    let fault = |code, form, recorded| Trouble::Fault { code: Code(code), form, taken: recorded };
    let lost = vec![
        Trouble::Cut(Recorded::Yes),
        Trouble::Cut(Recorded::No),
        Trouble::HalfAnswer,
        Trouble::Html(Recorded::Yes),
        Trouble::Html(Recorded::No),
        Trouble::Http { status: 502, taken: Recorded::No },
        Trouble::Http { status: 504, taken: Recorded::Yes },
        fault(109, FaultForm::Soap12, Recorded::Yes),
        fault(100, FaultForm::Detail, Recorded::No),
        fault(130, FaultForm::Faultcode, Recorded::No),
        fault(200, FaultForm::Faultstring, Recorded::Yes),
        fault(140, FaultForm::Faultcode, Recorded::Yes),
        Trouble::OtherDocument,
        Trouble::Late { by_ms: 60 },
    ];
    let judged = vec![
        Trouble::Observe(vec![Code(4252)]),
        Trouble::Reject(Code(2800)),
        fault(306, FaultForm::Faultcode, Recorded::No),
        Trouble::Empty(Recorded::No),
    ];
    let chance = |percent, seed, troubles| Rule::new(When::Chance { percent, seed }, Trouble::OneOf(troubles));
    let tickets = vec![
        Trouble::LoseTicket { after_asks: 1, taken: Recorded::Yes },
        Trouble::LoseTicket { after_asks: 0, taken: Recorded::No },
        Trouble::Cut(Recorded::Yes),
    ];
    office
        .sunat
        .add_rule(Rule::new(When::Chance { percent: 1, seed: seed + 1 }, Trouble::Hang(Recorded::Yes)).times(4));
    office.sunat.add_rule(chance(8, seed + 2, judged).for_operation(Operation::SendBill));
    office.sunat.add_rule(chance(30, seed + 3, tickets).for_operation(Operation::SendSummary));
    let lost = chance(30, seed + 4, lost).for_operation(Operation::SendBill).for_operation(Operation::ConsultStatus);
    office.sunat.add_rule(lost.for_operation(Operation::ConsultCdr).for_operation(Operation::GetStatus));
}

impl Office {
    /// Sells at random, refunds some and credits some, while the sender is started and killed.
    async fn sell_at_random(&mut self, documents: usize, random: &mut Random) {
        let client = self.till.create_client("RUC", "20131312955", "SUNAT").await;
        let mut account = self.till.send_takeaway(&[(2, "Lomo saltado")]).await;
        let mut sold: Vec<Value> = Vec::new();
        for n in 1..=documents {
            // An account of S/ 76.00 is paid in parts of two: each has a document.
            if n % 30 == 0 {
                account = self.till.send_takeaway(&[(2, "Lomo saltado")]).await;
            }
            let kind = if random.percent(40) { json!({"billing_type_id": 2, "client_id": client}) } else { json!({}) };
            let mut more = kind;
            more["amount"] = json!("2.00");
            more["print"] = json!(false);
            sold.push(self.till.pay(account, json!({"Efectivo": "2"}), more).await.ok()["billing"].clone());
            if random.percent(6) {
                let one = sold.remove(random.below(sold.len()));
                let body = json!({"pin": comanda::demo::PIN, "reason": "Se equivocó", "outcome": "REOPEN", "remove_inventory": false, "print": false});
                self.till.luis.post(&format!("/api/payments/{}/refund", one["payment_id"]), body).await;
            }
            if random.percent(4) && !sold.is_empty() {
                let one = random.pick(&sold).clone();
                let body = json!({"reason_code": "02", "reason": "Error en el RUC", "pin": comanda::demo::PIN, "print": false});
                self.till.luis.post(&format!("/api/billings/{}/credit-note", one["id"]), body).await;
            }
            if random.percent(10) {
                self.kill_workers().await;
                self.start_worker();
            }
        }
    }

    /// Kind, series, number, state, last message, digest of each document, and whether anything is still to be done.
    async fn document_states(&self) -> Vec<(String, String, i64, String, String, String, bool)> {
        let mut tx = self.till.house.db().read().await.unwrap();
        tx.query(
            "SELECT code, serie, number, state, sunat_message, digest,
                    next_try_at IS NOT NULL OR state IN ('PENDING', 'SENT', 'VOIDING') FROM tax_documents ORDER BY id",
        )
        .all()
        .await
        .unwrap()
    }
}

on_both_databases! {
    async fn whatever_fails_each_document_is_there_once_or_says_why_not(office: Office) {
        let mut office = office;
        let seed = seed_variable("CHAOS_SEED").unwrap_or_else(|| rand::random_range(0..1_000_000));
        let documents = seed_variable("CHAOS_DOCUMENTS").map_or(DOCUMENTS, |n| usize::try_from(n).unwrap());
        println!("CHAOS_SEED={seed} CHAOS_DOCUMENTS={documents}");
        let mut random = Random::for_person(seed, 0);
        bad_day(&office, seed);
        office.start_worker();
        office.sell_at_random(documents, &mut random).await;
        let began = Instant::now();
        let all = loop {
            let all = office.document_states().await;
            let under_way = all.iter().filter(|document| document.6).count();
            if under_way == 0 {
                break all;
            }
            let patience = PATIENCE_FOR_EACH.mul_f64(documents as f64) + Duration::from_secs(30);
            assert!(began.elapsed() < patience, "{under_way} under way: {:?}", all.iter().filter(|d| d.6).collect::<Vec<_>>());
            tokio::time::sleep(Duration::from_millis(u64::try_from(random.between(20, 400)).unwrap())).await;
            // Rarely enough for a lease that was not given back to expire in between.
            if random.percent(6) {
                office.kill_workers().await;
                office.start_worker();
            }
        };
        assert!(all.len() >= documents);
        for (code, serie, number, state, message, digest, _) in &all {
            let received = office.sunat.document(&format!("{RUC}-{code}-{serie}-{number}"));
            let found = received.as_ref().map(|received| received.state);
            let is_right = match state.as_str() {
                "ACCEPTED" | "OBSERVED" => found == Some(State::Accepted),
                "VOIDED" => found == Some(State::Voided),
                "REJECTED" => found == Some(State::Rejected) && !message.is_empty(),
                // A person is told what to correct.
                "FAILED" => !message.is_empty(),
                _ => false,
            };
            assert!(is_right, "{serie}-{number}: {state} {message}, there {found:?}");
            let recorded_digest = received.and_then(|received| received.digest_value);
            assert!(recorded_digest.is_none_or(|recorded_digest| recorded_digest == *digest), "{serie}-{number} has other bytes there");
        }
        let state = office.sunat.snapshot();
        assert_eq!((state.violations.len(), state.documents.len() <= all.len()), (0, true), "{:?}", state.violations);
        let failed = all.iter().filter(|document| document.3 == "FAILED").count();
        assert!(failed * 5 < all.len(), "{failed} of {} wait for a person", all.len());
        let voided = all.iter().filter(|document| document.3 == "VOIDED").count();
        println!("{} documents, {voided} voided, {failed} wait for a person, {} s after the last", all.len(), began.elapsed().as_secs());
    }
}
