//! `comanda renew-secrets-key` while servers run: it refuses at once and says what to do.

use super::{serving::Serving, with_running_server::EmptyServer};
use crate::{
    on_both_databases,
    support::database_place::{DatabasePlace, Fixture},
};
use comanda::{db::Engine, seal::Seals};

const RENEW: &[&str] = &["renew-secrets-key"];

on_both_databases! {
    async fn the_key_is_not_renewed_under_a_running_server(server: EmptyServer) {
        let config = &server.0.config;
        let output = server.run_to_success(&["renew-secrets-key", "--list"], "").await;
        assert!(output.contains("No hay clave") && !config.data.join("secrets.key").exists(), "{output}");
        let key = Seals::in_folder(&config.data).fingerprint_or_create().unwrap();
        let running = Serving::start(config, &config.data).await.unwrap();
        let output = server.run_to_failure(RENEW, "").await;
        assert!(output.contains("Ya hay un servidor de Comanda sobre la carpeta") && output.contains("Detén ese primero"), "{output}");
        // The secrets are listed all the same.
        assert!(server.run_to_success(&["renew-secrets-key", "--list"], "").await.contains("Total: 0 secretos."));
        assert_eq!(Seals::in_folder(&config.data).fingerprint().unwrap(), Some(key.clone()));
        drop(running);
        server.run_to_success(RENEW, "").await;
        assert_ne!(Seals::in_folder(&config.data).fingerprint().unwrap(), Some(key));
        Serving::start(config, &config.data).await.unwrap();
    }
}

#[tokio::test]
async fn all_servers_of_one_database_stop_before_and_get_the_new_key_after() {
    let server = EmptyServer::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let config = &server.0.config;
    let elsewhere = tempfile::tempdir().unwrap();
    let (key, its_key) = (config.data.join("secrets.key"), elsewhere.path().join("secrets.key"));
    drop(Serving::start(config, &config.data).await.unwrap());
    std::fs::copy(&key, &its_key).unwrap();
    let before = std::fs::read_to_string(&key).unwrap();
    let other = Serving::start(config, elsewhere.path()).await.unwrap();
    let output = server.run_to_failure(RENEW, "").await;
    assert!(output.contains("detén todos"), "{output}");
    assert_eq!(std::fs::read_to_string(&key).unwrap(), before, "nothing was begun");
    drop(other);
    let output = server.run_to_success(RENEW, "").await;
    assert!(output.contains("pon el mismo secrets.key en la carpeta de datos de cada uno"), "{output}");
    assert!(Serving::start(config, elsewhere.path()).await.err().unwrap().contains("no es la de los otros"));
    std::fs::copy(&key, &its_key).unwrap();
    Serving::start(config, elsewhere.path()).await.unwrap();
}
