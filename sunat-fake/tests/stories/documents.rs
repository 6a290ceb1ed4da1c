//! sendBill and the queries of billConsultService, by the rule book.

use crate::{
    paper::{BOLETA, FACTURA, boleta, credit_note, factura, replace_text, sign},
    recorded::sunat_on,
    sender::Sender,
};
use comanda_sunat_fake::{Rejections, SolUser, State, Violation};

const F1: &str = "20123456789-01-F001-1";
const B1: &str = "20123456789-03-B001-1";

/// Sends a document to a new fake and returns the code of its CDR or fault.
async fn result_code(name: &str, xml: &str) -> String {
    let sunat = sunat_on(2026, 11, 20).await;
    let answer = Sender::to(&sunat).bill(name, xml).await;
    if answer.status == 200 { answer.cdr().code } else { answer.fault() }
}

#[tokio::test]
async fn a_number_is_accepted_once() {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let (name, xml) = factura(1);
    assert_eq!(sender.bill(&name, &xml).await.cdr().code, "0");
    assert_eq!(sender.bill(&name, &xml).await.fault(), "1033");
    let state = sunat.snapshot();
    assert_eq!((state.violations.as_slice(), state.document(F1).expect("known").times_sent), ([].as_slice(), 2));

    let other = sign(&replace_text(&xml, "LOMO SALTADO", "LOMO SALADO"));
    assert_eq!(sender.bill(&name, &other).await.fault(), "1033");
    let state = sunat.snapshot();
    assert!(matches!(state.violations.as_slice(), [Violation::OtherContent { id, .. }] if id == F1), "{state:?}");
    assert_eq!(state.accepted, 1);
}

#[tokio::test]
async fn a_rejected_number_is_used_up_and_one_with_a_fault_is_not() {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let (name, good) = factura(1);
    let wrong = sign(&replace_text(&good, "<cbc:ID>FormaPago</cbc:ID>", "<cbc:ID>Otra</cbc:ID>"));
    sunat.change_settings(|settings| settings.rejections = Rejections::ByFault);
    assert_eq!(sender.bill(&name, &wrong).await.fault(), "3128");
    sunat.change_settings(|settings| settings.rejections = Rejections::ByCdr);
    assert_eq!(sender.bill(&name, &wrong).await.cdr().code, "3128");
    assert_eq!(sender.bill(&name, &good).await.fault(), "1032");
    let state = sunat.snapshot();
    assert_eq!((state.accepted, state.rejected), (0, 1));
}

#[tokio::test]
async fn names_must_fit_their_content() {
    let cases = [
        ("20123456789-01-F001-2", "1036"),
        ("20123456789-01-F002-1", "1035"),
        ("20123456789-03-F001-1", "1001"),
        ("20123456789-07-F001-1", "0306"),
        ("20123456789-RC-20261120-1", "0152"),
        ("20123456789-01-F001", "0151"),
        ("20123456780-01-F001-1", "0154"),
    ];
    for (name, code) in cases {
        assert_eq!(result_code(name, FACTURA).await, code, "{name}");
    }
    let other_ruc = replace_text(FACTURA, "<cbc:ID schemeID=\"6\">20123456789<", "<cbc:ID schemeID=\"6\">20123456780<");
    assert_eq!(result_code(F1, &other_ruc).await, "1034");
    assert_eq!(result_code(F1, "<Invoice").await, "0306");
}

