//! The look-up of a DNI or RUC at a service, over real HTTP.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        database_place::{DatabasePlace, Fixture},
    },
};
use axum::{Json, Router, extract::Query, http::HeaderMap, http::StatusCode, routing::get};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Starts a look-up service; returns its port and the number of its requests.
async fn service() -> (u16, Arc<AtomicUsize>) {
    let requests = Arc::new(AtomicUsize::new(0));
    let count = requests.clone();
    let answer = move |headers: HeaderMap, Query(query): Query<HashMap<String, String>>| {
        count.fetch_add(1, Ordering::SeqCst);
        async move {
            if headers.get("authorization").is_none_or(|v| v != "Bearer ficha-1") {
                return (StatusCode::UNAUTHORIZED, Json(json!({"message": "token"})));
            }
            let number = query.get("numero").cloned().unwrap_or_default();
            (StatusCode::OK, Json(person_json(&number).await))
        }
    };
    let router = Router::new().route("/dni", get(answer.clone())).route("/ruc", get(answer));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    serve(listener, router);
    (port, requests)
}

/// Serves a router that stands for a foreign service.
#[expect(clippy::disallowed_methods, reason = "a handful of connections")]
fn serve(listener: tokio::net::TcpListener, router: Router) {
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
}

async fn person_json(number: &str) -> Value {
    match number {
        "46027897" => json!({"nombres": "ROXANA KARINA", "apellidoPaterno": "DELGADO", "apellidoMaterno": "CUELLAR"}),
        "20131312955" => json!({
            "razonSocial": "SUPERINTENDENCIA", "direccion": "AV. GARCILASO 1472", "ubigeo": "150101", "estado": "ACTIVO", "condicion": "HABIDO",
        }),
        // Never answers: the client has to give up.
        "11111111" => std::future::pending().await,
        _ => json!({"message": "no encontrado"}),
    }
}

/// The demo restaurant on a server that reaches no private network.
struct WithoutPrivateAddresses(TestApp);
impl Fixture for WithoutPrivateAddresses {
    async fn create(place: &DatabasePlace) -> Self {
        Self(TestApp::without_private_addresses(place).await)
    }
}

fn settings(port: u16, token: &str) -> Value {
    json!({
        "dni_url": format!("http://127.0.0.1:{port}/dni?numero={{number}}"),
        "ruc_url": format!("http://127.0.0.1:{port}/ruc?numero={{number}}"),
        "token": token,
    })
}

fn lookup_body(kind: &str, number: &str) -> Value {
    json!({"type": kind, "identifier_number": number})
}

