//! Tests of the effects of answers on documents.

use super::{
    delivery_status::{is_settled, status_after},
    pace::SendingPace,
};
use crate::billing::{
    BillingState::{self, Accepted, Failed, Observed, Pending, Rejected, Sent, Voided, Voiding},
    electronic::queue::{DeliveryStatus, TaxDocument},
};
use chrono::{DateTime, Utc};
use comanda_base::ids::TaxDocumentId;
use comanda_sunat::answer::{Answer, Trouble};

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap()
}

fn document(state: BillingState) -> TaxDocument {
    let was_counted = matches!(state, Accepted | Observed | Voided);
    TaxDocument {
        id: TaxDocumentId(1),
        code: "01".into(),
        serie: "F001".into(),
        number: 7,
        billing_id: None,
        issued_on: now().date_naive(),
        state,
        sunat_code: String::new(),
        sunat_message: String::new(),
        digest: "abc=".into(),
        signed_at: Some(now()),
        by_summary: false,
        tries: 2,
        next_try_at: (!is_settled(state) && state != Failed && state != Sent).then(now),
        in_doubt: false,
        accepted_at: was_counted.then(now),
        void_reason: matches!(state, Voiding | Voided).then(|| "Error".to_owned()),
        credit_note_id: None,
        external_id: String::new(),
        batch_id: None,
    }
}

fn status(document: &TaxDocument, answer: Answer) -> DeliveryStatus {
    status_after(document, answer, now(), &SendingPace::default())
}

fn rejected() -> Answer {
    Answer::Rejected { code: "2800".into(), message: "No".into(), receipt: None }
}

#[test]
fn every_answer_in_every_state() {
    let accepted = || Answer::Accepted(None);
    let retry = || Answer::Retry(Trouble::NotSunat);
    let stop = || Answer::Stop { code: "0306".into(), message: String::new() };
    for (state, by_acceptance, by_rejection, by_trouble, by_stop) in [
        (Pending, Accepted, Rejected, Pending, Failed),
        (Sent, Accepted, Rejected, Sent, Failed),
        (Failed, Accepted, Rejected, Failed, Failed),
        (Voiding, Voiding, Rejected, Voiding, Failed),
        (Accepted, Accepted, Rejected, Accepted, Accepted),
        (Observed, Observed, Rejected, Observed, Observed),
        (Rejected, Accepted, Rejected, Rejected, Rejected),
        (Voided, Voiding, Rejected, Voided, Voided),
    ] {
        let document = document(state);
        let becomes = [accepted(), rejected(), retry(), stop()].map(|answer| status(&document, answer).state);
        assert_eq!(becomes, [by_acceptance, by_rejection, by_trouble, by_stop], "{state}");
        assert_eq!(status(&document, Answer::Voided).state, Voided, "{state}");
        assert_eq!(status(&document, Answer::Unknown), DeliveryStatus::from(&document), "{state}: not in doubt");
    }
}

#[test]
fn settled_documents_are_not_due_and_pending_voids_are_due_at_once() {
    for answer in [Answer::Accepted(None), rejected(), Answer::Voided] {
        assert_eq!(status(&document(Pending), answer).next_try_at, None);
    }
    let voiding = status(&document(Voiding), Answer::Accepted(None));
    assert_eq!((voiding.next_try_at, voiding.accepted_at), (Some(now()), Some(now())));
    let told_before = TaxDocument { accepted_at: Some(now()), ..document(Voiding) };
    assert!(status(&told_before, Answer::Accepted(None)).next_try_at > Some(now()), "not in a circle");
}

#[test]
fn an_unreached_document_keeps_its_place() {
    let waits = status(&document(Pending), Answer::Retry(Trouble::Unreachable));
    assert_eq!((waits.tries, waits.next_try_at, waits.in_doubt), (2, Some(now()), false));
    let failed = status(&document(Pending), Answer::Retry(Trouble::NotSunat));
    assert!(failed.tries == 3 && failed.next_try_at > Some(now()) && !failed.in_doubt);
    assert!(status(&document(Pending), Answer::QueryFirst(Trouble::TimedOut)).in_doubt);
    let doubtful = TaxDocument { in_doubt: true, ..document(Pending) };
    let unknown = status(&doubtful, Answer::Unknown);
    assert_eq!((unknown.state, unknown.in_doubt, unknown.next_try_at), (Pending, false, Some(now())));
}