#[tokio::test]
async fn a_mistake_has_the_code_of_the_rule_book() {
    let factura_cases = [
        ("<cbc:UBLVersionID>2.1<", "<cbc:UBLVersionID>2.0<", "2074"),
        ("<cbc:CustomizationID>2.0<", "<cbc:CustomizationID>1.0<", "2072"),
        ("<cbc:IssueDate>2026-11-20<", "<cbc:IssueDate>2026-11-16<", "2108"),
        ("<cbc:IssueDate>2026-11-20<", "<cbc:IssueDate>2026-11-23<", "2329"),
        ("<cbc:ID schemeID=\"6\">20100070970<", "<cbc:ID schemeID=\"1\">10007097<", "2800"),
        ("<cbc:ID schemeID=\"6\">20100070970<", "<cbc:ID schemeID=\"6\">2010007097<", "2017"),
        ("CLIENTE SAC", "", "2021"),
        ("Contado", "Pronto", "3246"),
        ("Contado", "Credito", "3249"),
        (
            "<cbc:LineExtensionAmount currencyID=\"PEN\">45.34<",
            "<cbc:LineExtensionAmount currencyID=\"PEN\">47.34<",
            "3278",
        ),
        (
            "<cbc:TaxInclusiveAmount currencyID=\"PEN\">53.50<",
            "<cbc:TaxInclusiveAmount currencyID=\"PEN\">55.50<",
            "3279",
        ),
        ("<cbc:PayableAmount currencyID=\"PEN\">53.50<", "<cbc:PayableAmount currencyID=\"PEN\">55.50<", "3280"),
        ("<cbc:TaxableAmount currencyID=\"PEN\">45.34<", "<cbc:TaxableAmount currencyID=\"PEN\">48.34<", "3277"),
        ("<cbc:TaxableAmount currencyID=\"PEN\">42.37<", "<cbc:TaxableAmount currencyID=\"PEN\">42.38<", "3272"),
        ("21.1864406780", "22.1864406780", "3271"),
        (
            "<cbc:Percent>18.00</cbc:Percent><cbc:TaxExemptionReasonCode>10<",
            "<cbc:Percent>10.50</cbc:Percent><cbc:TaxExemptionReasonCode>10<",
            "3103",
        ),
        ("<cbc:ID>1000</cbc:ID>", "<cbc:ID>2000</cbc:ID>", "3292"),
    ];
    for (from, to, code) in factura_cases {
        assert_eq!(result_code(F1, &sign(&replace_text(FACTURA, from, to))).await, code, "{to}");
    }
    assert_eq!(result_code(F1, &replace_text(FACTURA, "CHICHA", "CHICHO")).await, "2335");
    let unsigned = replace_text(FACTURA, "<ds:SignatureValue>", "<ds:SignatureValue></ds:SignatureValue><ds:Object>");
    let unsigned = replace_text(&unsigned, "==</ds:SignatureValue>", "==</ds:Object>");
    assert_eq!(result_code(F1, &unsigned).await, "2099");
    let boleta_cases = [
        ("<cbc:IssueDate>2026-11-20<", "<cbc:IssueDate>2026-11-16<", "1079"),
        (
            "</cac:AccountingCustomerParty>",
            "</cac:AccountingCustomerParty><cac:PaymentTerms><cbc:ID>FormaPago</cbc:ID></cac:PaymentTerms>",
            "3245",
        ),
        ("<cbc:PayableAmount currencyID=\"PEN\">65.63<", "<cbc:PayableAmount currencyID=\"PEN\">700.01<", "2514"),
    ];
    for (from, to, code) in boleta_cases {
        assert_eq!(result_code(B1, &sign(&replace_text(BOLETA, from, to))).await, code, "{to}");
    }
}

#[tokio::test]
async fn wrong_sums_are_observed_in_boletas_and_reported_for_a_centimo() {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let altered = sign(&replace_text(
        BOLETA,
        "<cbc:PayableAmount currencyID=\"PEN\">65.63<",
        "<cbc:PayableAmount currencyID=\"PEN\">68.63<",
    ));
    let cdr = sender.bill(B1, &altered).await.cdr();
    assert_eq!(cdr.code, "0");
    assert!(cdr.notes.len() == 1 && cdr.notes[0].starts_with("4312 - "), "{:?}", cdr.notes);
    assert_eq!(sunat.snapshot().violations, []);

    let (name, xml) = factura(1);
    let altered = sign(&replace_text(
        &xml,
        "<cbc:PayableAmount currencyID=\"PEN\">53.50<",
        "<cbc:PayableAmount currencyID=\"PEN\">53.51<",
    ));
    assert_eq!(sender.bill(&name, &altered).await.cdr().code, "0");
    let violations = sunat.snapshot().violations;
    let [Violation::CentimosDiffer { id, figure, stated, computed }] = violations.as_slice() else {
        panic!("{violations:?}");
    };
    assert_eq!((id.as_str(), figure.as_str()), (F1, "PayableAmount"));
    assert_eq!((stated.to_string(), computed.to_string()), ("53.51".into(), "53.50".into()));
}

