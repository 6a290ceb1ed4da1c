//! Reconciliation of Yape collections with Yape's file: a mistyped digit, another amount, a number typed twice, a refund, and entries that
//! only one side has. What people mark survives a later file.

use crate::{
    money::till::Till,
    on_both_databases,
    support::client::{Client, Reply},
};
use chrono::{DateTime, Duration, FixedOffset, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

/// The calls about one method of payment on one day.
struct ReconciliationCalls {
    admin: Client,
    base: String,
    days: String,
}

impl ReconciliationCalls {
    async fn for_method(till: &Till, name: &str) -> Self {
        let admin = till.house.app.login("admin").await;
        let report = admin.get("/api/payment-method-report").await.ok();
        let day = report["start_date"].as_str().unwrap();
        let id = method(&admin, name).await;
        let base = format!("/api/payment-method-report/reconciliation/{id}");
        Self { admin, base, days: format!("start_date={day}&end_date={day}") }
    }
    fn path(&self, of: &str) -> String {
        format!("{}{of}?{}", self.base, self.days)
    }
    async fn read(&self) -> Value {
        self.admin.get(&self.path("")).await.ok()
    }
    async fn upload_file(&self, client: &Client, name: &str, text: &str) -> Reply {
        client.upload_form(&self.path("/statement"), name, text.as_bytes(), Uuid::new_v4()).await
    }
    async fn mark(&self, client: &Client, mark: &str, case: &Value, note: &str) -> Reply {
        let (operation, line) = (&case["operation"], &case["line"]);
        let sides =
            json!({"movement": operation["movement"], "operation_id": operation["id"], "line_key": line["mark_key"]});
        let mut body = json!({"mark": mark, "note": note});
        body.as_object_mut().unwrap().extend(sides.as_object().unwrap().clone());
        client.post(&self.path("/marks"), body).await
    }
    async fn mark_totals(&self) -> Value {
        let all = self.admin.get(&format!("/api/payment-method-report/reconciliation?{}", self.days)).await.rows();
        let id = self.base.rsplit('/').next().unwrap().parse::<i64>().unwrap();
        all.into_iter().find(|row| row["payment_option_id"] == id).unwrap()
    }
}

async fn method(client: &Client, name: &str) -> i64 {
    let all = client.get("/api/payment-options").await.rows();
    all.iter().find(|o| o["name"] == name).unwrap()["id"].as_i64().unwrap()
}

/// The sums of one side, as `2 30.00 30.00 0.00`: count, the restaurant's, the file's, and the file's surplus.
fn sums(answer: &Value, of: &str) -> String {
    let of = &answer[of];
    let text = |name: &str| of[name].as_str().unwrap().to_owned();
    format!("{} {} {} {}", of["count"], text("comanda"), text("file"), text("difference"))
}

fn case<'c>(answer: &'c Value, kind: &str) -> &'c Value {
    answer["cases"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["kind"] == kind)
        .unwrap_or_else(|| panic!("no {kind}: {answer}"))
}

