//! Serving until somebody asks to stop; what is under way gets a moment to finish.

use super::{first_company, memory, trouble::cannot_listen, web_app::web_app};
use anyhow::{Result, ensure};
use axum::{Extension, Router};
use comanda::{
    backups::{self, Pace, Plan},
    clock::Clock,
    config::Config,
    http::{self, tls::Tls},
    observability,
    only_server::OnlyServer,
    router,
    servers::agree_on_key,
    state::App,
};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::oneshot};

/// Answers under way get this long; a till asks again after a restart anyway.
const GRACE: Duration = Duration::from_secs(10);

/// Opens everything and serves until SIGTERM or Ctrl+C; the first restaurant is made where one is named and there is none.
/// `new_key`: the key of secrets in the data folder is the right one from now on, for all servers on the database.
pub(super) async fn serve(config: Config, restaurant: Option<&str>, new_key: bool) -> Result<()> {
    let listen = config.listen;
    Plan::of(&config.backups)?;
    let mut only = OnlyServer::become_it(&config).await?;
    // Another server would go on sealing under the key that it has.
    ensure!(
        !new_key || !only.is_one_of_several().await?,
        "hay otro servidor en marcha sobre esta base de datos: detén todos antes de iniciar uno con --new-secrets-key"
    );
    let (app, router) = open(config, new_key).await?;
    let listener = bind(listen, "--listen").await?;
    let address = listener.local_addr()?;
    if let Some(name) = restaurant {
        first_company::welcome(&app, name, address).await?;
    }
    serve_metrics(&app, &router).await?;
    let scheme = app.config().scheme();
    tracing::info!("listening on {scheme}://{address}");
    while_alone(only, &app.clone(), until_asked_to_stop(app, router, listener)).await
}

/// Opens everything, if this server has the key of the others on its database.
pub(super) async fn open(config: Config, new_key: bool) -> Result<(App, Router)> {
    let (app, router) = router::open(config, Clock::system()).await?;
    if let Err(cannot) = agree_on_key(app.companies().control(), &app.seals(), new_key).await {
        app.leave().await;
        return Err(cannot);
    }
    Ok((app, router))
}

/// Listens where this option says; what is in the way is said.
pub(super) async fn bind(listen: SocketAddr, option: &str) -> Result<TcpListener> {
    TcpListener::bind(listen).await.map_err(|error| cannot_listen(listen, option, &error))
}

/// Serves what the server measures of itself on a listener of its own, where one is wanted, for as long as the process lives.
pub(super) async fn serve_metrics(app: &App, router: &Router) -> Result<()> {
    let Some(at) = app.config().metrics.listen else { return Ok(()) };
    let listener = bind(at, "--metrics-listen").await?;
    tracing::info!("metrics on http://{}/metrics", listener.local_addr()?);
    let network = app.config().network.clone();
    tokio::spawn(http::serve::serve(listener, observability::standalone(router), network, std::future::pending()));
    Ok(())
}

/// Serves for as long as this is the one server of its folder, with the key of the others on its database.
pub(super) async fn while_alone(only: OnlyServer, app: &App, serving: impl Future<Output = Result<()>>) -> Result<()> {
    let seals = app.seals();
    tokio::select! {
        served = serving => served,
        lost = only.until_lost(app.companies().control(), &seals) => Err(lost),
    }
}

/// Serves on `listener` until SIGTERM or Ctrl+C.
pub(super) async fn until_asked_to_stop(app: App, router: Router, listener: TcpListener) -> Result<()> {
    tokio::spawn(memory::keep_low());
    let asks = app.clone();
    tokio::spawn(async move {
        let ntp_server = asks.config().ntp_server.as_deref();
        asks.time_sources().keep_asking(asks.companies(), ntp_server, asks.clock()).await;
    });
    tokio::spawn(comanda::housekeeping::run(app.clone()));
    tokio::spawn(comanda::housekeeping::keep_figures(app.clone()));
    tokio::spawn(comanda::housekeeping::keep_folder(app.clone()));
    tokio::spawn(comanda::sending::run(app.clone(), comanda::sending::Pace::default()));
    tokio::spawn(backups::run(app.clone(), Pace::default()));
    let (stop, stopped) = oneshot::channel::<()>();
    let router = router.layer(Extension(web_app()));
    let tls = app.config().tls.as_ref().map(Tls::open).transpose()?.map(Arc::new);
    if let Some(tls) = &tls {
        tokio::spawn(tls.clone().follow());
    }
    let mut serving =
        tokio::spawn(http::serve::serve_by(listener, router, app.config().network.clone(), tls, async move {
            // Dropped without a word means the same.
            stopped.await.ok();
        }));
    tokio::select! {
        ended = &mut serving => return Ok(ended?),
        () = asked_to_stop() => {}
    }
    app.begin_stopping();
    tracing::info!("stopping");
    // A proxy that asks /readyz sends nobody here from now on. Who asks a second time does not wait for it.
    tokio::select! {
        () = tokio::time::sleep(app.config().drain) => {}
        () = asked_to_stop() => {}
    }
    drop(stop);
    app.realtime().tell_stopping().await;
    let ended = tokio::time::timeout(GRACE, async {
        // What calls did is told to the sockets before these end.
        app.calls_under_way().ended().await;
        // Sockets stay open for ever: without this the grace would always be used up.
        app.realtime().io().close().await;
        serving.await
    })
    .await;
    app.leave().await;
    match ended {
        Ok(ended) => Ok(ended?),
        Err(_) => Ok(()),
    }
}

/// Ends on SIGTERM or Ctrl+C.
pub(super) async fn asked_to_stop() {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = terminate.recv() => return,
            _ = tokio::signal::ctrl_c() => return,
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // Without a handler there is nothing to wait for: the process is ended from outside.
        std::future::pending::<()>().await;
    }
}
