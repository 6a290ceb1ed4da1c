//! The close of a day: known sales come to a few known figures, which are mailed once at their hour to the configured addresses, and again
//! where the mail failed.

use crate::{
    money::till,
    on_both_databases,
    people::mail::{outbox, settings, smtp_server},
    support::{
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::clock::Clock;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Saturday at seven in the evening in Lima; its business day ends at four in the morning.
const SATURDAY: &str = "2026-11-22T00:00:00Z";

/// A restaurant that sells on a Saturday.
struct Evening {
    app: TestApp,
    clock: Clock,
}

impl Fixture for Evening {
    async fn create(place: &DatabasePlace) -> Self {
        let (app, clock) = TestApp::with_fixed_clock(place, SATURDAY).await;
        Self { app, clock }
    }
}

impl Evening {
    /// Signs in as the admin again, because the session of the day before has ended.
    async fn admin(&self) -> Client {
        self.app.login("admin").await
    }
    /// Sells two dishes in cash and one by Yape; the cash box stays open.
    async fn sell(&self) {
        let luis = self.app.login("cajero").await;
        till::open_cash_box(&luis, "Principal", "200.00").await.ok();
        for (quantity, option, paid) in [(2, "Efectivo", "56.00"), (1, "Yape", "28.00")] {
            let id = luis.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok()["id"]
                .as_i64()
                .unwrap();
            let product = luis.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
            luis.post(
                "/api/orders",
                json!({"client_request": id, "products": [{"product": {"id": product}, "qty": quantity}]}),
            )
            .await
            .ok();
            luis.post("/api/payments", till::payment(id, json!({option: paid}), json!({}))).await.ok();
        }
    }
    async fn turn_mailing_on(&self, recipients: &[&str]) {
        let body = json!({"is_on": true, "send_at": "08:00", "recipients": recipients});
        self.admin().await.put("/api/close-of-day/settings", body).await.ok();
    }
    fn set_clock(&self, time: &str) {
        self.clock.set(time.parse().unwrap());
    }
    /// Waits at most ten seconds until the latest mails satisfy `wanted`, and returns them.
    async fn wait_for_mails(&self, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let (admin, began) = (self.admin().await, Instant::now());
        loop {
            let recipients = admin.get("/api/close-of-day/settings").await.ok()["emails"].as_array().unwrap().clone();
            if wanted(&recipients) {
                return recipients;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "{recipients:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Whether a mail was sent or has failed, and is not on its way again.
fn is_settled(mail: &Value) -> bool {
    is_sent(mail) && mail["next_at"].is_null()
}

fn is_sent(mail: &Value) -> bool {
    !mail["sent_at"].is_null()
}

on_both_databases! {
    async fn the_screen_opens_on_the_day_that_was_closed_last(evening: Evening) {
        evening.sell().await;
        let admin = evening.admin().await;
        let opens_on = async || admin.get("/api/close-of-day").await.ok()["date"].clone();
        assert_eq!(opens_on().await, "2026-11-20", "the cash box is open still");
        let luis = evening.app.login("cajero").await;
        let cycle = luis.get("/api/cashbox-opened-cycle").await.ok()["id"].clone();
        let counted = json!({"status": "CLOSED", "close_amount": "256.00", "counted": {"Yape": "28.00"}});
        luis.put(&format!("/api/cashbox-cycles/{cycle}"), counted).await.ok();
        assert_eq!(opens_on().await, "2026-11-21");
        evening.set_clock("2026-11-22T12:00:00Z");
        let morning = evening.admin().await.get("/api/close-of-day").await.ok();
        assert_eq!(morning["date"], "2026-11-21", "at seven in the morning nothing is opened yet");
    }
}

on_both_databases! {
    async fn the_days_figures_are_those_of_its_reports(evening: Evening) {
        evening.sell().await;
        let accountant = evening.app.login("contador").await;
        let day = accountant.get("/api/close-of-day?date=2026-11-21").await.ok();
        let sales = accountant.get("/api/sales-total-report?start_date=2026-11-21&end_date=2026-11-21").await.ok();
        let money = accountant.get("/api/payment-method-report?start_date=2026-11-21&end_date=2026-11-21").await.ok();
        assert_eq!((&day["total"], &day["documents"]), (&sales["totals"]["total"], &sales["totals"]["documents"]));
        assert_eq!((&day["collected"], &day["before"]), (&money["totals"]["total"], &sales["before"]["total"]));
        assert_eq!((&day["is_partial"], &day["before_date"]), (&json!(true), &json!("2026-11-14")));
        let subject = day["subject"].as_str().unwrap();
        assert!(subject.starts_with("Sábado 21: S/ ") && subject.ends_with("hasta ahora"), "{subject}");
        let text = day["text"].as_str().unwrap();
        assert!(text.contains("Yape: 28.00") && text.contains("⚠ Principal sigue abierta"), "{text}");
        for (format, begins) in [("pdf", &b"%PDF"[..]), ("xlsx", b"PK")] {
            let file = accountant.get(&format!("/api/close-of-day/file?date=2026-11-21&format={format}")).await;
            assert!(file.status == 200 && file.bytes.starts_with(begins), "{format}: {}", file.status);
        }
        for bad in ["date=2026-11-23", "date=1999-01-01", "date=mañana"] {
            let refused = accountant.get(&format!("/api/close-of-day?{bad}")).await;
            assert_eq!(refused.status, 422, "{bad}");
        }
        let printed = evening.admin().await.post("/api/close-of-day/print", json!({"date": "2026-11-21"})).await.ok();
        assert!(printed["print_job_id"].is_string() || printed["warnings"][0].is_string(), "{printed}");
    }

    async fn the_close_is_mailed_once_when_the_day_is_over_with_both_files(evening: Evening) {
        evening.sell().await;
        evening.turn_mailing_on(&[" Duena@Ejemplo.pe ", "socio@ejemplo.pe"]).await;
        // The day ends at four in the morning, and eight is the hour of the mail.
        evening.set_clock("2026-11-22T12:59:00Z");
        assert_eq!(evening.wait_for_mails(|_| true).await, Vec::<Value>::new(), "not before its hour");
        evening.set_clock("2026-11-22T13:00:30Z");
        let mails = evening.wait_for_mails(|mails| mails.len() == 2 && mails.iter().all(is_sent)).await;
        assert_eq!((&mails[0]["email"], &mails[0]["business_day"]), (&json!("duena@ejemplo.pe"), &json!("2026-11-21")));
        let letters = outbox(&evening.app, 2).await;
        for part in ["cierre-2026-11-21.pdf", "cierre-2026-11-21.xlsx", "text/html", "text/plain"] {
            assert!(letters.iter().all(|letter| letter.contains(part)), "{part}");
        }
        // Requested again, the mail is sent again, to one address.
        evening.admin().await.post("/api/close-of-day/send", json!({"date": "2026-11-21", "email": "socio@ejemplo.pe"})).await.ok();
        assert_eq!(outbox(&evening.app, 3).await.len(), 3);
        evening.wait_for_mails(|mails| mails.iter().all(is_sent)).await;
        evening.set_clock("2026-11-23T13:01:00Z");
        let mails = evening.wait_for_mails(|mails| mails.len() == 4 && mails.iter().all(is_sent)).await;
        assert_eq!(mails[0]["business_day"], "2026-11-22");
        assert_eq!(outbox(&evening.app, 5).await.len(), 5, "each day once to each");
        // The server was off for two days: the close of each is mailed.
        evening.set_clock("2026-11-25T15:00:00Z");
        let mails = evening.wait_for_mails(|mails| mails.len() == 8 && mails.iter().all(is_sent)).await;
        assert_eq!((&mails[0]["business_day"], &mails[2]["business_day"]), (&json!("2026-11-24"), &json!("2026-11-23")));
    }

    async fn a_clock_that_was_ahead_leaves_no_day_without_its_mail(evening: Evening) {
        evening.sell().await;
        evening.turn_mailing_on(&["duena@ejemplo.pe"]).await;
        // The clock is set a year ahead: future days are not mailed by themselves, and whoever asks for one gets it.
        evening.set_clock("2027-11-22T15:00:00Z");
        let form = json!({"date": "2026-11-21", "email": "duena@ejemplo.pe"});
        evening.admin().await.post("/api/close-of-day/send", form).await.ok();
        let mails = evening.wait_for_mails(|mails| mails.iter().any(is_sent)).await;
        assert!(mails.iter().all(|mail| mail["business_day"] == "2026-11-21"), "{mails:?}");
        // The clock is corrected: the day that is over is mailed, and so are the next ones.
        evening.set_clock("2026-11-22T13:00:30Z");
        evening.wait_for_mails(|mails| mails.iter().any(|mail| mail["business_day"] == "2026-11-21" && is_sent(mail))).await;
        evening.set_clock("2026-11-23T13:00:30Z");
        evening.wait_for_mails(|mails| mails.iter().any(|mail| mail["business_day"] == "2026-11-22" && is_sent(mail))).await;
    }

    async fn a_day_that_is_due_twice_is_not_mailed_twice_with_the_same_figures(evening: Evening) {
        evening.sell().await;
        evening.turn_mailing_on(&["duena@ejemplo.pe"]).await;
        evening.set_clock("2026-11-22T13:00:30Z");
        evening.wait_for_mails(|mails| mails.iter().any(is_sent)).await;
        assert_eq!(outbox(&evening.app, 1).await.len(), 1);
        // From now on the day begins at ten: at half past eight Saturday is still going on, and Friday was the last day that is over.
        evening.admin().await.put("/api/global-settings", json!({"business_day_start": "10:00"})).await.ok();
        evening.set_clock("2026-11-22T13:30:00Z");
        evening.wait_for_mails(|mails| mails.len() == 2 && mails.iter().all(is_settled)).await;
        // Saturday is over once more, with the same figures.
        evening.set_clock("2026-11-23T13:00:30Z");
        let mails = evening.wait_for_mails(|mails| mails.iter().any(|mail| {
            mail["business_day"] == "2026-11-21" && mail["asked_at"].as_str() > Some("2026-11-23") && is_settled(mail)
        })).await;
        assert_eq!(outbox(&evening.app, 2).await.len(), 2, "{mails:?}");
        // The hour goes back to four: what was sold in between belongs to another day, and Sunday is mailed once.
        evening.admin().await.put("/api/global-settings", json!({"business_day_start": "04:00"})).await.ok();
        evening.wait_for_mails(|mails| mails.iter().any(|mail| mail["business_day"] == "2026-11-22" && is_settled(mail))).await;
        assert_eq!(outbox(&evening.app, 3).await.len(), 3);
    }

    async fn a_failed_mail_is_reported_and_tried_again(evening: Evening) {
        let (port, mut letters) = smtp_server().await;
        let mut wrong = settings(port);
        wrong["password"] = json!("otra");
        evening.admin().await.put("/api/smtp", wrong).await.ok();
        evening.turn_mailing_on(&["duena@ejemplo.pe"]).await;
        evening.set_clock("2026-11-22T13:00:30Z");
        let mails = evening.wait_for_mails(|mails| mails.first().is_some_and(|mail| mail["error"] != "")).await;
        assert!(mails[0]["error"].as_str().unwrap().contains("contraseña") && !mails[0]["next_at"].is_null(), "{mails:?}");
        let notices = evening.admin().await.get("/api/dashboard").await.ok()["attention"].clone();
        let mail_notice = notices.as_array().unwrap().iter().find(|notice| notice["kind"] == "MAIL");
        assert!(mail_notice.unwrap()["detail"].as_str().unwrap().contains("contraseña"), "{notices}");
        evening.admin().await.put("/api/smtp", settings(port)).await.ok();
        evening.set_clock("2026-11-22T13:02:00Z");
        let letter = letters.recv().await.unwrap().replace("=\n", "");
        assert!(letter.contains("https://caja.laterraza.pe/close-of-day?date=3D2026-11-21"), "{letter}");
        evening.wait_for_mails(|mails| mails.iter().all(is_sent)).await;
    }

    async fn a_recipient_who_may_no_longer_see_reports_gets_nothing(evening: Evening) {
        let db = evening.app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.clone();
        let mail = "contador@ejemplo.pe";
        let outcome: comanda::db::Result<u64> = comanda::transact!(db, |tx| {
            tx.query("UPDATE users SET email = 'contador@ejemplo.pe' WHERE username = 'contador'").run().await
        });
        outcome.unwrap();
        let users = evening.admin().await.get("/api/users").await.rows();
        let accountant = users.iter().find(|user| user["username"] == "contador").unwrap();
        evening.turn_mailing_on(&[mail, "socio@ejemplo.pe"]).await;
        let settings = evening.admin().await.get("/api/close-of-day/settings").await.ok();
        assert!(settings["suggestions"].as_array().unwrap().contains(&json!(mail)) && settings["held_back"] == json!([]), "{settings}");
        evening.admin().await.delete(&format!("/api/users/{}", accountant["id"])).await.ok();
        assert_eq!(evening.admin().await.get("/api/close-of-day/settings").await.ok()["held_back"], json!([mail]));
        evening.set_clock("2026-11-22T13:00:30Z");
        let mails = evening.wait_for_mails(|mails| !mails.is_empty() && mails.iter().all(is_sent)).await;
        assert_eq!((mails.len(), &mails[0]["email"]), (1, &json!("socio@ejemplo.pe")), "{mails:?}");
        assert!(!outbox(&evening.app, 1).await[0].contains(mail));
    }

    async fn invalid_settings_are_refused_and_past_days_are_not_mailed(evening: Evening) {
        let admin = evening.admin().await;
        let put = async |body: Value| admin.put("/api/close-of-day/settings", body).await;
        for (field, body) in [
            ("send_at", json!({"is_on": true, "send_at": "8", "recipients": ["a@ejemplo.pe"]})),
            ("recipients", json!({"is_on": true, "send_at": "08:00", "recipients": []})),
            ("recipients", json!({"is_on": true, "send_at": "08:00", "recipients": ["nadie"]})),
        ] {
            let refused = put(body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        evening.admin().await.post("/api/close-of-day/send", json!({})).await.refused(422, "invalid");
        evening.set_clock("2026-11-22T15:00:00Z");
        evening.turn_mailing_on(&["duena@ejemplo.pe"]).await;
        evening.set_clock("2026-11-22T15:30:00Z");
        let future = evening.admin().await.post("/api/close-of-day/send", json!({"date": "2026-11-23"})).await.refused(422, "invalid");
        assert!(future["errors"]["date"].is_array(), "{future}");
        assert_eq!(evening.wait_for_mails(|_| true).await, Vec::<Value>::new(), "it was due at eight, before anybody wanted it");
    }
}