on_both_databases! {
    async fn a_wallet_without_operation_numbers_is_matched_by_amount_and_minute(till: Till) {
        for (count, number) in [(1, "40281733"), (2, "40281734"), (3, "40281735")] {
            let account = till.send_takeaway(&[(count, "Cau cau")]).await;
            let amount = format!("{}.00", 28 * count);
            till.pay(account, json!({"Yape": amount}), json!({"operation_numbers": {"Yape": number}})).await.ok();
        }
        let yape = ReconciliationCalls::for_method(&till, "Yape").await;
        let id = method(&yape.admin, "Yape").await;
        let operations = yape.admin.get(&format!("/api/payment-method-report/operations?payment_option_id={id}&page=false")).await.rows();
        let when = |number: &str| {
            let found = operations.iter().find(|o| o["operation_number"] == number).unwrap();
            let at: DateTime<Utc> = found["at"].as_str().unwrap().parse().unwrap();
            at.with_timezone(&FixedOffset::west_opt(5 * 3600).unwrap()).format("%d/%m/%Y %H:%M:%S").to_string()
        };
        let head = include_str!("../fixtures/files/wallet-without-number.csv").lines().next().unwrap();
        let line = |number: &str, amount: &str| format!("TE PAGÓ;Cliente;Mi Negocio;{amount};;{}\r\n", when(number));
        let file = format!("{head}\r\n{}{}", line("40281733", "28.00"), line("40281734", "56.00"));
        let statement = yape.upload_file(&till.house.app.login("supervisor").await, "yape.csv", &file).await.ok();
        assert_eq!(statement["lines"], 2);
        let found = yape.read().await;
        assert_eq!(sums(&found, "likely"), "2 84.00 84.00 0.00");
        assert_eq!(sums(&found, "only_comanda"), "1 84.00 0.00 -84.00");
    }

    async fn yapes_file_is_compared_with_what_was_collected(till: Till) {
        let luis = &till.luis;
        let mut paid = Vec::new();
        for (count, number) in [(3, "40281733"), (4, "40270556"), (1, "40277105"), (1, "40277200"), (1, "40277200"), (2, "0040277300")] {
            let account = till.send_takeaway(&[(count, "Cau cau")]).await;
            let amount = format!("{}.00", 28 * count);
            paid.push(till.pay(account, json!({"Yape": amount}), json!({"operation_numbers": {"Yape": number}})).await.ok());
        }
        let back = json!({"outcome": "CLOSE", "reason": "Se fue", "pin": comanda::demo::PIN, "operation_numbers": {"Yape": "40299001"}});
        luis.post(&format!("/api/payments/{}/refund", paid[5]["id"]), back).await.ok();
        let yape = ReconciliationCalls::for_method(&till, "Yape").await;
        let (supervisor, accountant) = (till.house.app.login("supervisor").await, till.house.app.login("contador").await);

        // Without a file nothing is a difference.
        assert_eq!(yape.mark_totals().await["standing"], "NO_FILE");
        let nothing = yape.read().await;
        assert_eq!((&nothing["standing"], &nothing["missing_days"], sums(&nothing, "totals").as_str()), (&json!("NO_FILE"), &json!(1), "0 0.00 0.00 0.00"));
        let cash = ReconciliationCalls::for_method(&till, "Efectivo").await;
        assert_eq!(cash.mark_totals().await["standing"], "CASH_OPEN");
        cash.admin.get(&cash.path("")).await.refused(422, "invalid");

        let id = method(&yape.admin, "Yape").await;
        let operations = yape.admin.get(&format!("/api/payment-method-report/operations?payment_option_id={id}&page=false")).await.json;
        let at = |number: &str, minutes: i64| {
            let found = operations["rows"].as_array().unwrap().iter().find(|o| o["operation_number"] == number).unwrap();
            let at: DateTime<Utc> = found["at"].as_str().unwrap().parse().unwrap();
            let lima = FixedOffset::west_opt(5 * 3600).unwrap();
            (at + Duration::minutes(minutes)).with_timezone(&lima).format("%d/%m/%Y;%H:%M:%S").to_string()
        };
        let line = |kind: &str, when: String, number: &str, amount: &str| format!("{kind};{when};{number};{amount}\r\n");
        let head = "Reporte de ventas\r\nTipo de transacción;Fecha;Hora;Nº de operación;Monto\r\n";
        let common = [
            line("TE PAGÓ", at("40281733", 2), "40281738", "S/ 84.00"),
            line("TE PAGÓ", at("40270556", 0), "40270556", "102,00"),
            line("TE PAGÓ", at("40277200", 0), "40277200", "28.00"),
            line("TE PAGÓ", at("0040277300", 0), "40277300", "56.00"),
            line("PAGASTE", at("40299001", 0), "40299001", "56.00"),
        ]
        .concat();
        let first = format!("{head}{common}{}", line("TE PAGÓ", at("40277200", 9), "40266418", "68.00"));

        // Only the office uploads files; an unreadable one names its line.
        yape.upload_file(luis, "yape.csv", &first).await.refused(422, "not_permitted");
        yape.upload_file(&accountant, "yape.csv", &first).await.refused(422, "not_permitted");
        luis.get(&yape.path("")).await.refused(422, "not_permitted");
        let refused = yape.upload_file(&supervisor, "yape.csv", &first.replace("102,00", "ciento dos")).await.refused(422, "invalid");
        assert_eq!(refused["errors"]["file"][0], "Línea 4: «ciento dos» no es un monto.");
        let elsewhere = "Fecha;Nº de operación;Monto\n01/02/2020;1;5";
        let refused = yape.upload_file(&supervisor, "yape.csv", elsewhere).await.refused(422, "invalid");
        assert!(refused["errors"]["file"][0].as_str().unwrap().contains("el 01/02/2020"), "{refused}");
        let statement = yape.upload_file(&supervisor, "yape.csv", &first).await.ok();
        assert_eq!((&statement["lines"], &statement["left_out"], &statement["file_name"]), (&json!(6), &json!(0), &json!("yape.csv")));
        assert_eq!(yape.upload_file(&supervisor, "otra.csv", &first).await.ok()["id"], statement["id"], "the same file is the same statement");

        // 84 + 112 + 28 + 28 + 28 + 56 - 56 against 84 + 102 + 28 + 56 - 56 + 68.
        let found = yape.read().await;
        let groups = ["matched", "likely", "other_amount", "only_comanda", "only_file", "cleared", "totals"].map(|of| sums(&found, of));
        assert_eq!(groups, ["3 28.00 28.00 0.00", "1 84.00 84.00 0.00", "1 112.00 102.00 -10.00", "2 56.00 0.00 -56.00", "1 0.00 68.00 68.00", "0 0.00 0.00 0.00", "8 280.00 282.00 2.00"]);
        assert_eq!((&found["to_clear"], &found["operations"], &found["missing_days"]), (&json!(5), &json!(7), &json!(0)));
        let report = yape.admin.get("/api/payment-method-report").await.ok();
        let yape_row = report["methods"].as_array().unwrap().iter().find(|m| m["name"] == "Yape").unwrap();
        assert_eq!(yape_row["sums"]["total"], found["totals"]["comanda"], "what the report says");
        assert_eq!((&yape.mark_totals().await["standing"], &yape.mark_totals().await["to_clear"]), (&json!("TO_CLEAR"), &json!(5)));
        assert_eq!(accountant.get(&yape.path("")).await.ok()["totals"], found["totals"]);

        // A suggested match is confirmed by a person, and nothing else can be.
        let (likely, other) = (case(&found, "LIKELY"), case(&found, "OTHER_AMOUNT"));
        yape.mark(&accountant, "JOINED", likely, "").await.refused(422, "not_permitted");
        yape.mark(&supervisor, "JOINED", other, "").await.refused(409, "conflict");
        let joined = yape.mark(&supervisor, "JOINED", likely, "").await.ok();
        assert_eq!((&joined["kind"], &joined["mark"]["mark"], &joined["mark"]["user_name"]), (&json!("JOINED"), &json!("JOINED"), &json!("Jorge Benavides")));
        yape.mark(&supervisor, "JOINED", likely, "").await.refused(409, "conflict");
        assert!(yape.mark(&supervisor, "CLEARED", other, " ").await.refused(422, "invalid")["errors"]["note"].is_array());
        for (kind, note) in [("OTHER_AMOUNT", "Se devolvió 10.00 por fuera"), ("ONLY_FILE", "Adelanto de un evento")] {
            yape.mark(&supervisor, "CLEARED", case(&found, kind), note).await.ok();
        }
        let found = yape.read().await;
        let groups = ["matched", "likely", "other_amount", "only_comanda", "only_file", "cleared", "totals"].map(|of| sums(&found, of));
        assert_eq!(groups, ["4 112.00 112.00 0.00", "0 0.00 0.00 0.00", "0 0.00 0.00 0.00", "2 56.00 0.00 -56.00", "0 0.00 0.00 0.00", "2 112.00 170.00 58.00", "8 280.00 282.00 2.00"]);

        // A later file of another program has one more of the two; people's marks stay, and one of them is taken back.
        let second = format!("{head}{common}{}{}", line("TE PAGÓ", at("40277200", 9), "40266418", "68.00"), line("TE PAGÓ", at("40277105", 1), "40277105", "28.00"));
        yape.upload_file(&supervisor, "yape-2.csv", &second.replace(';', "\t").replace("102,00", "102.00")).await.ok();
        let found = yape.read().await;
        assert_eq!(found["statements"].as_array().unwrap().len(), 1);
        assert_eq!((sums(&found, "matched").as_str(), sums(&found, "cleared").as_str()), ("5 140.00 140.00 0.00", "2 112.00 170.00 58.00"));
        assert_eq!((&found["to_clear"], sums(&found, "only_comanda").as_str(), sums(&found, "totals").as_str()), (&json!(1), "1 28.00 0.00 -28.00", "8 280.00 310.00 30.00"));
        let cleared = case(&found, "OTHER_AMOUNT");
        assert_eq!(cleared["mark"]["note"], "Se devolvió 10.00 por fuera");
        let matched = yape.admin.get(&yape.path("/matched")).await.rows();
        assert_eq!(matched.iter().filter(|c| c["kind"] == "JOINED").count(), 1);
        let undo = format!("{}/marks/{}", yape.base, cleared["mark"]["id"]);
        accountant.delete(&undo).await.refused(422, "not_permitted");
        supervisor.delete(&undo).await.ok();
        supervisor.delete(&undo).await.refused(404, "not_found");
        assert_eq!(yape.read().await["to_clear"], 2);
        yape.mark(&supervisor, "CLEARED", case(&found, "ONLY_COMANDA"), "Número repetido").await.ok();
        yape.mark(&supervisor, "CLEARED", cleared, "Ya se vio").await.ok();
        assert_eq!(yape.mark_totals().await["standing"], "RECONCILED");
        let acts = yape.admin.get("/api/pos-options/action-logs?per_page=50").await.rows();
        let count = |of: &str| acts.iter().filter(|a| a["action_type"] == of).count();
        assert_eq!(["STATEMENT_ADDED", "OPERATIONS_JOINED", "DIFFERENCE_CLEARED", "RECONCILIATION_UNDONE"].map(count), [2, 1, 4, 1]);

        // The exported file: everything that agrees is in one row, besides three marked cases.
        for (format, begins) in [("xlsx", &b"PK"[..]), ("pdf", b"%PDF"), ("csv", "\u{feff}".as_bytes())] {
            let reply = yape.admin.get(&format!("{}&format={format}", yape.path("/file"))).await;
            assert!(reply.status == 200 && reply.bytes.starts_with(begins), "{format}: {}", reply.status);
            if format == "csv" {
                let text = String::from_utf8(reply.bytes).unwrap();
                assert_eq!(text.lines().count(), 5, "{text}");
                assert!(text.lines().nth(1).unwrap().starts_with("Coinciden (5);;;;140.00;;140.00;0.00"), "{text}");
            }
        }
        // Ids of another company, and spans that are too long.
        for path in ["999999", "999999/file", "999999/matched"] {
            yape.admin.get(&format!("/api/payment-method-report/reconciliation/{path}")).await.refused(404, "not_found");
        }
        let long = yape.admin.get(&format!("{}?start_date=2026-01-01&end_date=2026-06-01", yape.base)).await.refused(422, "invalid");
        assert!(long["errors"]["end_date"].is_array());
    }
}
