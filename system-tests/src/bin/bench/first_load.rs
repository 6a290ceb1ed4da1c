//! The time to open the program on a cheap phone: a processor four times slower, 1.6 Mbit/s and a round trip of 150 ms.

use crate::{
    browser,
    report::{Report, text},
};
use comanda_system_tests::{program, server::Server};
use std::time::Duration;

const WARM: Duration = Duration::from_millis(700);
const MAX_SCRIPTS: f64 = 10.0;

pub async fn measure(report: &mut Report) {
    let server = Server::open_at(tempfile::tempdir_in(program::folder()).unwrap(), None).await;
    let measured = browser::run("first-load.spec.ts", &server.url());
    for (screen, goal_ms) in [("login", 2000), ("pos", 2500)] {
        let (cold, warm) = (measured.times(&format!("{screen}: cold")), measured.times(&format!("{screen}: warm")));
        let goal = Duration::from_millis(goal_ms);
        let bytes = measured.most(&format!("{screen}: cold bytes"));
        let scripts = measured.most(&format!("{screen}: cold scripts"));
        report.row_with_goal(
            format!("/{screen} on a slow phone, first time, usable ({:.0} kB, {scripts} scripts)", bytes / 1000.0),
            format!("p50 {}, p95 {}", text(cold.percent(50)), text(cold.percent(95))),
            &format!("p50 below {goal_ms} ms, {MAX_SCRIPTS} scripts"),
            cold.percent(50) <= goal && scripts <= MAX_SCRIPTS,
        );
        report.row_with_goal(
            format!("/{screen} on a slow phone, from what the phone keeps"),
            format!("p50 {}, p95 {}", text(warm.percent(50)), text(warm.percent(95))),
            "p50 below 700 ms",
            warm.percent(50) <= WARM,
        );
    }
}
