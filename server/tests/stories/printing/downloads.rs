//! The agent's installers are served by the server itself, and nothing else of its folder is.

use crate::{on_both_databases, support::app::TestApp};

on_both_databases! {
    async fn a_print_pc_downloads_the_installer_from_the_server(app: TestApp) {
        let nobody = app.anonymous_client();
        assert_eq!(nobody.get("/api/downloads").await.rows().len(), 0, "nothing is promised that is not there");
        let folder = app.config.data.join("downloads");
        std::fs::create_dir(&folder).unwrap();
        let name = format!("comanda-agent-{}-x64.exe", env!("CARGO_PKG_VERSION"));
        std::fs::write(folder.join(&name), b"program").unwrap();
        std::fs::write(folder.join("notes.txt"), b"of the operator").unwrap();
        std::fs::write(app.config.data.join("comanda-agent-1.0.0-x64.exe"), b"beside the folder").unwrap();

        let offered = nobody.get("/api/downloads").await.rows();
        assert_eq!(offered.len(), 1, "{offered:?}");
        assert_eq!((offered[0]["platform"].as_str(), offered[0]["fits"].as_bool()), (Some("WINDOWS"), Some(true)));
        assert_eq!(offered[0]["sha256"], "1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8");
        let got = nobody.get(offered[0]["path"].as_str().unwrap()).await;
        assert_eq!((got.status.as_u16(), got.bytes.as_slice()), (200, b"program".as_slice()));
        assert_eq!(got.content_type.as_deref(), Some("application/octet-stream"));
        for other in [
            "notes.txt",
            "..%2Fcomanda-agent-1.0.0-x64.exe",
            "..%2fdownloads%2fnotes.txt",
            "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
            "..%5Ccomanda-agent-1.0.0-x64.exe",
            "comanda-agent-9.9.9-x64.exe",
        ] {
            nobody.get(&format!("/descargas/{other}")).await.refused(404, "not_found");
        }
    }

    async fn the_pairing_code_shows_the_servers_address_and_whether_others_reach_it(app: TestApp) {
        let pairing_code = app.login("admin").await.post("/api/print-agents/pairing-codes", serde_json::json!({})).await.ok();
        assert_eq!(pairing_code["server"], format!("http://{}", app.address));
        assert_eq!(pairing_code["reachable"], false, "it listens for its own machine only");
    }
}