on_both_databases! {
    async fn the_service_is_asked_once_in_thirty_days(app: TestApp) {
        let (port, requests) = service().await;
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let set = admin.put("/api/identity-service", settings(port, "ficha-1")).await.ok();
        assert_eq!(set["token_set"], true);
        assert!(!admin.get("/api/identity-service").await.ok().to_string().contains("ficha-1"));
        let roxana = waiter.post("/api/data-identification", lookup_body("dni", "46027897")).await.ok();
        for (field, value) in [("id", Value::Null), ("source", json!("SERVICE")), ("name", json!("ROXANA KARINA")), ("last_name", json!("DELGADO CUELLAR"))] {
            assert_eq!(roxana[field], value, "{field}");
        }
        let sunat = waiter.post("/api/data-identification", lookup_body("RUC", "20131312955")).await.ok();
        for (field, value) in [("business_name", "SUPERINTENDENCIA"), ("district", "LIMA"), ("ubigeo_sunat", "150101"), ("state", "ACTIVO"), ("condition", "HABIDO")] {
            assert_eq!(sunat[field], value, "{field}");
        }
        assert_eq!(requests.load(Ordering::SeqCst), 2);
        assert_eq!(waiter.post("/api/data-identification", lookup_body("dni", "46027897")).await.ok()["name"], "ROXANA KARINA");
        assert_eq!(requests.load(Ordering::SeqCst), 2, "the answer is kept");
        let company = app.app.companies().find_by_slug("demo").unwrap();
        let long_ago = app.app.clock().now() - chrono::Duration::days(31);
        let aged: comanda::error::Result<u64> = comanda::transact!(company.db, |tx| {
            Ok(tx.query("UPDATE identities SET asked_at = $1").bind(long_ago).run().await?)
        });
        aged.unwrap();
        waiter.post("/api/data-identification", lookup_body("dni", "46027897")).await.ok();
        assert_eq!(requests.load(Ordering::SeqCst), 3, "but not for ever");
        let own_client = waiter.post("/api/data-identification", lookup_body("dni", "40563821")).await.ok();
        assert_eq!((&own_client["source"], requests.load(Ordering::SeqCst)), (&json!("CLIENT"), 3), "own clients first");
        assert!(own_client["id"].is_number());
    }

    async fn the_token_is_sealed_and_sent_to_its_address_alone(app: TestApp) {
        let admin = app.login("admin").await;
        let (port, requests) = service().await;
        // The service redirects to another one: the token must not follow.
        let target = format!("http://127.0.0.1:{port}/dni?numero=46027897");
        let router = Router::new().route("/dni", get(async move || axum::response::Redirect::temporary(&target)));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let leads_on = listener.local_addr().unwrap().port();
        serve(listener, router);
        admin.put("/api/identity-service", settings(leads_on, "ficha-1")).await.ok();
        let refusal = admin.post("/api/data-identification", lookup_body("dni", "46027897")).await.refused(404, "not_found");
        assert!(refusal["message"].as_str().unwrap().contains("no respondió"), "{refusal}");
        assert_eq!(requests.load(Ordering::SeqCst), 0);
        let company = app.app.companies().find_by_slug("demo").unwrap();
        let mut tx = company.db.read().await.unwrap();
        let stored: String = tx.query("SELECT token FROM identity_service").scalar().await.unwrap();
        assert!(stored.starts_with("sealed:"), "{stored}");
    }

    async fn a_private_network_is_reached_only_where_the_operator_allows_it(shut: WithoutPrivateAddresses) {
        let (port, requests) = service().await;
        let admin = shut.0.login("admin").await;
        for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"] {
            let url = format!("http://{host}:{port}/dni?numero={{number}}");
            admin.put("/api/identity-service", json!({"dni_url": url, "token": "ficha-1"})).await.ok();
            let refusal = admin.post("/api/data-identification", lookup_body("dni", "46027897")).await.refused(404, "not_found");
            assert!(refusal["message"].as_str().unwrap().contains("red privada"), "{host}: {refusal}");
        }
        assert_eq!(requests.load(Ordering::SeqCst), 0);
        let smtp = json!({"host": "localhost", "port": port, "security": "NONE", "sender": "caja@ejemplo.pe", "public_url": "https://caja.ejemplo.pe"});
        admin.put("/api/smtp", smtp).await.ok();
        let refusal = admin.post("/api/smtp/test", json!({"to": "ana@ejemplo.pe"})).await.refused(422, "invalid");
        assert!(refusal["errors"]["host"][0].as_str().unwrap().contains("red privada"), "{refusal}");
    }

    async fn a_failed_lookup_says_why(app: TestApp) {
        let (port, _) = service().await;
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let failure_message = async |kind: &str, number: &str| {
            let refused = waiter.post("/api/data-identification", lookup_body(kind, number)).await.refused(404, "not_found");
            refused["message"].as_str().unwrap().to_owned()
        };
        assert!(failure_message("dni", "46027897").await.contains("No hay servicio"));
        admin.put("/api/identity-service", settings(port, "ficha-1")).await.ok();
        assert!(failure_message("dni", "99999999").await.contains("no conoce"));
        let began = std::time::Instant::now();
        assert!(failure_message("dni", "11111111").await.contains("no respondió"));
        assert!((3..8).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
        admin.put("/api/identity-service", settings(port, "otra")).await.ok();
        assert!(failure_message("ruc", "20131312955").await.contains("token"));
        let moved = admin.put("/api/identity-service", json!({"dni_url": "http://127.0.0.1:1/{number}"})).await.ok();
        assert_eq!(moved["token_set"], false, "no token goes to another service");
        assert!(failure_message("dni", "46027897").await.contains("no respondió"));
    }

    async fn impossible_lookups_are_refused_in_words(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        for (field, word, body) in [
            ("type", "DNI o RUC", lookup_body("pasaporte", "1")),
            ("identifier_number", "Ingresa un número de DNI", lookup_body("dni", " ")),
            ("identifier_number", "Ingresa un número de RUC", lookup_body("ruc", "")),
            ("identifier_number", "válido", lookup_body("ruc", "20131312950")),
            ("identifier_number", "válido", lookup_body("dni", "123456789")),
        ] {
            let refused = waiter.post("/api/data-identification", body).await.refused(422, "invalid");
            assert!(refused["errors"][field][0].as_str().unwrap().contains(word), "{refused}");
        }
        for (field, body) in [
            ("dni_url", json!({"dni_url": "https://api.example/dni"})),
            ("ruc_url", json!({"ruc_url": "file:///etc/passwd?{number}"})),
            ("token", json!({"token": "con espacio"})),
        ] {
            let refused = admin.put("/api/identity-service", body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        app.login("supervisor").await.get("/api/identity-service").await.refused(422, "not_permitted");
        app.login("contador").await.post("/api/data-identification", lookup_body("dni", "40563821")).await.refused(422, "not_permitted");
    }
}
