//! Users as their administrator maintains them.

use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use serde_json::{Value, json};

fn form(username: &str, role: i64) -> Value {
    json!({
        "name": "Nilda", "lastname": "Ávalos Ñahui", "username": username, "email": format!("{username}@laterraza.pe"),
        "role_id": role, "password": "ají lomo pisco", "password_confirmation": "ají lomo pisco",
    })
}

const OWN: &str = "solo yo la conozco";

/// Signs in with a password that somebody else chose, and chooses another.
async fn first_login(app: &TestApp, username: &str) -> Client {
    let client = app.anonymous_client().login(username, "ají lomo pisco").await;
    client.put("/api/profile/password", json!({"password": OWN, "password_confirmation": OWN})).await.ok();
    client
}

async fn by_name(admin: &Client, username: &str) -> Value {
    let found = admin.get(&format!("/api/users?term={username}&per_page=50")).await.rows();
    found.into_iter().find(|u| u["username"] == username).unwrap_or_else(|| panic!("nobody is called {username}"))
}

on_both_databases! {
    async fn every_field_is_stored_and_returned(app: TestApp) {
        let admin = app.login("admin").await;
        let cashbox = admin.get("/api/cashboxes").await.rows()[0]["id"].clone();
        let mut body = form("Nilda.Avalos", 3);
        body["id_print"] = json!("canal-9");
        body["uuid_cashbox_selected"] = cashbox.clone();
        let user = admin.post("/api/users", body).await.ok();
        assert_eq!(user["username"], "nilda.avalos", "kept in lower case");
        for (field, value) in [
            ("name", json!("Nilda")), ("lastname", json!("Ávalos Ñahui")), ("email", json!("nilda.avalos@laterraza.pe")),
            ("role_id", json!(3)), ("id_print", json!("canal-9")), ("uuid_cashbox_selected", cashbox),
            ("status", json!("ACTIVE")), ("has_pin", json!(false)), ("is_super_admin", json!(false)),
        ] {
            assert_eq!(user[field], value, "{field}");
        }
        assert_eq!(admin.get(&format!("/api/users/{}", user["id"])).await.ok(), user);
        assert!(!user.to_string().contains("argon2"), "{user}");
        let changed = admin.put(&format!("/api/users/{}", user["id"]), json!({"role": {"id": "2"}, "id_print": "", "uuid_cashbox_selected": null, "password": "  "})).await.ok();
        assert_eq!((&changed["role_id"], &changed["id_print"], &changed["uuid_cashbox_selected"]), (&json!(2), &Value::Null, &Value::Null));
        assert_eq!(changed["lastname"], "Ávalos Ñahui", "what is not given stays");
        first_login(&app, "NILDA.avalos").await.get("/api/categories").await.ok();
    }

    async fn users_are_found_without_accents_filtered_and_sorted(app: TestApp) {
        let admin = app.login("admin").await;
        admin.post("/api/users", form("nilda", 4)).await.ok();
        assert_eq!(admin.get("/api/users?term=avalos%20nahui").await.rows().len(), 1);
        assert_eq!(admin.get("/api/users?term=CARDENAS").await.rows()[0]["username"], "cajero", "users of before too");
        assert_eq!(admin.get("/api/users?term=100%25").await.rows().len(), 0);
        let waiters = admin.get("/api/users?filters=%7B%22role_id%22:%5B4%5D%7D&sort=-username").await.rows();
        let names: Vec<_> = waiters.iter().map(|u| u["username"].as_str().unwrap()).collect();
        assert_eq!(names, ["nilda", "mozo2", "mozo"]);
        admin.get("/api/users?sort=password_hash").await.refused(422, "invalid");
        let listed_waiters = admin.get("/api/users-as-waiters?page=false&filters=%7B%22type%22:%5B%22Mozo%22%5D%7D").await.rows();
        assert_eq!(listed_waiters.len(), 3);
        assert!(admin.get("/api/users-as-waiters?page=false").await.rows().len() > 3, "cashiers attend too");
        assert_eq!(admin.get("/api/roles").await.rows().len(), 6);
    }

    async fn an_invalid_form_says_where(app: TestApp) {
        let admin = app.login("admin").await;
        for (field, change) in [
            ("name", json!({"name": " "})),
            ("name", json!({"name": "x".repeat(81)})),
            ("username", json!({"username": "ab"})),
            ("username", json!({"username": "con espacio"})),
            ("email", json!({"email": "nilda"})),
            ("role_id", json!({"role_id": 7})),
            ("role_id", json!({"role_id": null})),
            ("role_id", json!({"role_id": -1})),
            ("status", json!({"status": "GONE"})),
            ("uuid_cashbox_selected", json!({"uuid_cashbox_selected": 999_999})),
            ("password", json!({"password": "corta1", "password_confirmation": "corta1"})),
            ("password", json!({"username": "nilda.avalos", "password": "Nilda.Avalos", "password_confirmation": "Nilda.Avalos"})),
            ("password", json!({"password": "12345678", "password_confirmation": "12345678"})),
            ("password", json!({"password": null})),
            ("password_confirmation", json!({"password_confirmation": "ají lomo"})),
            ("password_confirmation", json!({"password_confirmation": null})),
        ] {
            let mut body = form("nilda", 4);
            for (name, value) in change.as_object().unwrap() {
                body[name] = value.clone();
            }
            let refused = admin.post("/api/users", body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{change}: {refused}");
        }
        assert_eq!(admin.get("/api/users?term=nilda").await.rows().len(), 0);
    }

    async fn a_name_and_an_address_belong_to_one_user(app: TestApp) {
        let admin = app.login("admin").await;
        let user = admin.post("/api/users", form("nilda", 4)).await.ok();
        let refusal = admin.post("/api/users", form("MOZO", 4)).await.refused(409, "already_exists");
        assert!(refusal["errors"]["username"].is_array(), "{refusal}");
        let mut other = form("otra", 4);
        other["email"] = json!("NILDA@laterraza.pe");
        let refusal = admin.post("/api/users", other).await.refused(409, "already_exists");
        assert!(refusal["errors"]["email"].is_array(), "{refusal}");
        let same = admin.put(&format!("/api/users/{}", user["id"]), json!({"username": "mozo"})).await;
        same.refused(409, "already_exists");
        let twice = futures::future::join_all([form("doble", 4), form("doble", 4)].map(|f| admin.post("/api/users", f))).await;
        let mut codes: Vec<_> = twice.iter().map(|r| r.status.as_u16()).collect();
        codes.sort_unstable();
        assert_eq!(codes, [200, 409]);
    }

    async fn the_same_form_sent_again_makes_one_user(app: TestApp) {
        let (admin, key) = (app.login("admin").await, uuid::Uuid::new_v4());
        let first = admin.post_with_key("/api/users", form("nilda", 4), key).await.ok();
        assert_eq!(admin.post_with_key("/api/users", form("nilda", 4), key).await.ok(), first);
        let mut tx = app.app.companies().find_by_slug("demo").unwrap().db.read().await.unwrap();
        let hashes: Vec<(String,)> = tx.query("SELECT body_hash FROM idempotency_keys").all().await.unwrap();
        use sha2::Digest;
        let whole = sha2::Sha256::digest([b"\0".as_slice(), form("nilda", 4).to_string().as_bytes()].concat());
        let whole: String = whole.iter().map(|b| format!("{b:02x}")).collect();
        assert!(hashes.iter().all(|k| k.0 != whole), "no password can be guessed from what is kept");
    }

    async fn the_last_administrator_cannot_be_removed(app: TestApp) {
        let admin = app.login("admin").await;
        let own_path = format!("/api/users/{}", admin.user_id());
        for refused in [
            admin.patch(&format!("{own_path}/status"), json!({"status": "INACTIVE"})).await,
            admin.put(&own_path, json!({"role_id": 2})).await,
            admin.delete(&own_path).await,
        ] {
            refused.refused(409, "conflict");
        }
        admin.post("/api/users", form("nilda", 1)).await.ok();
        let nilda = first_login(&app, "nilda").await;
        admin.patch(&format!("{own_path}/status"), json!({"status": "INACTIVE"})).await.refused(409, "conflict");
        nilda.put(&own_path, json!({"role_id": 2})).await.ok();
        let last = admin.get("/api/users").await.refused(422, "not_permitted");
        assert!(last["message"].as_str().unwrap().contains("permiso"));
        let refused = nilda.put(&format!("/api/users/{}", nilda.user_id()), json!({"role_id": 4})).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("único administrador"), "{refused}");
    }

    async fn two_administrators_who_disable_each_other_leave_one(app: TestApp) {
        let admin = app.login("admin").await;
        admin.post("/api/users", form("nilda", 1)).await.ok();
        let nilda = first_login(&app, "nilda").await;
        let body = json!({"role_id": 2});
        let (one, other) = (format!("/api/users/{}", nilda.user_id()), format!("/api/users/{}", admin.user_id()));
        let (a, b) = tokio::join!(admin.put(&one, body.clone()), nilda.put(&other, body));
        let successes = [a.status.is_success(), b.status.is_success()].iter().filter(|ok| **ok).count();
        assert_eq!(successes, 1, "{} {}", a.json, b.json);
    }

    async fn a_disabled_or_deleted_user_is_signed_out_at_once(app: TestApp) {
        let admin = app.login("admin").await;
        let rosa = app.login("mozo").await;
        let path = format!("/api/users/{}", rosa.user_id());
        let disabled = admin.patch(&format!("{path}/status"), json!({"status": "INACTIVE"})).await.ok();
        assert_eq!(disabled["status"], "INACTIVE");
        rosa.get("/api/profile").await.refused(403, "session_ended");
        let signing_in = json!({"username": "mozo", "password": "comanda-demo"});
        let refusal = app.anonymous_client().post("/api/login", signing_in.clone()).await.refused(401, "bad_credentials");
        assert!(refusal["message"].as_str().unwrap().contains("desactivado"));
        admin.patch(&format!("{path}/status"), json!({"status": "ACTIVE"})).await.ok();
        rosa.get("/api/profile").await.refused(403, "session_ended");
        let rosa = app.login("mozo").await;
        admin.delete(&path).await.ok();
        rosa.get("/api/profile").await.refused(403, "session_ended");
        app.anonymous_client().post("/api/login", signing_in).await.refused(401, "bad_credentials");
        admin.get(&path).await.refused(404, "not_found");
        admin.delete(&path).await.refused(404, "not_found");
        assert_eq!(admin.get("/api/users?term=quispe").await.rows().len(), 0);
        admin.post("/api/users", form("mozo", 4)).await.ok();
        let log = admin.get("/api/pos-options/action-logs?action_type=USER_DELETED").await.rows();
        assert_eq!(log.len(), 1, "the name is free again, what was done is not forgotten");
    }

    async fn a_new_password_by_the_administrator_ends_the_sessions(app: TestApp) {
        let admin = app.login("admin").await;
        let rosa = app.login("mozo").await;
        let path = format!("/api/users/{}", rosa.user_id());
        admin.put(&path, json!({"phone": "x", "password": ""})).await.ok();
        rosa.get("/api/profile").await.ok();
        let new = json!({"password": "tres gatos verdes", "password_confirmation": "tres gatos verdes"});
        admin.put(&path, new).await.ok();
        rosa.get("/api/profile").await.refused(403, "session_ended");
        app.anonymous_client().login("mozo", "tres gatos verdes").await;
    }

    async fn only_administrators_maintain_users(app: TestApp) {
        let id = by_name(&app.login("admin").await, "mozo").await["id"].clone();
        for role in ["supervisor", "cajero", "mozo", "cocina", "contador"] {
            let client = app.login(role).await;
            client.get("/api/users").await.refused(422, "not_permitted");
            client.get("/api/roles").await.refused(422, "not_permitted");
            client.get(&format!("/api/users/{id}")).await.refused(422, "not_permitted");
            client.post("/api/users", form("nilda", 1)).await.refused(422, "not_permitted");
            client.put(&format!("/api/users/{id}"), json!({"role_id": 1})).await.refused(422, "not_permitted");
            client.patch(&format!("/api/users/{id}/status"), json!({"status": "INACTIVE"})).await.refused(422, "not_permitted");
            client.delete(&format!("/api/users/{id}")).await.refused(422, "not_permitted");
            client.delete(&format!("/api/users/{id}/pin")).await.refused(422, "not_permitted");
            client.get(&format!("/api/users/{id}/sessions")).await.refused(422, "not_permitted");
            client.delete(&format!("/api/users/{id}/sessions")).await.refused(422, "not_permitted");
        }
    }

    async fn a_password_that_another_chose_is_changed_before_anything_else(app: TestApp) {
        let admin = app.login("admin").await;
        let user = admin.post("/api/users", form("nilda", 3)).await.ok();
        assert_eq!(user["must_change_password"], true);
        let nilda = app.anonymous_client().login("nilda", "ají lomo pisco").await;
        assert_eq!(nilda.user["must_change_password"], true);
        for path in ["/api/floor", "/api/catalog/sale", "/api/profile/sessions", "/api/clients"] {
            let refused = nilda.get(path).await.refused(422, "must_change_password");
            assert!(refused["message"].as_str().unwrap().contains("elige una contraseña"), "{refused}");
        }
        nilda.put("/api/profile", json!({"name": "Otra"})).await.refused(422, "must_change_password");
        nilda.put("/api/profile/pin", json!({"current_password": "ají lomo pisco", "pin": "9999"})).await.refused(422, "must_change_password");
        nilda.get("/api/profile").await.ok();
        nilda.post("/api/verify-login", json!({})).await.ok();

        let path = "/api/profile/password";
        let same = json!({"password": "ají lomo pisco", "password_confirmation": "ají lomo pisco"});
        let refused = nilda.put(path, same).await.refused(422, "invalid");
        assert!(refused["errors"]["password"][0].as_str().unwrap().contains("te dieron"), "{refused}");
        nilda.put(path, json!({"password": "nilda", "password_confirmation": "nilda"})).await.refused(422, "invalid");
        nilda.put(path, json!({"password": OWN, "password_confirmation": "otra"})).await.refused(422, "invalid");
        nilda.put(path, json!({"password": OWN, "password_confirmation": OWN})).await.ok();
        assert_eq!(nilda.get("/api/profile").await.ok()["must_change_password"], false);
        nilda.get("/api/floor").await.ok();
        let next = json!({"password": "una más de gatos", "password_confirmation": "una más de gatos"});
        nilda.put(path, next).await.refused(422, "invalid");
        assert_eq!(app.anonymous_client().login("nilda", OWN).await.user["must_change_password"], false, "from now on one's own is asked for");

        let rosa = by_name(&admin, "mozo").await;
        let new = json!({"password": "tres gatos verdes", "password_confirmation": "tres gatos verdes"});
        admin.put(&format!("/api/users/{}", rosa["id"]), new.clone()).await.ok();
        let rosa = app.anonymous_client().login("mozo", "tres gatos verdes").await;
        rosa.get("/api/floor").await.refused(422, "must_change_password");
        let own_path = format!("/api/users/{}", admin.user_id());
        let mut new = new;
        new["current_password"] = json!(comanda::demo::PASSWORD);
        assert_eq!(admin.put(&own_path, new).await.ok()["must_change_password"], false, "one's own choice");
        admin.get("/api/users").await.ok();
    }

    async fn an_administrator_removes_a_pin_and_sessions(app: TestApp) {
        let admin = app.login("admin").await;
        let path = format!("/api/users/{}", by_name(&admin, "supervisor").await["id"]);
        let (phone, till) = (app.login("supervisor").await, app.login("supervisor").await);
        let sessions = admin.get(&format!("{path}/sessions")).await.rows();
        assert_eq!((sessions.len(), &sessions[0]["current"]), (2, &json!(false)));

        let user = admin.delete(&format!("{path}/pin")).await.ok();
        assert_eq!(user["has_pin"], false);
        let approvers = app.login("cajero").await.get("/api/approvers?action=void_document").await;
        assert!(!approvers.json.to_string().contains(user["name"].as_str().unwrap()), "{}", approvers.json);
        admin.delete(&format!("{path}/pin")).await.ok();

        assert_eq!(admin.delete(&format!("{path}/sessions")).await.ok(), true);
        phone.get("/api/profile").await.refused(403, "session_ended");
        till.get("/api/profile").await.refused(403, "session_ended");
        assert_eq!(admin.get(&format!("{path}/sessions")).await.rows().len(), 0);
        app.login("supervisor").await.get("/api/profile").await.ok();
        let own_sessions = format!("/api/users/{}/sessions", admin.user_id());
        let other = app.login("admin").await;
        admin.delete(&own_sessions).await.ok();
        admin.get("/api/profile").await.ok();
        other.get("/api/profile").await.refused(403, "session_ended");

        for part in ["pin", "sessions"] {
            admin.delete(&format!("/api/users/999999/{part}")).await.refused(404, "not_found");
        }
        admin.get("/api/users/999999/sessions").await.refused(404, "not_found");
        for action in ["USER_PIN_TAKEN", "USER_SIGNED_OUT"] {
            let log = admin.get(&format!("/api/pos-options/action-logs?action_type={action}")).await.rows();
            assert_eq!(log.len(), 2, "{action}");
        }
    }

    async fn a_user_with_an_open_cash_box_or_table_is_not_deleted(app: TestApp) {
        let admin = app.login("admin").await;
        let nilda = admin.post("/api/users", form("nilda", 3)).await.ok()["id"].clone();
        let path = format!("/api/users/{nilda}");
        let nilda = first_login(&app, "nilda").await;
        let cash_box = admin.post("/api/cashboxes", json!({"name": "Terraza"})).await.ok();
        let turn = admin.get("/api/turns?page=false").await.rows()[0]["id"].clone();
        let opening = json!({"cashbox_id": cash_box["id"], "turn_id": turn, "user_id": nilda.user_id(), "open_amount": "50.00", "status": "OPEN"});
        let cycle = nilda.post("/api/cashbox-cycles", opening).await.ok();
        let refused = admin.delete(&path).await.refused(409, "in_use");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("tiene abierta la caja Terraza") && message.contains("arqueo"), "{message}");
        assert_eq!(refused["current"]["cycle"]["id"], cycle["id"]);
        nilda.get("/api/profile").await.ok();

        let account = nilda.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Julia"})).await.ok();
        let message = admin.delete(&path).await.refused(409, "in_use")["message"].to_string();
        assert!(message.contains("la caja Terraza y atiende LLEVAR"), "{message}");

        nilda.delete(&format!("/api/cashbox-cycles/{}", cycle["id"])).await.ok();
        let refused = admin.delete(&path).await.refused(409, "in_use");
        assert_eq!(refused["current"]["client_request_ids"], json!([account["id"]]));
        admin.put(&format!("/api/client-requests/{}", account["id"]), json!({"attendant_id": admin.user_id(), "version": account["version"]})).await.ok();
        admin.delete(&path).await.ok();
        nilda.get("/api/profile").await.refused(403, "session_ended");
    }
}