#[tokio::test]
async fn instalments_must_add_up_to_the_credit() {
    let contado = "<cac:PaymentTerms><cbc:ID>FormaPago</cbc:ID><cbc:PaymentMeansID>Contado</cbc:PaymentMeansID></cac:PaymentTerms>";
    let credit = |second: &str| {
        let term = |means: &str, amount: &str, due: &str| {
            format!(
                "<cac:PaymentTerms><cbc:ID>FormaPago</cbc:ID><cbc:PaymentMeansID>{means}</cbc:PaymentMeansID>\
                 <cbc:Amount currencyID=\"PEN\">{amount}</cbc:Amount>{due}</cac:PaymentTerms>"
            )
        };
        let due = "<cbc:PaymentDueDate>2026-12-20</cbc:PaymentDueDate>";
        let instalments = [term("Cuota001", "30.00", due), term("Cuota002", second, due)].concat();
        let terms = term("Credito", "53.50", "") + &instalments;
        sign(&replace_text(FACTURA, contado, &terms))
    };
    assert_eq!(result_code(F1, &credit("23.50")).await, "0");
    assert_eq!(result_code(F1, &credit("23.49")).await, "3319");
}

#[tokio::test]
async fn a_note_must_modify_a_document_on_record() {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let (name, xml) = credit_note(1, "F001-1");
    sunat.change_settings(|settings| settings.rejections = Rejections::ByFault);
    assert_eq!(sender.bill(&name, &xml).await.fault(), "2119");
    let (factura_name, factura_xml) = factura(1);
    sender.bill(&factura_name, &factura_xml).await.cdr();
    let too_expensive = sign(&replace_text(&xml, "53.50<", "54.50<"));
    assert_eq!(sender.bill(&name, &too_expensive).await.fault(), "3286");
    let wrong_kind = sign(&replace_text(&xml, "<cbc:DocumentTypeCode>01<", "<cbc:DocumentTypeCode>03<"));
    assert_eq!(sender.bill(&name, &wrong_kind).await.fault(), "2116");
    let without_reference =
        sign(&replace_text(&xml, "cac:InvoiceDocumentReference>", "cac:AdditionalDocumentReference>"));
    assert_eq!(sender.bill(&name, &without_reference).await.fault(), "2524");
    assert_eq!(sender.bill(&name, &xml).await.cdr().description, "La Nota de Credito numero FC01-1, ha sido aceptada");

    let (name, xml) = credit_note(1, "B001-1");
    assert_eq!(sender.bill(&name, &xml).await.fault(), "2119");
    let (boleta_name, boleta_xml) = boleta(1);
    sender.bill(&boleta_name, &boleta_xml).await.cdr();
    assert_eq!(sender.bill(&name, &xml).await.cdr().code, "0");
    assert_eq!(sunat.snapshot().violations, []);
}

#[tokio::test]
async fn a_debit_note_is_read_by_its_own_element_names() {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let (name, xml) = credit_note(1, "F001-1");
    let xml = replace_text(&xml, "CreditNote", "DebitNote").replace("CreditedQuantity", "DebitedQuantity");
    let xml = sign(&replace_text(&xml, "LegalMonetaryTotal", "RequestedMonetaryTotal"));
    let name = name.replace("-07-", "-08-");
    sunat.change_settings(|settings| settings.rejections = Rejections::ByFault);
    assert_eq!(sender.bill(&name, &xml).await.fault(), "2209");
    let (factura_name, factura_xml) = factura(1);
    sender.bill(&factura_name, &factura_xml).await.cdr();
    assert_eq!(sender.bill(&name, &xml).await.cdr().description, "La Nota de Debito numero FC01-1, ha sido aceptada");
    let state = sunat.snapshot();
    assert_eq!((state.document(&name).expect("known").total.to_string(), state.violations), ("53.50".into(), vec![]));
}

