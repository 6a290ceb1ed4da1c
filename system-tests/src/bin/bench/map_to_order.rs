//! The time from a tap on a table to its order, inside the program: at a desktop, and on a phone whose processor is four times slower.

use crate::{
    browser,
    report::{Report, text},
};
use comanda_system_tests::{program, server::Server};
use std::time::Duration;

pub async fn measure(report: &mut Report) {
    let server = Server::open_at(tempfile::tempdir_in(program::folder()).unwrap(), None).await;
    let measured = browser::run("map-to-order.spec.ts", &server.url());
    for (device, goal_ms) in [("desktop", 100), ("phone", 250)] {
        let times = measured.times(&format!("map to order: {device}"));
        report.row_with_goal(
            format!("Map to order inside the app, 20 taps, {device}"),
            format!("p50 {}, p95 {}", text(times.percent(50)), text(times.percent(95))),
            &format!("p50 below {goal_ms} ms"),
            times.percent(50) < Duration::from_millis(goal_ms),
        );
    }
}
