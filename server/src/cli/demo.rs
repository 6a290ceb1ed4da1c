//! `comanda demo`: a restaurant that can be tried at once.

use super::{
    agent::{self, AgentFile},
    first_company::here,
    say, serve,
};
use anyhow::Result;
use comanda::{
    clock::Clock,
    config::Config,
    only_server::OnlyServer,
    router::{self, InProcess},
    state::App,
};
use std::{fmt::Write, net::SocketAddr, path::PathBuf};

/// Seeds, serves, and keeps an agent with virtual printers beside it.
pub(super) async fn demo(config: Config, past_days: u32) -> Result<()> {
    let (listen, data) = (config.listen, config.data.clone());
    let only = OnlyServer::become_it(&config).await?;
    say("Preparando el restaurante de demostración…")?;
    prepare(config.clone(), past_days).await?;
    let (app, router) = serve::open(config, false).await?;
    let listener = serve::bind(listen, "--listen").await?;
    let address = here(listener.local_addr()?);
    let file = agent_file(&app, data, address).await?;
    let agent = tokio::spawn(agent::keep_running(agent::program()?, file));
    serve::serve_metrics(&app, &router).await?;
    say(&welcome(address)?)?;
    let served = serve::while_alone(only, &app.clone(), serve::until_asked_to_stop(app, router, listener)).await;
    // Ending the task drops the child, which ends it.
    agent.abort();
    agent.await.ok();
    served
}

/// Fills it before anything is served, by a clock that its past moves.
pub(super) async fn prepare(config: Config, past_days: u32) -> Result<()> {
    let app = router::beside(config, Clock::fixed(Clock::system().now())).await?;
    let prepared = comanda::demo::prepare(&app, InProcess::new(&app), past_days).await;
    app.leave().await;
    prepared
}

async fn agent_file(app: &App, data: PathBuf, address: SocketAddr) -> Result<PathBuf> {
    let path = std::path::absolute(data)?.join("agent").join("agent.toml");
    let has = AgentFile::read(&path).map(|file| file.token);
    let token = comanda::demo::agent_token(app, has).await?;
    AgentFile { server: format!("http://{address}"), token, state_dir: "state".into() }.write(&path)?;
    Ok(path)
}

fn welcome(address: SocketAddr) -> Result<String> {
    let mut text = format!("\n  Comanda · La Terraza de Miraflores (demostración)\n\n  Abre    http://{address}\n\n");
    for (username, role) in comanda::demo::logins() {
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