#[tokio::test]
async fn a_free_line_states_a_tax_that_nobody_pays() {
    let part = |base: &str, tax: &str, category: &str| {
        format!(
            "<cac:TaxSubtotal><cbc:TaxableAmount currencyID=\"PEN\">{base}</cbc:TaxableAmount>\
             <cbc:TaxAmount currencyID=\"PEN\">{tax}</cbc:TaxAmount><cac:TaxCategory><cbc:ID>Z</cbc:ID>{category}\
             <cac:TaxScheme><cbc:ID>9996</cbc:ID><cbc:Name>GRA</cbc:Name><cbc:TaxTypeCode>FRE</cbc:TaxTypeCode>\
             </cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>"
        )
    };
    let paper = |tax: &str| {
        let rate = "<cbc:Percent>18.00</cbc:Percent><cbc:TaxExemptionReasonCode>11</cbc:TaxExemptionReasonCode>";
        let line = format!(
            "<cac:InvoiceLine><cbc:ID>3</cbc:ID><cbc:InvoicedQuantity unitCode=\"NIU\">1</cbc:InvoicedQuantity>\
             <cbc:LineExtensionAmount currencyID=\"PEN\">10.00</cbc:LineExtensionAmount><cac:PricingReference>\
             <cac:AlternativeConditionPrice><cbc:PriceAmount currencyID=\"PEN\">10.00</cbc:PriceAmount>\
             <cbc:PriceTypeCode>02</cbc:PriceTypeCode></cac:AlternativeConditionPrice></cac:PricingReference>\
             <cac:TaxTotal><cbc:TaxAmount currencyID=\"PEN\">0.00</cbc:TaxAmount>{}</cac:TaxTotal><cac:Item>\
             <cbc:Description>CORTESIA</cbc:Description></cac:Item><cac:Price><cbc:PriceAmount currencyID=\"PEN\">0.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine></Invoice>",
            part("10.00", tax, rate)
        );
        let totals = format!("{}</cac:TaxTotal><cac:LegalMonetaryTotal>", part("10.00", tax, ""));
        let xml = replace_text(FACTURA, "</cac:TaxTotal><cac:LegalMonetaryTotal>", &totals);
        sign(&replace_text(&xml, "</Invoice>", &line))
    };
    let sunat = sunat_on(2026, 11, 20).await;
    let cdr = Sender::to(&sunat).bill(F1, &paper("1.80")).await.cdr();
    assert_eq!((cdr.code.as_str(), sunat.snapshot().violations), ("0", vec![]));
    assert_eq!(result_code(F1, &paper("0.00")).await, "3103");
}

#[tokio::test]
async fn users_are_known_by_ruc_name_and_password() {
    let sunat = sunat_on(2026, 11, 20).await;
    let mut sender = Sender::to(&sunat);
    sender.password = "otra".into();
    let (name, xml) = factura(1);
    assert_eq!(sender.bill(&name, &xml).await.fault(), "0102");
    let user = |may_send| SolUser { name: "20123456789CAJA1234".into(), password: "clave".into(), may_send };
    sunat.change_settings(|settings| settings.users = vec![user(false)]);
    assert_eq!(Sender::to(&sunat).bill(&name, &xml).await.fault(), "0102");
    (sender.user, sender.password) = ("20123456789CAJA1234".into(), "clave".into());
    assert_eq!(sender.bill(&name, &xml).await.fault(), "0111");
    sunat.change_settings(|settings| settings.users = vec![user(true)]);
    assert_eq!(sender.bill(&name, &xml).await.cdr().code, "0");
    sender.password = "otra".into();
    sunat.change_settings(|settings| settings.refuses_in_silence = true);
    let silence = sender.bill(&name, &xml).await;
    assert_eq!((silence.status, silence.body.as_str()), (200, ""));
    sender.password = "clave".into();
    let bare = sender.http("POST", "/", "<html/>".into()).await.expect("an answer");
    assert_eq!(bare.fault(), "0101");
    assert_eq!(sender.call("sendPack", "").await.expect("an answer").fault(), "0153");
}

#[tokio::test]
async fn documents_are_queried_by_number() {
    let sunat = sunat_on(2026, 11, 20).await;
    let sender = Sender::to(&sunat);
    let (name, xml) = factura(1);
    let first = sender.bill(&name, &xml).await.cdr();
    let (boleta_name, boleta_xml) = boleta(1);
    sender.bill(&boleta_name, &boleta_xml).await;

    let code = async |operation, id: &str| sender.consult(operation, id).await.text("statusCode").expect("a code");
    assert_eq!(code("getStatus", &name).await, "0001");
    assert_eq!(code("getStatus", &boleta_name).await, "0001");
    assert_eq!(code("getStatus", "20123456789-01-F001-2").await, "0011");
    assert_eq!(code("getStatusCdr", "20123456789-01-F001-2").await, "0011");
    assert_eq!(code("getStatusCdr", &boleta_name).await, "0009");
    assert_eq!(code("getStatusCdr", "20123456789-07-BC01-1").await, "0010");
    let second = sender.consult("getStatusCdr", &name).await;
    assert_eq!((second.text("statusCode").as_deref(), second.cdr()), (Some("0004"), first));
    assert_eq!(sunat.document(&name).expect("known").state, State::Accepted);
}
