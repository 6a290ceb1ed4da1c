//! The meaning of SUNAT's answers: the table of the known facts, and recorded answers.

mod cases;

use std::{fs, io::Write};

use base64::{Engine, engine::general_purpose::STANDARD};
use cases::tools::in_tests;
use comanda_sunat::{
    answer::{Answer, RequestContext, Trouble, interpret},
    cdr,
    soap::{Reply, Response, read},
};

fn recorded(name: &str) -> String {
    fs::read_to_string(in_tests("answers").join(name)).expect("is there")
}

fn meaning(request: RequestContext<'_>, status: u16, body: &str) -> Answer {
    interpret(request, read(Response::Answered(status, body)))
}

fn receipt(document: &str, code: &str, notes: &[&str]) -> String {
    let notes: String = notes.iter().map(|note| format!("<n:Note>{note}</n:Note>")).collect();
    format!(
        "<a:ApplicationResponse><n:ID>7</n:ID>{notes}<c:DocumentResponse><c:Response><n:ReferenceID>{document}\
         </n:ReferenceID><n:ResponseCode>{code}</n:ResponseCode><n:Description>D</n:Description></c:Response>\
         </c:DocumentResponse></a:ApplicationResponse>"
    )
}

/// Packs a receipt like SUNAT: an empty folder before the receipt.
fn zipped(receipt: &str) -> String {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.add_directory("dummy/", zip::write::SimpleFileOptions::default()).expect("adds");
    zip.start_file("R-20123456789-01-F001-1.xml", zip::write::SimpleFileOptions::default()).expect("starts");
    zip.write_all(receipt.as_bytes()).expect("writes");
    STANDARD.encode(zip.finish().expect("finishes").into_inner())
}

fn envelope(body: &str) -> String {
    format!("<?xml version=\"1.0\"?><S:Envelope xmlns:S=\"u\"><S:Header/><S:Body>{body}</S:Body></S:Envelope>")
}

fn bill(receipt: &str) -> Answer {
    let body = format!(
        "<b:sendBillResponse><applicationResponse>{}</applicationResponse></b:sendBillResponse>",
        zipped(receipt)
    );
    meaning(RequestContext::Bill("F001-1"), 200, &envelope(&body))
}

fn status(request: RequestContext<'_>, code: &str, receipt: Option<&str>) -> Answer {
    let content = receipt.map(|receipt| format!("<content>{}</content>", zipped(receipt))).unwrap_or_default();
    let body = format!(
        "<r:getStatusResponse><status>{content}<statusCode>{code}</statusCode><statusMessage>M</statusMessage></status>\
         </r:getStatusResponse>"
    );
    meaning(request, 200, &envelope(&body))
}

fn fault(request: RequestContext<'_>, code: &str) -> Answer {
    let body = format!("<S:Fault><faultcode>soap-env:Client.{code}</faultcode><faultstring>M</faultstring></S:Fault>");
    meaning(request, 500, &envelope(&body))
}

#[test]
fn recorded_answers_are_interpreted() {
    let accepted = meaning(RequestContext::Bill("F001-1"), 200, &recorded("bill_service_response_ok.xml"));
    let Answer::Accepted(Some(received)) = accepted else { panic!("{accepted:?}") };
    assert_eq!(received.cdr.document, "F001-1");
    assert_eq!(received.cdr.description, "La Factura numero F001-1, ha sido aceptada");
    assert!(!received.cdr.id.is_empty());

    let voided = meaning(RequestContext::Ticket("RA-20200328-1"), 200, &recorded("get_status_response_ok.xml"));
    assert!(
        matches!(&voided, Answer::Accepted(Some(received)) if received.cdr.document == "RA-20200328-1"),
        "{voided:?}"
    );

    let ticket = meaning(RequestContext::Summary, 200, &recorded("bill_service_response_ticket.xml"));
    assert_eq!(ticket, Answer::PendingTicket("1703154974517".into()));

    let refused = meaning(RequestContext::Bill("F001-1"), 500, &recorded("bill_service_response_fault.xml"));
    let Answer::CredentialsRefused { code, message } = refused else { panic!("{refused:?}") };
    assert_eq!(code.as_deref(), Some("0111"));
    assert!(message.starts_with("No tiene el perfil"), "{message}");
}

