//! Serves until a signal to stop; running requests get a moment to finish.

use super::{first_company, memory, operator_errors::listen_error, web_app::web_app};
use anyhow::{Result, ensure};
use axum::{Extension, Router};
use comanda::{
    backups::{self, BackupPlan, RunnerSettings},
    clock::Clock,
    config::Config,
    http::{self, tls::Tls},
    observability,
    only_server::SingleServerLock,
    router,
    servers::agree_on_key,
    state::App,
};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::oneshot};

/// The time that running requests get to finish; a till retries after a restart anyway.
const GRACE_PERIOD: Duration = Duration::from_secs(10);

/// Opens everything and serves until SIGTERM or Ctrl+C. Creates the first restaurant if one is named and there is none. With `new_key`, the
/// data folder's key of secrets becomes valid for all servers on the database.
pub(super) async fn serve(config: Config, restaurant: Option<&str>, new_key: bool) -> Result<()> {
    let listen = config.listen;
    BackupPlan::from_config(&config.backups)?;
    let mut only_server = SingleServerLock::acquire(&config).await?;
    // Another server would go on sealing with its old key.
    ensure!(
        !new_key || !only_server.has_peers().await?,
        "hay otro servidor en marcha sobre esta base de datos: detén todos antes de iniciar uno con --new-secrets-key"
    );
    let (app, router) = open_server(config, new_key).await?;
    let listener = bind_listener(listen, "--listen").await?;
    let address = listener.local_addr()?;
    if let Some(name) = restaurant {
        first_company::create_and_announce_company(&app, name, address).await?;
    }
    serve_metrics(&app, &router).await?;
    let scheme = app.config().scheme();
    tracing::info!("listening on {scheme}://{address}");
    serve_while_only_server(only_server, &app.clone(), serve_until_stopped(app, router, listener)).await
}

/// Opens everything. Fails if this server's key differs from that of the other servers on its database.
pub(super) async fn open_server(config: Config, new_key: bool) -> Result<(App, Router)> {
    let (app, router) = router::open_app_with_router(config, Clock::system()).await?;
    if let Err(cannot) = agree_on_key(app.companies().control(), &app.seals(), new_key).await {
        app.leave_servers().await;
        return Err(cannot);
    }
    Ok((app, router))
}

/// Binds a listener; the error names the option and the obstacle.
pub(super) async fn bind_listener(listen: SocketAddr, option: &str) -> Result<TcpListener> {
    TcpListener::bind(listen).await.map_err(|error| listen_error(listen, option, &error))
}

/// Serves the metrics on a separate listener, if configured, as long as the process runs.
pub(super) async fn serve_metrics(app: &App, router: &Router) -> Result<()> {
    let Some(at) = app.config().metrics.listen else { return Ok(()) };
    let listener = bind_listener(at, "--metrics-listen").await?;
    tracing::info!("metrics on http://{}/metrics", listener.local_addr()?);
    let network = app.config().network.clone();
    tokio::spawn(http::serve::serve(listener, observability::metrics_router(router), network, std::future::pending()));
    Ok(())
}

/// Serves as long as this is the only server of its folder and has the same key as the others on its database.
pub(super) async fn serve_while_only_server(
    only_server: SingleServerLock,
    app: &App,
    serving: impl Future<Output = Result<()>>,
) -> Result<()> {
    let seals = app.seals();
    tokio::select! {
        served = serving => served,
        lost = only_server.wait_until_lost(app.companies().control(), &seals) => Err(lost),
    }
}

/// Serves on `listener` until SIGTERM or Ctrl+C.
pub(super) async fn serve_until_stopped(app: App, router: Router, listener: TcpListener) -> Result<()> {
    tokio::spawn(memory::release_memory_periodically());
    let asks = app.clone();
    tokio::spawn(async move {
        let ntp_server = asks.config().ntp_server.as_deref();
        asks.time_sources().keep_sources_current(asks.companies(), ntp_server, asks.clock()).await;
    });
    tokio::spawn(comanda::housekeeping::run_cleaning(app.clone()));
    tokio::spawn(comanda::housekeeping::run_figures_refresh(app.clone()));
    tokio::spawn(comanda::housekeeping::run_folder_cleaning(app.clone()));
    tokio::spawn(comanda::sending::run_sender(app.clone(), comanda::sending::SendingPace::default()));
    tokio::spawn(backups::run_due_backups(app.clone(), RunnerSettings::default()));
    let (stop, stopped) = oneshot::channel::<()>();
    let router = router.layer(Extension(web_app()));
    let tls = app.config().tls.as_ref().map(Tls::read_files).transpose()?.map(Arc::new);
    if let Some(tls) = &tls {
        tokio::spawn(tls.clone().watch_files());
    }
    let mut serving =
        tokio::spawn(http::serve::serve_with_tls(listener, router, app.config().network.clone(), tls, async move {
            // A dropped sender means the same as a message.
            stopped.await.ok();
        }));
    tokio::select! {
        ended = &mut serving => return Ok(ended?),
        () = wait_for_stop_signal() => {}
    }
    app.begin_stopping();
    tracing::info!("stopping");
    // A proxy that polls /readyz sends no requests from now on. A second signal skips this wait.
    tokio::select! {
        () = tokio::time::sleep(app.config().drain) => {}
        () = wait_for_stop_signal() => {}
    }
    drop(stop);
    app.realtime().announce_stop().await;
    let ended = tokio::time::timeout(GRACE_PERIOD, async {
        // The sockets get the events of the last calls before they are closed.
        app.calls_in_progress().wait_until_none().await;
        // Sockets never close by themselves: without this the whole grace period would always pass.
        app.realtime().socket_server().close().await;
        serving.await
    })
    .await;
    app.leave_servers().await;
    match ended {
        Ok(ended) => Ok(ended?),
        Err(_) => Ok(()),
    }
}

/// Completes on SIGTERM or Ctrl+C.
pub(super) async fn wait_for_stop_signal() {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = terminate.recv() => return,
            _ = tokio::signal::ctrl_c() => return,
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // Without a handler there is no signal to wait for: the process can only be killed from outside.
        std::future::pending::<()>().await;
    }
}
