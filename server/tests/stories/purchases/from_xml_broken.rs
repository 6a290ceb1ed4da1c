//! Files that are no purchase: each is refused with words that say what to do, at the field of the file.

use super::{Office, from_xml::SEAFOOD};
use crate::on_both_databases;
use uuid::Uuid;

macro_rules! broken {
    ($($name:literal => $says:literal),* $(,)?) => {
        const BROKEN: &[(&str, &[u8], &str)] = &[$(($name, include_bytes!(concat!("papers/broken/", $name)), $says)),*];
    };
}
broken! {
    "not_xml.xml" => "no es un XML que se pueda leer",
    "cut.xml" => "incompleto o dañado",
    "credit_note.xml" => "falta el comprobante que la nota corrige",
    "receipt_of_sunat.xml" => "constancia de SUNAT",
    "of_somebody_else.xml" => "EL OTRO RESTAURANTE S.A.C. (RUC 20100055237), no para tu RUC 20601234565",
    "dollars.xml" => "está en USD",
    "external_entity.xml" => "(DTD)",
    "entity_bomb.xml" => "(DTD)",
    "negative_line.xml" => "La línea 4 (HIELO EN ESCAMAS SACO 25KG)",
    "no_number.xml" => "falta la serie y el número",
    "wrong_encoding.xml" => "letras que no se pueden leer",
    "coma_decimal.xml" => "donde va un número",
    "declara_utf8.xml" => "letras que no se pueden leer",
    "no_lines.xml" => "falta el detalle de lo vendido",
}

impl Office {
    async fn refusal(&self, file: &[u8]) -> String {
        let reply = self.jorge.upload_form("/api/purchase/from-xml", "x.xml", file, Uuid::new_v4()).await;
        let refused = reply.refused(422, "invalid");
        refused["errors"]["file"][0].as_str().unwrap_or_else(|| panic!("{refused}")).to_owned()
    }
}

on_both_databases! {
    async fn each_refusal_says_what_is_wrong_and_what_to_do(office: Office) {
        for (name, file, says) in BROKEN {
            let message = office.refusal(file).await;
            assert!(message.contains(says), "{name}: {message}");
            assert!(message.ends_with('.') && !message.contains("root:"), "{name}: {message}");
        }
        let text = String::from_utf8(SEAFOOD.to_vec()).unwrap();
        let deep = format!("{}{}", "<a>".repeat(20_000), "</a>".repeat(20_000));
        for (file, says) in [
            (deep, "más grande que una factura"),
            (text.replace("20481234507", "20481234508"), "RUC válido"),
            (text.replace(">PEN<", ">EUR<"), "está en EUR"),
            (text.replace(">1306.80</cbc:Payable", ">mil</cbc:Payable"), "«mil» donde va un número"),
            (text.replace("20481234507", "20601234565"), "que emitió tu empresa"),
            (text.replace("<cbc:IssueDate>", "<cbc:IssueDate>31/02/"), "donde va una fecha"),
            (text.replace("<cbc:UBLVersionID>2.1<", "<cbc:UBLVersionID>2.0<").replace("<cbc:CustomizationID>2.0<", "<cbc:CustomizationID>1.0<"), "formato UBL 2.0"),
            ("<html><body>Error 404</body></html>".into(), "no es un XML"),
            ("%PDF-1.4".into(), "Es un PDF, no un XML"),
        ] {
            let message = office.refusal(file.as_bytes()).await;
            assert!(message.contains(says), "{says}: {message}");
        }
        let large = vec![b' '; 3 * 1024 * 1024];
        office.jorge.upload_form("/api/purchase/from-xml", "x.xml", &large, Uuid::new_v4()).await.refused(413, "too_large");
        assert_eq!(office.refusal(b"").await, "El archivo está vacío. Elige otro.");
        assert_eq!(office.count("SELECT COUNT(*) FROM purchases").await, 0);
    }

    async fn without_an_own_ruc_the_draft_warns_that_the_buyer_is_unchecked(office: Office) {
        office.house.sql("UPDATE company_info SET document_number = ''").await;
        let draft = office.read(SEAFOOD).await;
        assert_eq!(draft["warnings"][0], "OWN_RUC_UNKNOWN");
    }

    async fn only_the_office_reads_documents(office: Office) {
        for name in ["cajero", "mozo", "cocina", "contador"] {
            let client = office.house.app.login(name).await;
            client.upload_form("/api/purchase/from-xml", "x.xml", SEAFOOD, Uuid::new_v4()).await.refused(422, "not_permitted");
        }
        let admin = office.house.app.login("admin").await;
        admin.upload_form("/api/purchase/from-xml", "x.xml", SEAFOOD, Uuid::new_v4()).await.ok();
    }
}
