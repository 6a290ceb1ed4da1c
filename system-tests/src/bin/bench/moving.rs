//! Moving a company to another PostgreSQL: the time during which nobody can write.

use crate::{
    figures::History,
    lean_client::LeanClient,
    report::{Report, text},
};
use comanda_system_tests::{program, server::Server};
use comanda_test_support::postgres;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

const PAST_DAYS: [u32; 3] = [0, 110, 1_100];
const LIMIT: Duration = Duration::from_secs(900);
const GOAL: Duration = Duration::from_secs(10);
const BETWEEN_WRITES: Duration = Duration::from_millis(20);

pub async fn measure(report: &mut Report) {
    for days in PAST_DAYS {
        let cluster = postgres::start_durable_cluster(
            &program::folder().join(format!("bench-move-{days}-{}", std::process::id())),
        );
        let (origin, destination) =
            (postgres::create_database(&cluster, "here").await, postgres::create_database(&cluster, "elsewhere").await);
        let folder = tempfile::tempdir_in(program::folder()).unwrap();
        let mut server = Server::with_past(folder, Some(origin.clone()), days).await;
        let mut history = History::at(&origin).await;
        if days > 0 {
            history.fill(None).await;
        }
        let sales = history.sales().await;
        history.close().await;
        server.serve().await;

        let (stop, stopped) = oneshot::channel();
        let writing = tokio::spawn(write_until(
            LeanClient::connect(server.address(), &server.login("mozo").await).await,
            stopped,
        ));
        let data = server.files().to_str().unwrap().to_owned();
        let began = Instant::now();
        let command =
            ["company", "move", "--slug", "demo", "--to", &destination, "--data", &data, "--database", &origin];
        let output = program::run_within(LIMIT, "comanda", &command).await;
        let took = began.elapsed();
        stop.send(()).unwrap();
        let longest = writing.await.unwrap();
        report.row_with_goal(
            format!("A company of {sales} sales goes to another PostgreSQL: the longest time without a write"),
            format!(
                "{} (the command: {}; {})",
                text(longest),
                text(took),
                output.trim().lines().last().unwrap_or_default()
            ),
            &format!("{} s", GOAL.as_secs()),
            longest <= GOAL,
        );
    }
}

/// Opens accounts again and again until it is stopped and one was opened after that. Returns the longest time between two of them.
async fn write_until(mut till: LeanClient, mut stopped: oneshot::Receiver<()>) -> Duration {
    let (mut last, mut longest) = (Instant::now(), Duration::ZERO);
    let mut is_last = false;
    loop {
        if till.post("/api/client-requests", r#"{"type": "ORDER", "client_name": "De camino"}"#).await == 200 {
            longest = longest.max(last.elapsed());
            last = Instant::now();
            if is_last {
                return longest;
            }
            is_last = stopped.try_recv().is_ok();
        }
        tokio::time::sleep(BETWEEN_WRITES).await;
    }
}
