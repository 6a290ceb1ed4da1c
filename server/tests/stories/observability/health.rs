//! `/healthz` and `/readyz`, for a proxy without a session.

use crate::{
    on_both_databases,
    support::{app::TestApp, socket::Socket},
};
use serde_json::json;

on_both_databases! {
    async fn a_server_is_ready_until_it_is_asked_to_stop(app: TestApp) {
        // A proxy uses any host name.
        let proxy = app.anonymous_client().at_host("10.0.0.7:8080");
        let reply = proxy.get("/readyz").await;
        assert_eq!((reply.status.as_u16(), reply.json), (200, json!({"ready": true})));
        let reply = proxy.get("/healthz").await;
        assert_eq!((reply.status.as_u16(), reply.json), (200, json!({"alive": true, "from": "127.0.0.1"})));
        assert_eq!(reply.cache_control.as_deref(), Some("no-store"));

        app.app.begin_stopping();
        let reply = proxy.get("/readyz").await;
        assert_eq!((reply.status.as_u16(), reply.json), (503, json!({"ready": false, "problems": ["stopping"]})));
        assert_eq!(proxy.get("/healthz").await.status, 200, "the process is well");
        app.login("mozo").await.get("/api/floor").await.ok();
    }

    async fn screens_and_agents_are_told_before_their_sockets_end(app: TestApp) {
        let rosa = app.login("mozo").await;
        let mut browser = Socket::connect(app.address, json!({"token": rosa.token})).await.unwrap();
        browser.emit_and_wait("join", json!({"rooms": []})).await;
        let token = comanda::demo::ensure_agent_token(&app.app, None).await.unwrap();
        let mut agent = Socket::connect_agent(app.address, &token).await.unwrap();
        agent.emit_and_wait("pull_jobs", json!({})).await;
        app.app.realtime().announce_stop().await;
        app.app.realtime().socket_server().close().await;
        for mut socket in [browser, agent] {
            socket.next_event("server_stopping", |_| true).await;
            socket.wait_for_end().await;
        }
    }

    async fn a_write_that_finishes_after_the_sockets_ended_is_answered(app: TestApp) {
        let luis = app.login("cajero").await;
        app.app.realtime().socket_server().close().await;
        let body = json!({"type": "ORDER", "client_name": "Ana"});
        let account = luis.post("/api/client-requests", body).await.ok()["id"].clone();
        luis.get(&format!("/api/client-requests/{account}")).await.ok();
        assert!(app.fetch_metrics().await.contains("comanda_sockets{kind=\"browser\"} 0"));
    }
}
