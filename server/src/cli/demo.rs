//! `comanda demo`: a restaurant to be tried at once.

use super::{
    agent::{self, AgentFile},
    first_company::local_address,
    say, serve,
};
use anyhow::Result;
use comanda::{
    clock::Clock,
    config::Config,
    only_server::SingleServerLock,
    router::{self, InProcess},
    state::App,
};
use futures::FutureExt;
use std::{fmt::Write, net::SocketAddr, path::PathBuf, pin::pin};

/// Seeds the demo, serves it, and runs a print agent with virtual printers beside it.
pub(super) async fn run_demo(config: Config, past_days: u32) -> Result<()> {
    let (listen, data) = (config.listen, config.data.clone());
    let only_server = SingleServerLock::acquire(&config).await?;
    say("Preparando el restaurante de demostración…")?;
    let mut stop = pin!(serve::wait_for_stop_signal());
    if prepare_until_stopped(config.clone(), past_days, stop.as_mut()).await? == Preparation::Stopped {
        return Ok(());
    }
    let (app, router) = serve::open_server(config, false).await?;
    let listener = serve::bind_listener(listen, "--listen").await?;
    let address = local_address(listener.local_addr()?);
    let file = write_agent_file(&app, data, address).await?;
    if stop.now_or_never().is_some() {
        app.leave_servers().await;
        return Ok(());
    }
    let agent = tokio::spawn(agent::keep_running(agent::program_path()?, file));
    serve::serve_metrics(&app, &router).await?;
    say(&welcome_text(address)?)?;
    let served =
        serve::serve_while_only_server(only_server, &app.clone(), serve::serve_until_stopped(app, router, listener))
            .await;
    // Aborting the task drops the child process, which kills it.
    agent.abort();
    agent.await.ok();
    served
}

/// Whether the demo is to be served.
#[derive(Debug, PartialEq, Eq)]
enum Preparation {
    Ready,
    /// A signal to stop came meanwhile.
    Stopped,
}

/// Fills the demo, also where a signal to stop comes meanwhile: a demo with half of its month would stay so.
async fn prepare_until_stopped(config: Config, past_days: u32, stop: impl Future<Output = ()>) -> Result<Preparation> {
    let mut preparing = tokio::spawn(prepare(config, past_days));
    tokio::select! {
        prepared = &mut preparing => prepared?.map(|()| Preparation::Ready),
        () = stop => {
            // The same signal may have ended the reader of this text.
            say("Terminando de preparar la demostración, para que no quede a medias…").ok();
            preparing.await?.map(|()| Preparation::Stopped)
        }
    }
}

/// Fills the demo without serving it.
pub(super) async fn fill_demo_only(config: Config, past_days: u32) -> Result<()> {
    match prepare_until_stopped(config, past_days, serve::wait_for_stop_signal()).await? {
        Preparation::Ready => say("El restaurante de demostración está listo."),
        Preparation::Stopped => Ok(()),
    }
}

/// Fills the demo before anything is served, with a clock that the seed moves through the past.
async fn prepare(config: Config, past_days: u32) -> Result<()> {
    let app = router::open_app(config, Clock::fixed(Clock::system().now())).await?;
    let prepared = comanda::demo::fill_demo(&app, InProcess::new(&app), past_days).await;
    app.leave_servers().await;
    prepared
}

async fn write_agent_file(app: &App, data: PathBuf, address: SocketAddr) -> Result<PathBuf> {
    let path = std::path::absolute(data)?.join("agent").join("agent.toml");
    let existing = AgentFile::read(&path).map(|file| file.token);
    let token = comanda::demo::ensure_agent_token(app, existing).await?;
    AgentFile { server: format!("http://{address}"), token, state_dir: "state".into() }.write(&path)?;
    Ok(path)
}

fn welcome_text(address: SocketAddr) -> Result<String> {
    let mut text = format!("\n  Comanda · La Terraza de Miraflores (demostración)\n\n  Abre    http://{address}\n\n");
    for (username, role) in comanda::demo::list_logins() {
        writeln!(text, "  {username:<12}{role}")?;
    }
    write!(
        text,
        "\n  Contraseña de todos: {}\n  PIN de seguridad:    {}\n  PIN del supervisor:  {}\n",
        comanda::demo::PASSWORD,
        comanda::demo::PIN,
        comanda::demo::SUPERVISOR_PIN
    )?;
    write!(text, "\n  Ctrl+C para terminar.\n")?;
    Ok(text)
}