#[test]
fn receipts_are_read_leniently() {
    for (file, document, code) in [
        ("R-12345678901-01-F001-00000587.xml", "F001-00000587", "0"),
        ("R-12345678912-01-F001-1.xml", "F001-1", "0"),
        ("R-12345678912-RA-20200328-1.xml", "RA-20200328-1", "0"),
        ("R-rechazo-0109.xml", "F001-2", "0109"),
    ] {
        let cdr = cdr::read(&recorded(file)).expect("reads");
        assert_eq!((cdr.document.as_str(), cdr.code.as_str()), (document, code), "{file}");
    }
    for wrong in ["", "<html><body>502</body></html>", "<a:ApplicationResponse><n:ID>7</n:ID>", "nada"] {
        assert!(cdr::read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_receipt_decides_the_meaning() {
    assert!(matches!(bill(&receipt("F001-1", "0", &[])), Answer::Accepted(Some(_))));
    assert!(matches!(bill(&receipt("F001-00000001", "0", &[])), Answer::Accepted(Some(_))));
    let observed = bill(&receipt("F001-1", "0", &["4207 - El DNI &amp; m&#225;s", "4028 - x"]));
    let Answer::Observed(received) = observed else { panic!("{observed:?}") };
    assert_eq!(received.cdr.notes[0].code.as_deref(), Some("4207"));
    assert_eq!(received.cdr.notes[0].text, "4207 - El DNI & más");
    assert!(matches!(bill(&receipt("F001-1", "4207", &[])), Answer::Observed(_)));
    for code in ["2335", "3244", "3999"] {
        assert!(matches!(bill(&receipt("F001-1", code, &[])), Answer::Rejected { receipt: Some(_), .. }), "{code}");
    }
    assert!(matches!(bill(&receipt("F001-1", "0109", &[])), Answer::Retry(Trouble::Service { .. })));
    for other in ["F001-2", "F002-1", "B001-1", "F001-11", "1"] {
        assert_eq!(bill(&receipt(other, "0", &[])), Answer::QueryFirst(Trouble::WrongReceipt), "{other}");
    }
}

#[test]
fn the_observations_of_an_ose_are_read_from_the_status_of_its_response() {
    let ose_receipt = recorded("ose-cdr-observed.xml");
    let ticket = RequestContext::Ticket("RC-20261121-1");
    let answers = [
        bill(&ose_receipt.replace("F001-134", "F001-1")),
        status(ticket, "0", Some(&ose_receipt.replace("F001-134", "RC-20261121-1"))),
        status(RequestContext::Receipt("F001-134"), "0004", Some(&ose_receipt)),
    ];
    for answer in answers {
        let Answer::Observed(received) = answer else { panic!("{answer:?}") };
        assert_eq!(received.cdr.observation_code(), "4252");
        assert_eq!(received.cdr.observation_text(), "4252 - El dato ingresado como atributo @listName es incorrecto.");
    }

    let with_statuses = |statuses: &str| {
        receipt("F001-1", "0", &["4252 - x"]).replace("</c:Response>", &format!("{statuses}</c:Response>"))
    };
    let one = |code: &str, reason: &str| {
        format!(
            "<c:Status><n:StatusReasonCode>{code}</n:StatusReasonCode><n:StatusReason>{reason}</n:StatusReason></c:Status>"
        )
    };
    let several = [one("4252", "x"), one("4028", ""), one(" 4093 ", "4093 - y"), one("", "z")].concat();
    let Answer::Observed(received) = bill(&with_statuses(&several)) else { panic!("observed") };
    let codes: Vec<_> = received.cdr.notes.iter().map(|note| note.code.as_deref()).collect();
    assert_eq!(codes, [Some("4252"), Some("4028"), Some("4093"), None], "each once, also where both places say it");
    assert!(received.cdr.notes[1].text.len() > "4028 - ".len(), "SUNAT's own words where it gives none");
    assert_eq!((received.cdr.notes[2].text.as_str(), received.cdr.notes[3].text.as_str()), ("4093 - y", "z"));
    let accepted =
        receipt("F001-1", "0", &[]).replace("</c:Response>", &format!("{}</c:Response>", one("0", "Aceptado")));
    assert!(matches!(bill(&accepted), Answer::Accepted(Some(_))));
}

#[test]
fn faults_are_sorted_by_their_code() {
    let sent = RequestContext::Bill("F001-1");
    for code in ["0100", "0109", "0130", "0135", "0138", "0200"] {
        assert!(matches!(fault(sent, code), Answer::Retry(Trouble::Service { .. })), "{code}");
    }
    for code in ["0102", "0103", "0104", "0105", "0106", "0111", "0112", "0113"] {
        assert!(matches!(fault(sent, code), Answer::CredentialsRefused { code: Some(_), .. }), "{code}");
    }
    for code in ["0101", "0151", "0155", "0161", "0306", "1034", "1036", "1078", "1032"] {
        assert!(matches!(fault(sent, code), Answer::Stop { .. }), "{code}");
    }
    for code in ["2000", "2335", "3999"] {
        assert!(matches!(fault(sent, code), Answer::Rejected { receipt: None, .. }), "{code}");
    }
    assert_eq!(fault(sent, "0140"), Answer::InProcess);
    assert!(matches!(fault(sent, "1033"), Answer::RegisteredBefore { .. }));
    assert_eq!(fault(RequestContext::Ticket("RC-20261121-1"), "0127"), Answer::TicketLost);
    for code in ["2223", "2324", "2282", "2987"] {
        assert!(matches!(fault(RequestContext::Summary, code), Answer::DuplicateBatch { .. }), "{code}");
        assert!(matches!(fault(sent, code), Answer::Rejected { .. }), "{code}");
    }
}

#[test]
fn a_code_is_found_in_every_part_of_a_fault() {
    let faults = [
        "<S:Fault><faultcode>soap-env:Client.1033</faultcode><faultstring>ya informado</faultstring></S:Fault>",
        "<S:Fault><faultcode>S:Client</faultcode><faultstring>1033</faultstring><detail><message>ya informado</message></detail></S:Fault>",
        "<S:Fault><faultcode>S:Server</faultcode><faultstring>1033 - ya informado</faultstring></S:Fault>",
        "<S:Fault><faultcode>S:Server</faultcode><faultstring>ya informado</faultstring><detail><e><code>1033</code></e></detail></S:Fault>",
        "<S:Fault><S:Code><S:Value>S:Sender</S:Value></S:Code><S:Reason><S:Text>ya informado - Código: 1033</S:Text></S:Reason></S:Fault>",
        "<S:Fault><S:Code><S:Value>S:Sender</S:Value><S:Subcode><S:Value>x:Client.1033</S:Value></S:Subcode></S:Code>\
         <S:Reason><S:Text>ya informado</S:Text></S:Reason></S:Fault>",
    ];
    for fault in faults {
        let answer = meaning(RequestContext::Bill("F001-1"), 500, &envelope(fault));
        let Answer::RegisteredBefore { message } = answer else { panic!("{answer:?} for {fault}") };
        assert!(message.contains("ya informado"), "{message}");
    }
    let none = "<S:Fault><faultcode>S:Server</faultcode><faultstring>Internal Error</faultstring></S:Fault>";
    assert_eq!(meaning(RequestContext::Bill("F001-1"), 500, &envelope(none)), Answer::Retry(Trouble::NotSunat));
}

#[test]
fn an_unusable_answer_never_uses_a_number_up() {
    let sent = RequestContext::Bill("F001-1");
    for (status, body) in [(200, "<html><body>En mantenimiento</body></html>"), (502, ""), (503, "x"), (404, "<p>")] {
        assert_eq!(meaning(sent, status, body), Answer::Retry(Trouble::NotSunat), "{status} {body}");
    }
    for (status, body) in [(504, "<html/>"), (200, "<S:Envelope><S:Body>"), (200, &envelope("")[..60])] {
        assert_eq!(meaning(sent, status, body), Answer::QueryFirst(Trouble::TimedOut), "{status} {body}");
        assert_eq!(
            meaning(RequestContext::Status("F001-1"), status, body),
            Answer::Retry(Trouble::TimedOut),
            "{status} {body}"
        );
    }
    assert_eq!(read(Response::Answered(200, " \n")), Reply::Empty);
    assert!(matches!(meaning(sent, 200, ""), Answer::CredentialsRefused { code: None, .. }));
    assert!(matches!(meaning(sent, 401, "<html/>"), Answer::CredentialsRefused { .. }));
    assert_eq!(interpret(sent, read(Response::TimedOut)), Answer::QueryFirst(Trouble::TimedOut));
    assert_eq!(interpret(sent, read(Response::Unreachable)), Answer::Retry(Trouble::Unreachable));
    assert_eq!(interpret(RequestContext::Status("F001-1"), read(Response::TimedOut)), Answer::Retry(Trouble::TimedOut));
}

#[test]
fn states_of_tickets_and_of_documents_are_distinguished() {
    let ticket = RequestContext::Ticket("RC-20261121-1");
    assert_eq!(status(ticket, "98", None), Answer::InProcess);
    assert_eq!(status(ticket, "0098", None), Answer::InProcess);
    assert!(matches!(status(ticket, "0", Some(&receipt("RC-20261121-1", "0", &[]))), Answer::Accepted(Some(_))));
    assert!(matches!(status(ticket, "99", Some(&receipt("RC-20261121-1", "2663", &[]))), Answer::Rejected { .. }));
    assert!(matches!(
        status(ticket, "99", Some(&receipt("RC-20261121-1", "2282", &[]))),
        Answer::DuplicateBatch { .. }
    ));
    assert_eq!(status(ticket, "0", None), Answer::Retry(Trouble::WrongReceipt));
    assert_eq!(status(ticket, "0127", None), Answer::TicketLost);

    assert_eq!(status(RequestContext::Status("F001-1"), "0001", None), Answer::Accepted(None));
    assert!(matches!(status(RequestContext::Status("F001-1"), "0002", None), Answer::Rejected { .. }));
    assert_eq!(status(RequestContext::Status("F001-1"), "0003", None), Answer::Voided);
    assert_eq!(status(RequestContext::Status("F001-1"), "0003", Some(&receipt("F001-1", "0", &[]))), Answer::Voided);
    assert_eq!(status(RequestContext::Status("F001-1"), "0011", None), Answer::Unknown);
    let other_receipt = receipt("F001-2", "2800", &[]);
    assert_eq!(
        status(RequestContext::Status("F001-1"), "0004", Some(&other_receipt)),
        Answer::Retry(Trouble::WrongReceipt),
        "the receipt of another document decides nothing"
    );
    assert_eq!(status(RequestContext::Receipt("F001-1"), "0127", None), Answer::Unknown);
    let request = RequestContext::Receipt("F001-1");
    assert!(matches!(status(request, "0004", Some(&receipt("F001-1", "0", &[]))), Answer::Accepted(Some(_))));
    assert_eq!(status(request, "0004", Some(&receipt("F001-2", "0", &[]))), Answer::Retry(Trouble::WrongReceipt));
}
